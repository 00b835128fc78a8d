import { createHash } from 'node:crypto'
import type { Log, MailJob, MailStore, Notice } from '@/lib/inbox'
import { type Mailer, requestLetter, written } from './mail'

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
  store: Pick<MailStore, 'expandNotices' | 'forgetNotices' | 'claimMails' | 'finishMail' | 'retryMail' | 'giveUpMail'>
  notice: (job: MailJob) => Promise<Notice | null>
  mailer: Mailer | null
  url: string
  log: Log
  leaseMs?: number
}): Relay {
  const { store, notice, mailer, url, log, leaseMs = LEASE_MS } = parts
  const { hostname } = new URL(url)

  const deliver = async (to: Mailer, job: MailJob) => {
    try {
      const told = await notice(job)
      if (told !== null)
        await to.send({
          ...written(requestLetter(told, url), told.to.address),
          messageId: `<${told.id}.${shortHash(job.person)}@${hostname}>`,
          thread: `<${job.request}@${hostname}>`,
        })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log('warn', 'mail.failed', { request: job.request, what: job.what, attempt: job.attempt, error })
      if (isForEver(error) || job.attempt >= MAIL_ATTEMPTS) return store.giveUpMail(job, why)
      return store.retryMail(job, Math.min(7_500 * 2 ** job.attempt, 3_600_000), why)
    }
    await store.finishMail(job)
  }

  return {
    async turn() {
      if (mailer === null) {
        await store.forgetNotices()
        return 0
      }
      const happened = await store.expandNotices(50)
      const jobs = await store.claimMails(AT_ONCE, leaseMs)
      await Promise.all(jobs.map((job) => deliver(mailer, job)))
      return happened + jobs.length
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
