import { invariant } from '@/lib/result'
import { hasLoneSurrogate, type Json } from './json'

/** Four times what the strict reader lets in: room for what we wrap around a value, and a bound on recursion. */
const MAX_DEPTH = 256

/**
 * Writes the canonical text of a value: RFC 8785 (JCS), whose UTF-8 bytes are what is hashed, shown and enforced.
 *
 * Names are sorted by UTF-16 code unit (§3.2.3), numbers and strings are written as ECMAScript does (§3.2.2), minus
 * zero is zero. Throws on what is not JSON (undefined, NaN), on a lone surrogate and beyond a depth of 256: values that
 * `parseStrictJson` returned hold none of these.
 */
export function canonicalize(value: Json): string {
  return write(value, 0)
}

function write(value: Json, depth: number): string {
  if (typeof value === 'string') return writeString(value)
  if (typeof value === 'number') {
    invariant(Number.isFinite(value), 'a number without a value is not JSON')
    return Object.is(value, -0) ? '0' : String(value)
  }
  if (value === null || typeof value === 'boolean') return String(value)
  invariant(typeof value === 'object', 'only JSON has a canonical text')
  invariant(depth < MAX_DEPTH, 'too deep to be written')
  return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1)
}

function writeArray(values: Json[], depth: number): string {
  let text = '['
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    invariant(value !== undefined, 'a list with holes is not JSON')
    text += index === 0 ? write(value, depth) : `,${write(value, depth)}`
  }
  return `${text}]`
}

function writeObject(object: { [name: string]: Json }, depth: number): string {
  let text = '{'
  for (const name of Object.keys(object).sort()) {
    const value = object[name]
    invariant(value !== undefined, 'a member without a value is not JSON')
    text += `${text.length === 1 ? '' : ','}${writeString(name)}:${write(value, depth)}`
  }
  return `${text}}`
}

function writeString(text: string): string {
  invariant(!hasLoneSurrogate(text), 'a lone surrogate has no UTF-8 bytes')
  return JSON.stringify(text)
}
