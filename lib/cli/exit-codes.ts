/**
 * What this program says with its exit code when nothing ran; else it is the command's own. From sysexits.h, which few
 * commands use: `no` is every kind of no that an answer, or its absence, can be.
 */
export const EXIT = { usage: 64, unavailable: 69, no: 77, config: 78 } as const

/** Of a command that a signal ended, as shells say it. */
export function exitOfSignal(signal: NodeJS.Signals): number {
  return 128 + (SIGNALS[signal] ?? 0)
}

const SIGNALS: { [name: string]: number } = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 }
