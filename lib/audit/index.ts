/**
 * Is this what happened, all of it, in this order?
 *
 * Guarantees: the kinds of event are these and no others; a chain verifies only if no event of it was changed, left out,
 * put in or moved, and, where its length and head are known from elsewhere, none was cut off its end. Knows nothing of
 * what events say, of when they were, or of who may read them.
 */
export { type EventRow, eventHash, GENESIS_HEAD } from './event-hash'
export { EVENT_KINDS, type EventKind, isEventKind } from './event-kind'
export {
  isOrganizationEventKind,
  ORGANIZATION_EVENT_KINDS,
  type OrganizationEventKind,
} from './organization-event-kind'
export { type ChainEnd, type ChainRefusalCode, verifyChain } from './verify-chain'
