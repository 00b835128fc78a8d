import type { Writable } from 'node:stream'
import { type CommandCall, isUncontained, linesOf, readingOf } from '@/lib/command'
import { visibleText } from '@/lib/confirmation'
import type { WireRequest } from './inbox-client'

/** Where this program talks: standard error, so that standard output stays the command's own. */
export type Terminal = { out: Writable; isInteractive: boolean }

/** Says one line; every character of it can be seen, and none of it moves the cursor. */
export function say({ out }: Terminal, line: string): void {
  out.write(`${visibleText(line)}\n`)
}

/** Shows what is asked: where, with which access, what is bad about it, and every line of the script with its number. */
export function showCall(terminal: Terminal, call: CommandCall): void {
  const lines = linesOf(call.script)
  const width = String(lines.length).length
  say(terminal, 'A person is asked before this runs:')
  say(terminal, `  Host       ${call.host}${call.run_as === null ? '' : `, as ${call.run_as}`}`)
  say(terminal, `  Directory  ${call.working_dir}`)
  say(terminal, `  Access     ${isUncontained(call) ? NOTHING_CONTAINS : call.containment}`)
  for (const [place, line] of lines.entries()) say(terminal, `  ${String(place + 1).padStart(width)} | ${line}`)
  for (const note of readingOf(call.script).notes)
    if (note.weight === 'bad') say(terminal, `  Line ${note.from}: ${note.finding}. ${note.detail}`)
}

/** Said wherever a run has nothing around it: before, and when it was approved. */
export const NOTHING_CONTAINS = 'full access: nothing contains this run'

/**
 * Shows the time left, once a second where somebody looks, else once. Returns what ends it. It counts by the monotonic
 * clock, as the waiting itself does.
 */
export function countdown(terminal: Terminal, { url }: WireRequest, deadlineMs: number): () => void {
  say(terminal, `Waiting for a person at ${url}`)
  const left = () => `  ${clock(Math.max(0, deadlineMs - performance.now()))} left; after that the answer is no`
  if (!terminal.isInteractive) {
    say(terminal, left())
    return () => undefined
  }
  const draw = () => void terminal.out.write(`\r${left()} `)
  draw()
  const timer = setInterval(draw, 1_000)
  return () => {
    clearInterval(timer)
    terminal.out.write('\n')
  }
}

function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
