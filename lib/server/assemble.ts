import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config, Secrets } from '@/lib/config'
import { type IdentityStore, identityFrom, sessionCookie } from '@/lib/identity'
import type { Inbox } from '@/lib/inbox'
import { type Mailer, signInLetter, written } from '@/lib/notify'
import type { Composition, Demo, Feed } from './composition'
import type { Log } from './log'

/** The parts that adapters bring. `mailer` is null where this installation sends no mail. */
export type Parts = {
  config: Pick<Config, 'url'>
  secrets: Pick<Secrets, 'auth'>
  log: Log
  inbox: Inbox
  identityStore: IdentityStore
  feed: Feed
  maySee: Composition['maySee']
  mailer: Mailer | null
  demo: Demo | null
  orgName: string | null
}

/** Joins the parts into what pages work with. Starts nothing. */
export function assemble(parts: Parts): Composition {
  const { config, secrets, log, inbox, identityStore, feed, maySee, mailer, demo, orgName } = parts
  const { url } = config
  const { host } = new URL(url)
  return {
    inbox,
    identity: identityFrom(identityStore, url),
    settings: {
      url,
      host,
      sessionCookie: sessionCookie(url),
      sendsMail: mailer !== null,
      isDevelopment: false,
      orgName,
    },
    door: {
      store: () => identityStore,
      secret: secrets.auth,
      url,
      sendLink: ({ to, link }) => void sendLink(mailer, log, to, link, host),
      log: (level, event, error) =>
        level === 'error'
          ? log.error(event, error)
          : log.info(event, { why: error instanceof Error ? ('type' in error ? String(error.type) : error.name) : '' }),
    },
    feed,
    maySee,
    reply: new AsyncLocalStorage(),
    demo,
    log,
  }
}

const TRIES = 3

/** Sends in the background; a mail server that is away for a moment loses no link. */
async function sendLink(mailer: Mailer | null, log: Log, to: string, link: string, host: string): Promise<void> {
  if (mailer === null) return log.warn('no_mail', { what: 'a sign-in link was asked for, and SMTP_URL is not set' })
  for (let left = TRIES; left > 0; left--) {
    try {
      return await mailer.send(written(signInLetter({ link, host }), to))
    } catch (error) {
      log.error('sign_in_mail_failed', error, { triesLeft: left - 1 })
      if (left > 1) await new Promise((resolve) => setTimeout(resolve, 2_000))
    }
  }
}
