import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Identity, SessionCookie } from '@/lib/identity'
import type { DoorSettings } from '@/lib/identity/next-auth'
import type { Inbox, MailSettings } from '@/lib/inbox'
import type { Organization } from '@/lib/organization'
import type { Person } from '@/lib/policy'
import type { Record } from '@/lib/record'
import type { Log } from './log'
import type { ShownMail } from './mailbox'

/** What pages, actions and routes work with; plain values only. */
export type Composition = {
  inbox: Inbox
  organization: Organization
  record: Record
  mail: MailSettings
  identity: Identity
  settings: Settings
  /** What signing in needs; `app/` makes the door of it. */
  door: DoorSettings
  feed: Feed
  /** Of these requests, the ones this person may see; one query. */
  maySee(person: Person, requests: readonly string[]): Promise<ReadonlySet<string>>
  /** The status of the page being rendered; only on a document load. */
  reply: AsyncLocalStorage<Reply>
  /** Null unless this is the demo. */
  demo: Demo | null
  log: Log
  /** Why this server is of no use just now: its database does not answer. Null: it is ready. */
  whyNotReady(): Promise<string | null>
}

/** The part of the settings that pages may know. `url` is an origin; `orgName` is null where there are several. */
export type Settings = {
  url: string
  host: string
  sessionCookie: SessionCookie
  sendsMail: boolean
  isDevelopment: boolean
  /** The second way to sign in; a form may lead to this origin. */
  issuer: { name: string; origin: string } | null
  orgName: string | null
}

/** Changes as they are committed, from every server on this database. */
export interface Feed {
  /** Calls back for each; the answer ends it. */
  subscribe(listener: (change: { org: string; request: string }) => void): () => void
}

/**
 * The answer that is being made. A page sets `status` where what it shows is an expected «no»: a thrown `notFound()` is
 * blank without JavaScript. `isReached`: something of ours has seen the request, so Next could read it.
 */
export type Reply = { status?: number; isPost?: boolean; isReached?: true }

/** One-click sign-in, and the mails that would have been sent. `people` are those whom the demo itself made. */
export type Demo = {
  people(): Promise<{ id: string; name: string; says: string }[]>
  mails(): ShownMail[]
}

const KEY = Symbol.for('countersign')

/** The composition of this process; throws where the front has not set one (a page outside of it). */
export function composition(): Composition {
  const found = holder()[KEY]
  if (found === undefined) throw new Error('there is no composition: pages run behind the front only')
  return found
}

/** Sets it, before Next starts. */
export function setComposition(value: Composition): void {
  holder()[KEY] = value
}

function holder(): { [KEY]?: Composition } {
  // The one place where a value crosses from one module graph into the other.
  return globalThis as { [KEY]?: Composition }
}
