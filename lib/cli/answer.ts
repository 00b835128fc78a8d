import { EXIT, exitOfSignal } from './exit-codes'
import { type No, sentenceOf } from './refusals'
import { say } from './terminal'
import type { World } from './world'

/** Says why nothing ran, and returns the exit code for it. */
export function sayNo({ terminal, signal }: Pick<World, 'terminal' | 'signal'>, no: No): number {
  say(terminal, sentenceOf(no))
  return codeOf(no, signal)
}

/** The exit code of a no. */
export function codeOf({ code }: No, signal: AbortSignal): number {
  switch (code) {
    case 'command_required':
      return EXIT.usage
    case 'bad_config':
    case 'no_runner':
    case 'cannot_contain':
      return EXIT.config
    case 'unreachable':
    case 'refused':
    case 'malformed_answer':
      return EXIT.unavailable
    case 'interrupted':
      return exitOfSignal(signal.reason === 'SIGINT' || signal.reason === 'SIGHUP' ? signal.reason : 'SIGTERM')
    default:
      return EXIT.no
  }
}
