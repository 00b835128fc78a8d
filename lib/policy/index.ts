/**
 * Who may decide, and why not?
 *
 * Guarantees: one function answers both questions for every caller; a policy under which nobody could decide does not
 * parse. Knows nothing of requests' lives, of tools, or of where policies are kept.
 */
export {
  DEFAULT_LIFETIME_MS,
  LONGEST_LIFETIME_MS,
  owesReason,
  type Policy,
  type PolicyText,
  parsePolicy,
  type ReasonOwed,
} from './policy'
export { bindingUser, type Client, type Person, type Principal, type Role, SCOPES, type Scope } from './principal'
export { type Member, REACH_LIMIT, reachOf, type Standing, standingOf, type WhyNot } from './standing'
export type { Who } from './who'
