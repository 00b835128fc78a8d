import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config, Secrets } from '@/lib/config'
import { type IdentityStore, identityFrom, sessionCookie } from '@/lib/identity'
import type { Inbox, MailSettings } from '@/lib/inbox'
import { type Mailer, signInLetter, written } from '@/lib/notify'
import type { Organization } from '@/lib/organization'
import type { Record } from '@/lib/record'
import type { Composition, Demo, Feed } from './composition'
import type { Log } from './log'
import { sendInBackground } from './mail-out'

/** The parts that adapters bring. `mailer` is null where this installation sends no mail. */
export type Parts = {
  config: Pick<Config, 'url' | 'oidc'>
  secrets: Pick<Secrets, 'auth'>
  log: Log
  inbox: Inbox
  organization: Organization
  record: Record
  mail: MailSettings
  identityStore: IdentityStore
  feed: Feed
  maySee: Composition['maySee']
  mailer: Mailer | null
  demo: Demo | null
  orgName: string | null
  whyNotReady: Composition['whyNotReady']
}

/** Joins the parts into what pages work with. Starts nothing. */
export function assemble(parts: Parts): Composition {
  const {
    config,
    secrets,
    log,
    inbox,
    organization,
    record,
    mail,
    identityStore,
    feed,
    maySee,
    mailer,
    demo,
    orgName,
    whyNotReady,
  } = parts
  const { url } = config
  const { host } = new URL(url)
  return {
    inbox,
    organization,
    record,
    mail,
    identity: identityFrom(identityStore, url),
    settings: {
      url,
      host,
      sessionCookie: sessionCookie(url),
      sendsMail: mailer !== null,
      isDevelopment: false,
      issuer: config.oidc === null ? null : { name: config.oidc.name, origin: new URL(config.oidc.issuer).origin },
      orgName,
    },
    door: {
      store: () => identityStore,
      secret: secrets.auth,
      url,
      oidc: config.oidc,
      sendLink: ({ to, link }) =>
        void sendInBackground(mailer, log, 'a sign-in link', written(signInLetter({ link, host }), to)),
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
    whyNotReady,
  }
}
