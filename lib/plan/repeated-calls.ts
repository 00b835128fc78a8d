import { canonicalize, type Json } from '@/lib/binding'
import { type Finding, finding, MOST_NAMED, quote, quoteSome } from './finding'
import { at } from './lists'
import type { Action, Plan } from './plan'

/** Three polls look like a loop, so this is advice only (seed §3.6). */
const MANY = 3

/**
 * Finds calls of one tool with the very same parameters, three times or more: one finding each, about the plan as a
 * whole, in the order of the first of them. The same is decided by canonical text: 1 is 1.0. That text is made only
 * where a cheap number says that three could be the same.
 */
export function repeatedCalls({ actions }: Plan): Finding[] {
  const looks = new Int32Array(actions.length)
  // twice as many buckets as steps, and a power of two: few that are unlike share one
  const mask = (1 << (33 - Math.clz32(actions.length | 1))) - 1
  const inBucket = new Int32Array(mask + 1)
  for (let i = 0; i < actions.length; i++) {
    const action = actions[i]
    if (action === undefined || action.type !== 'tool_call' || action.tool === undefined) continue
    const bucket = (looksOfText(action.tool) + looksOf(action.parameters, 0)) & mask
    looks[i] = bucket
    inBucket[bucket] = at(inBucket, bucket) + 1
  }
  const same = new Map<string, Action[]>()
  for (let i = 0; i < actions.length; i++) {
    const action = actions[i]
    if (at(inBucket, at(looks, i)) < MANY || action?.type !== 'tool_call' || action.tool === undefined) continue
    const call = `${action.tool}\n${canonicalize(action.parameters)}`
    const before = same.get(call)
    if (before === undefined) same.set(call, [action])
    else before.push(action)
  }
  return [...same.values()].filter(({ length }) => length >= MANY).map(repeated)
}

function repeated(calls: readonly Action[]): Finding {
  const ids = calls.slice(0, MOST_NAMED).map(({ id }) => id)
  return finding(
    'repeated_call',
    null,
    `repeated identical tool call: ${quote(calls[0]?.tool ?? '')} is called ${calls.length} times with the same ` +
      `parameters, by ${quoteSome(ids, calls.length)}`,
  )
}

/** Equal for equal values, whatever the order of members; seldom equal for others. Looks at few characters and members. */
function looksOf(value: Json, depth: number): number {
  if (typeof value === 'number') return (value === 0 ? 0 : (value * 2654435761) | 0) ^ 1
  if (typeof value === 'string') return looksOfText(value)
  if (typeof value !== 'object' || value === null) return value === null ? 3 : value ? 5 : 7
  if (depth > 3) return 11
  let sum = 13
  if (Array.isArray(value)) {
    for (let n = 0; n < value.length && n < 8; n++) sum = (sum * 31 + looksOf(value[n] ?? null, depth + 1)) | 0
    return (sum + value.length) | 0
  }
  const names = Object.keys(value)
  // many members: which ones come first depends on their order, so only how many there are is looked at
  if (names.length > 16) return (17 + names.length) | 0
  for (const name of names) sum = (sum + Math.imul(looksOfText(name), 1 + looksOf(value[name] ?? null, depth + 1))) | 0
  return sum
}

function looksOfText(text: string): number {
  let looks = text.length
  const head = Math.min(text.length, 8)
  for (let n = 0; n < head; n++) looks = (Math.imul(looks, 31) + text.charCodeAt(n)) | 0
  for (let n = Math.max(head, text.length - 8); n < text.length; n++)
    looks = (Math.imul(looks, 31) + text.charCodeAt(n)) | 0
  return looks
}
