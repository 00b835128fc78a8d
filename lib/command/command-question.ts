import { type CommandCall, isUncontained } from './command-call'
import { ticksOf } from './command-ticks'
import type { Reading } from './reading'

/** What is asked beside the confirmation: the script, how it reads, what contains it, and which boxes must be ticked. */
export type CommandQuestion = Pick<
  CommandCall,
  'script' | 'host' | 'run_as' | 'shell' | 'containment' | 'full_access' | 'first_run'
> & {
  uncontained: boolean
  reading: Reading
  ticks: { read: string | null; full_access: string | null }
}

/** Gathers the question of a call; it stands in the display digest, so it follows from the call alone. */
export function commandQuestion(call: CommandCall, reading: Reading): CommandQuestion {
  return {
    script: call.script,
    host: call.host,
    run_as: call.run_as,
    shell: call.shell,
    containment: call.containment,
    full_access: call.full_access,
    first_run: call.first_run,
    uncontained: isUncontained(call),
    reading: { ...reading, notes: reading.notes.map((note) => ({ ...note })) },
    ticks: ticksOf(call, reading),
  }
}
