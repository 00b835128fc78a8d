import type { Mail, Mailer } from '@/lib/notify'
import type { Log } from './log'

const TRIES = 3
const PAUSE_MS = 2_000

/** Sends in the background; a mail server that is away for a moment loses nothing. `what`: what it is, for the log. */
export async function sendInBackground(mailer: Mailer | null, log: Log, what: string, mail: Mail): Promise<void> {
  if (mailer === null) return log.warn('no_mail', { what: `${what} was to be sent, and SMTP_URL is not set` })
  for (let left = TRIES; left > 0; left--) {
    try {
      return await mailer.send(mail)
    } catch (error) {
      log.error('mail_failed', error, { what, triesLeft: left - 1 })
      if (left > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
