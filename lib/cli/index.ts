/**
 * May this command run, here and now?
 *
 * Guarantees: nothing runs without a yes of the host's policy or of a person; whatever goes wrong on the way is a no.
 * Knows nothing of how people decide.
 */
export { type Ran, type Runner, type RunRefusalCode, type RunResult, runApproved } from './run-approved'
