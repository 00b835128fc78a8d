import { constants } from 'node:os'

/**
 * What this program says with its exit code when nothing ran; else it is the command's own. From sysexits.h, which few
 * commands use: `no` is every kind of no that an answer, or its absence, can be.
 */
export const EXIT = { usage: 64, unavailable: 69, no: 77, config: 78 } as const

/** What agents’ hosts take for «blocked», with the reason on standard error; other codes let the tool run. */
export const BLOCKED = 2

/** Of a command that a signal ended, as shells say it. */
export function exitOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}
