/**
 * What can become of a request?
 *
 * Guarantees: the states, verdicts and outcomes are these and no others, and what verdicts add up to is decided by one
 * rule. Knows nothing of who may decide (`policy`), of time but as an argument, or of where requests are kept.
 */
export { type CastVerdict, type Decision, decisionOf } from './decision'
export { KINDS, type Kind, type OwnKind } from './kind'
export {
  OUTCOME_FOLLOWS,
  OUTCOMES,
  type Outcome,
  STATUSES,
  type Status,
  statusAt,
  VERDICTS,
  type Verdict,
} from './status'
export { STEP_FOLLOWS, STEP_OUTCOMES, type StepOutcome } from './step'
