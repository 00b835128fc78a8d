import { createHash } from 'node:crypto'
import type { InviteJob, Log, MailClaim, MailJob, MailStore, Notice } from '@/lib/inbox'
import { inviteLetter, type Mail, type Mailer, requestLetter, written } from './mail'

/** Sends what waits in the outbox; `turn` does once what is due and says how much there was. */
export type Relay = { turn(): Promise<number> }

/** A mail is tried this often, over about three hours, before it is given up and shown to admins. */
const MAIL_ATTEMPTS = 10

/** How long a claimed mail is one relay's alone; longer than a mail server may take. */
const LEASE_MS = 120_000
const AT_ONCE = 10

/**
 * The relay. Mails are claimed by a lease and marked as sent afterwards, so one that dies in between is sent again by
 * whoever comes next, under the same Message-ID: at least once, and to its reader once. Any number may run.
 *
 * `notice` is the use case that says what a mail may say now; null: nothing any more. `mailer` null: this installation
 * sends no mail, and nothing waits for ever.
 */
export function relay(parts: {
  store: Omit<MailStore, 'noticeFacts' | 'deadMails' | 'reviveMail' | 'mutedMail' | 'muteMail'>
  notice: (job: MailJob) => Promise<Notice | null>
  mailer: Mailer | null
  url: string
  log: Log
  leaseMs?: number
}): Relay {
  const { store, notice, mailer, url, log, leaseMs = LEASE_MS } = parts
  const { host, hostname } = new URL(url)

  const aboutRequest = async (job: MailJob): Promise<Mail | null> => {
    const told = await notice(job)
    if (told === null) return null
    return {
      ...written(requestLetter(told, url), told.to.address),
      messageId: `<${told.id}.${shortHash(job.person)}@${hostname}>`,
      thread: `<${job.request}@${hostname}>`,
    }
  }

  const inviting = async (job: InviteJob): Promise<Mail | null> => {
    const invitation = await store.invitation(job)
    if (invitation === null) return null
    const { address, orgName, by } = invitation
    const letter = inviteLetter({ link: `${url}/join`, host, orgName, by })
    return { ...written(letter, address), messageId: `<invite.${job.invite}@${hostname}>` }
  }

  /** Null: what it would have said is not so any more. */
  const deliver = async (to: Mailer, claim: MailClaim, what: object, mail: () => Promise<Mail | null>) => {
    try {
      const ready = await mail()
      if (ready !== null) await to.send(ready)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log('warn', 'mail.failed', { ...what, attempt: claim.attempt, error })
      if (isForEver(error) || claim.attempt >= MAIL_ATTEMPTS) return store.giveUpMail(claim, why)
      return store.retryMail(claim, Math.min(7_500 * 2 ** claim.attempt, 3_600_000), why)
    }
    await store.finishMail(claim)
  }

  return {
    async turn() {
      if (mailer === null) {
        await store.forgetNotices()
        return 0
      }
      const happened = await store.expandNotices(50)
      const jobs = await store.claimMails(AT_ONCE, leaseMs)
      const invites = await store.claimInvites(AT_ONCE, leaseMs)
      await Promise.all([
        ...jobs.map((job) => deliver(mailer, job, { request: job.request, what: job.what }, () => aboutRequest(job))),
        ...invites.map((job) => deliver(mailer, job, { invite: job.invite }, () => inviting(job))),
      ])
      return happened + jobs.length + invites.length
    },
  }
}

/** A mail server that answers 5xx has said that it never will (RFC 5321, 4.2.1). */
function isForEver(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  return typeof code === 'number' && code >= 500
}

/** An id may hold what a Message-ID may not. */
function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
