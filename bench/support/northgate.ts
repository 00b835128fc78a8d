import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepSecrets, readConfig } from '@/lib/config'
import { newSessionToken, secretHash, sessionCookie } from '@/lib/identity'
import type { Inbox } from '@/lib/inbox'
import type { Client, Person } from '@/lib/policy'
import { compose, jsonLog } from '@/lib/server/start'
import { openDatabase } from '@/lib/store'
import type { TestDatabase } from '@/lib/store/testing'
import { fillNorthgate, mondayAfter } from '@/scripts/demo/fill'
import { PEOPLE } from '@/scripts/demo/northgate'
import { PAYOUT_GATE } from '@/scripts/demo/payout-gate'
import { type Front, freePort, startFront } from './front'
import { ownDatabase } from './postgres'

const ORG = 'northgate'

/** Northgate Hotels, served by the build, with a second set of the use cases in this process to prepare things with. */
export type Northgate = {
  url: string
  database: TestDatabase
  front: Front
  inbox: Inbox
  dana: Person
  rota: Client
  purchasing: Client
  /** What purchasing puts into its calls. */
  authorization: string
  /** A new session's cookie. */
  signIn(person: string): Promise<string>
  /** An approved-or-not order, as purchasing proposes it. */
  proposeOrder(): Promise<string>
  /** The gate of the demo. */
  proposeGate(): Promise<string>
  close(): Promise<void>
}

export const ORDER = { tool: 'order_supplies', inputs: { place: 'harbour-bar', item: 'bar-towels', quantity: 2 } }

export async function northgate(): Promise<Northgate> {
  const database = await ownDatabase()
  const filling = openDatabase(database.url)
  const keys = await fillNorthgate(filling, database.ownerUrl, { demo: false, monday: mondayAfter(new Date()) })
  await filling.close()

  const port = await freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-bench-'))
  const env = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    COUNTERSIGN_DATA_DIR: dataDir,
    // with it come the sample tools; nothing here announces anything
    COUNTERSIGN_ANNOUNCE_URL: 'http://127.0.0.1:9/announcements',
  }
  const front = await startFront(env, port)
  const config = readConfig({ ...env, PORT: `${port}` })
  if (!config.ok) throw new Error('these settings are right')
  const ready = { url: database.url, ownerUrl: null, close: async () => undefined }
  const composed = await compose(
    config.value,
    await keepSecrets(config.value),
    jsonLog(() => undefined),
    ready,
  )
  const { inbox } = composed.composition
  const purchasing = client('purchasing')
  return {
    url: front.url,
    database,
    front,
    inbox,
    dana: { kind: 'person', org: ORG, id: PEOPLE.dana.id, name: PEOPLE.dana.name, role: 'lead' },
    rota: client('rota'),
    purchasing,
    authorization: `Bearer ${keys.purchasing}`,
    async signIn(person) {
      const token = newSessionToken()
      await database.query(
        "insert into sessions (token_hash, user_id, expires_at) values ($1, $2, app_now() + interval '1 day')",
        [secretHash(token), person],
      )
      return `${sessionCookie(front.url).name}=${token}`
    },
    async proposeOrder() {
      const proposed = await inbox.propose(purchasing, ORDER, null)
      if (!proposed.ok) throw new Error(`not proposed: ${JSON.stringify(proposed.error)}`)
      return proposed.value.request.id
    },
    async proposeGate() {
      const proposed = await inbox.propose(client('payroll'), { kind: 'gate', inputs: PAYOUT_GATE }, null)
      if (!proposed.ok) throw new Error(`not proposed: ${JSON.stringify(proposed.error)}`)
      return proposed.value.request.id
    },
    async close() {
      await composed.close()
      await front.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function client(id: string): Client {
  return { kind: 'client', org: ORG, id, name: id, scopes: ['propose', 'read', 'redeem'] }
}
