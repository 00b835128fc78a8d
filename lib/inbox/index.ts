/**
 * What can be done with requests?
 *
 * Guarantees: one door for people, machines and the worker; nothing is described, decided or performed without the
 * tool's own authorization; an expected «no» is a value. Knows the store only through `ports.ts`, and nothing of HTTP,
 * cookies or screens.
 */

export {
  AGES,
  type Age,
  type Capped,
  type DeskDay,
  type DeskDecider,
  type DeskPage,
  type DeskQuery,
  type DeskRow,
} from './desk-views'
export { followMemberships } from './follow-memberships'
export type {
  Answer,
  ClientView,
  DecideCommand,
  Decided,
  GateCheck,
  Idempotency,
  Inbox,
  InboxRefusal,
  OutcomeReport,
  Proposal,
  RefusalCode,
  StepReport,
} from './inbox'
export { commandKind } from './kinds/command'
export { gateKind } from './kinds/gate'
export { planKind } from './kinds/plan'
export { type MailSettings, makeMailSettings } from './mail-settings'
export {
  type DeadMail,
  type Invitation,
  type InviteJob,
  MAIL_KINDS,
  type MailClaim,
  type MailJob,
  type MailKind,
  type MailStore,
  type Notice,
  type NoticeFacts,
} from './mail-store'
export { makeInbox } from './make-inbox'
export { noticeFor } from './notice'
export type * from './ports'
export type {
  Approval,
  Asker,
  HistoryEntry,
  ListCounts,
  ListPage,
  ListQuery,
  Named,
  Opened,
  RequestRow,
  RequestView,
  StepView,
} from './views'
export { PERFORM_ATTEMPTS, work } from './work'
