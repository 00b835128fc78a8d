import type { Json } from '@/lib/binding'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { type CommandCall, isUncontained } from './command-call'
import type { Reading } from './reading'

/** More than this does not stand on one screen: its end must have been read. */
const LONG = { lines: 24, characters: 2_400 }

/**
 * What a person must tick before approving: that all lines were read, where the script is long; that this one may run
 * with nothing around it, where it would. Null: not asked. The texts are what a ticked box says.
 */
export function ticksOf(
  call: Pick<CommandCall, 'full_access' | 'containment' | 'host'>,
  reading: Pick<Reading, 'lines' | 'characters'>,
): { read: string | null; full_access: string | null } {
  const isLong = reading.lines > LONG.lines || reading.characters > LONG.characters
  return { read: isLong ? String(reading.lines) : null, full_access: isUncontained(call) ? call.host : null }
}

/** Checks the ticks that came with an approval; a box that was not asked for is refused, like one that is missing. */
export function judgeTicks(
  asked: { read: string | null; full_access: string | null },
  given: Json | undefined,
): Result<null, Refusal<'answer_does_not_fit'>> {
  const ticks = given === undefined || given === null ? {} : given
  if (typeof ticks !== 'object' || Array.isArray(ticks))
    return refuse('answer_does_not_fit', [{ path: '$', message: 'must be the boxes that were ticked' }])
  const at: Refusal['at'] = []
  if ((ticks.read ?? null) !== asked.read) at.push({ path: '$.read', message: 'say that you read all of it' })
  if ((ticks.full_access ?? null) !== asked.full_access)
    at.push({ path: '$.full_access', message: 'say that it may run with nothing around it' })
  for (const name of Object.keys(ticks))
    if (name !== 'read' && name !== 'full_access') at.push({ path: `$.${name}`, message: 'is no box of this question' })
  return at.length === 0 ? yes(null) : refuse('answer_does_not_fit', at)
}
