import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { Config, Secrets } from '@/lib/config'
import { machineApi } from '@/lib/http'
import { identityFrom, newKey } from '@/lib/identity'
import {
  commandKind,
  followMemberships,
  gateKind,
  type Log as InboxLog,
  makeInbox,
  makeMailSettings,
  type Ports,
  planKind,
  type Store,
} from '@/lib/inbox'
import { feed, mailer } from '@/lib/notify'
import { makeOrganization } from '@/lib/organization'
import { makeRecord } from '@/lib/record'
import { acceptSchema, approvalGate, compileInputs, judge } from '@/lib/schemas'
import {
  administration,
  changesSince,
  identities,
  makeStore,
  maySee,
  openDatabase,
  organizationStore,
  recordStore,
  whyNoAnswer,
} from '@/lib/store'
import { registry, type Tool } from '@/lib/tools'
import { ownTools } from '@/lib/tools/own'
import { staffingTools } from '@/lib/tools/samples'
import { assemble } from './assemble'
import type { Composition, Demo } from './composition'
import type { FrontParts } from './front-server'
import type { Log, LogFields } from './log'
import { mailbox } from './mailbox'
import { openStore, type ReadyDatabase } from './open-store'
import type { Worker } from './worker'
import { startWorkers } from './workers'

/** A process's parts, open and ready. */
export type Composed = {
  composition: Composition
  /** For what fills a database beside the use cases: setup, the demo. */
  store: Store
  api: FrontParts['api']
  /** Does what is due (expiries, performances) until stopped. `leaseMs`: how long what it took on is its alone. */
  startWorker(options?: { leaseMs?: number }): Worker
  /** Closes pools and feeds, and the own database. */
  close(): Promise<void>
}

/** Opens every adapter and joins it: database, store, inbox, feed, mail, machine API. `ready` is closed with it. */
export async function compose(
  config: Config,
  secrets: Secrets,
  log: Log,
  ready: ReadyDatabase | null = null,
): Promise<Composed> {
  return join(config, secrets, log, ready ?? (await openStore(config, log)))
}

async function join(config: Config, secrets: Secrets, log: Log, ready: ReadyDatabase): Promise<Composed> {
  const database = openDatabase(ready.url)
  const changes = feed(
    (place) => changesSince(database, place),
    (error) => log.error('feed_failed', error),
  )
  const inboxLog = logOf(log)
  const store = makeStore(database, (error, request) => inboxLog('error', 'perform.threw', { request, error }))
  const writes = toolsOf(config)
  const plans = planKind(writes, { compile: compileInputs, acceptSchema, judge })
  const tools = registry(writes, compileInputs, [...OWN_KINDS, plans])
  const ports: Ports = { store, random: (bytes) => randomBytes(bytes), newId: () => v7(), feed: changes, log: inboxLog }
  const inbox = makeInbox(ports, tools)
  const identityStore = identities(database)
  const organizations = await administration(database).organizations()
  const box = config.demo ? mailbox() : null
  const sender = box?.mailer ?? (config.mail === null ? null : mailer(config.mail))

  const records = recordStore(database)
  const organization = makeOrganization(
    {
      store: organizationStore(database),
      newId: () => v7(),
      newKey,
      follow: (org) => followMemberships(ports, tools, org),
    },
    tools,
  )

  const composition = assemble({
    config,
    secrets,
    log,
    inbox,
    organization,
    record: makeRecord(records),
    mail: makeMailSettings(store),
    identityStore,
    feed: changes,
    maySee: (person, requests) => maySee(database, person, requests),
    mailer: sender,
    demo: box === null ? null : demoOf(organizations, administration(database), box.mails),
    orgName: organizations.length === 1 ? (organizations[0]?.name ?? null) : null,
    whyNotReady: () => whyNoAnswer(database),
  })
  const { clientOf, rememberedClientOf } = identityFrom(identityStore, config.url)
  return {
    composition,
    store,
    api: machineApi({ inbox, clientOf, rememberedClientOf, publicUrl: config.url, log }).fetch,
    startWorker: ({ leaseMs } = {}) =>
      startWorkers({
        ports,
        tools,
        mailer: sender,
        sealAll: records.sealAll,
        url: config.url,
        log,
        inboxLog,
        leaseMs,
      }),
    close: async () => {
      changes.close()
      sender?.close()
      await database.close()
      await ready.close()
    },
  }
}

/** The kinds of request without a tool of somebody's that need to know none; a plan knows them all. */
const OWN_KINDS: readonly Tool[] = [commandKind(), gateKind(approvalGate)]

/** The tools of this installation: its own, and the samples where they are turned on. */
export function toolsOf({ samples }: Pick<Config, 'samples'>): Tool[] {
  return [...ownTools, ...(samples === null ? [] : staffingTools(samples))]
}

/** Sign-in by a click is for a database that the demo made, and for nothing else. */
function demoOf(
  organizations: readonly { id: string; name: string; demo: boolean }[],
  admin: Pick<ReturnType<typeof administration>, 'members'>,
  mails: Demo['mails'],
): Demo {
  const [only] = organizations
  if (organizations.length !== 1 || only?.demo !== true)
    throw new Error('COUNTERSIGN_DEMO is 1, and this database was not made by the demo: `npm run demo` makes one')
  return {
    mails,
    people: async () =>
      (await admin.members(only.id)).map(({ id, name, role }) => ({ id, name, says: SAYS[role] ?? role })),
  }
}

const SAYS: { [role: string]: string } = { member: 'Member', lead: 'Team lead', admin: 'Admin' }

/** The log as the use cases write it: facts beside an error are flattened, and the error is told apart. */
function logOf(log: Log): InboxLog {
  return (level, event, facts = {}) => {
    const { error, ...rest } = facts
    const fields: LogFields = Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
    )
    if (level === 'error') log.error(event, error ?? new Error(event), fields)
    else log[level](event, error === undefined ? fields : { ...fields, why: String(error) })
  }
}

function isPlain(value: unknown): value is LogFields[string] {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
