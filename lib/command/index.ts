/**
 * What would this shell command do, and must a person be asked?
 *
 * Guarantees: a script is read by a shell parser and never run; only one simple command of the reviewed set is called
 * trusted; a configuration that does not parse is an error; whatever is not an explicit «allow» in time is a no. Knows
 * nothing of processes, files, the network, or of who answers.
 */
export { askGate, type Gate, type GateQuestion } from './ask-gate'
export { type Assessment, type AssessmentCode, assess, assessRetry, type CommandRequest } from './assess'
export {
  ASKED_BECAUSE,
  type AskedBecause,
  COMMAND_LIMITS,
  type CommandCall,
  commandFaults,
  isUncontained,
} from './command-call'
export {
  APPROVALS,
  type Approval,
  CONTAINMENTS,
  type CommandConfig,
  type Containment,
  parseCommandConfig,
} from './command-config'
export { type CommandQuestion, commandQuestion } from './command-question'
export { judgeTicks, ticksOf } from './command-ticks'
export { describeCommand } from './describe-command'
export { isTrustedReadOnly } from './is-trusted-read-only'
export { readScript } from './read-script'
export { type Reading, readingOf } from './reading'
export type { ReadingNote } from './reading-note'
export { linesOf } from './script-lines'
export { type Self, signalsItself } from './signals-itself'
