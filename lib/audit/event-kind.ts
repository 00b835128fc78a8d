/**
 * What can happen to a request, in the past tense of its life (the states themselves stand in `lib/request`):
 *
 *   proposed                          a client asked; the first event of every chain
 *   verdict                           a person approved, rejected or sent back; carries what followed from it
 *   assigned                          a lead said whom it waits for, of those who may decide
 *   reminded                          a lead reminded those whom it waits for
 *   withdrawn · expired               the requester took it back; its time was over
 *   redeemed                          the client took the approved call away
 *   performed                         this installation ran the tool
 *   step                              one step of an approved plan went so far, by the client or by this installation
 *   outcome                           the client reported what became of it
 *   lapsed · silent                   nobody redeemed it in time; who redeemed it did not say in time what became of it
 *   deciders · taken_back             who may decide changed with the memberships; a verdict of somebody who may not any more
 *   settled                           a person looked and said what became of it
 *
 * A kind is written into history and hashed with it, so it is never renamed or reused.
 */
export const EVENT_KINDS = [
  'request.proposed',
  'request.verdict',
  'request.assigned',
  'request.reminded',
  'request.withdrawn',
  'request.expired',
  'request.redeemed',
  'request.performed',
  'request.outcome',
  'request.step',
  'request.lapsed',
  'request.silent',
  'request.settled',
  'request.deciders',
  'request.taken_back',
] as const

export type EventKind = (typeof EVENT_KINDS)[number]

const kinds: ReadonlySet<string> = new Set(EVENT_KINDS)

/** Tells whether a text, such as a stored one, is a kind of event. */
export function isEventKind(text: string): text is EventKind {
  return kinds.has(text)
}
