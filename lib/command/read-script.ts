import type { Json } from '@/lib/binding'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'

/**
 * Reads the script out of a tool call's arguments: `command`, or its alias `commands` only where `command` is absent.
 *
 * Refuses with `command_required`: neither is there, or the one that counts is no text. A present `command` of another
 * type is an error and never lets the alias through: two readers must not take different scripts.
 */
export function readScript(args: Json): Result<string, Refusal<'command_required'>> {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return refuse('command_required', [{ path: '$', message: 'must be an object' }])
  const name = Object.hasOwn(args, 'command') ? 'command' : 'commands'
  const script = Object.hasOwn(args, name) ? args[name] : undefined
  if (typeof script === 'string') return yes(script)
  return refuse('command_required', [
    { path: `$.${name}`, message: script === undefined ? 'is missing' : 'must be a text' },
  ])
}
