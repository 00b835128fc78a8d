import type { Confirmation } from '@/lib/confirmation'
import type { Person } from '@/lib/policy'
import type { Outcome, Status, Verdict } from '@/lib/request'
import type { Named } from './views'

/** What a mail about a request is for; what a person may not want, by these names. */
export const MAIL_KINDS = ['needs', 'near', 'outcome'] as const

/** `needs`: it waits for you. `near`: it still does, and expires soon. `outcome`: what became of what was asked for you. */
export type MailKind = (typeof MAIL_KINDS)[number]

/** A row of the outbox that is one relay's for the time of its lease; `attempt` counts the claims. */
export type MailClaim = { outbox: bigint; attempt: number }

/** An invitation that is to be sent. */
export type InviteJob = MailClaim & { org: string; invite: string }

/** What an invitation says. */
export type Invitation = { address: string; orgName: string; by: string }

/** One mail to one person about a request. `event` is the event it tells of (0: none, an expiry is near). */
export type MailJob = MailClaim & {
  org: string
  request: string
  person: string
  what: MailKind
  event: number
}

/** What a mail may say, as it stands now. Nothing of what an agent said, and no token. */
export type Notice = {
  id: string
  what: MailKind
  to: { address: string; name: string }
  /** The reader's time zone. */
  zone: string
  orgName: string
  request: {
    id: string
    title: string
    status: Status
    outcome: Outcome | null
    outcomeNote: string | null
    createdAt: string
    expiresAt: string
    decidedAt: string | null
  }
  confirmation: Confirmation
  asker: { client: string; onBehalfOf: string | null }
  /** `missing`: who may still sign, without the reader. */
  approvals: { need: number; given: { name: string; at: string }[]; missing: string[] }
  /** The verdict that ended it, where one did. */
  decision: { by: string; verdict: Verdict; note: string | null } | null
  /** The database's clock. */
  now: string
}

/** What the store knows for a notice; `role` is the reader's now, by which a tool may authorize. */
export type NoticeFacts = Omit<Notice, 'id' | 'what'> & {
  role: Person['role']
  mayDecide: boolean
  waitsForThem: boolean
  isMuted: boolean
}

/** A mail that was given up; `request` is null for an invitation. */
export type DeadMail = {
  id: string
  request: string | null
  title: string
  to: Named
  what: MailKind | 'invite'
  deadAt: string
  attempts: number
  why: string
}

/** The mail's part of the store. */
export interface MailStore {
  /** Makes one row per person and mail of what happened; returns how many happenings there were. */
  expandNotices(limit: number): Promise<number>
  /** Where this installation sends no mail: nothing waits for ever. */
  forgetNotices(): Promise<void>
  claimMails(limit: number, leaseMs: number): Promise<MailJob[]>
  claimInvites(limit: number, leaseMs: number): Promise<InviteJob[]>
  /** Each does nothing where the claim is not this one any more. */
  finishMail(claim: MailClaim): Promise<void>
  retryMail(claim: MailClaim, afterMs: number, error: string): Promise<void>
  giveUpMail(claim: MailClaim, error: string): Promise<void>
  /** Null where the invitation is not open any more. */
  invitation(job: InviteJob): Promise<Invitation | null>
  /** Null where the person is not of this organization any more, or may not see the request. */
  noticeFacts(job: MailJob): Promise<NoticeFacts | null>
  deadMails(org: string): Promise<DeadMail[]>
  /** Tries a mail again that was given up; false where there is none such. */
  reviveMail(org: string, id: string): Promise<boolean>
  mutedMail(org: string, person: string): Promise<MailKind[]>
  muteMail(org: string, person: string, muted: readonly MailKind[]): Promise<void>
}
