import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, explainFaults, keepSecrets, readConfig, VARIABLES } from '@/lib/config'
import type { Store } from '@/lib/inbox'
import { invariant } from '@/lib/result'
import { compose, jsonLog, openStore, type ReadyDatabase } from '@/lib/server/start'
import { type Database, openDatabase, toolSql } from '@/lib/store'
import { build } from './build'
import { fillNorthgate, mondayAfter } from './demo/fill'
import { ORG, PEOPLE } from './demo/northgate'
import { startReceiver } from './demo/receiver'
import { clientOf, fillRequests } from './demo/requests'
import { fillTeams } from './demo/teams'
import { type Started, start } from './start'

/** What the demo remembers of itself, readable by its owner only. */
type Remembered = { key: string; monday: string }

const say = (text: string) => void process.stdout.write(`${text}\n`)
const log = jsonLog(() => undefined)

/**
 * `npm run demo`: an own PostgreSQL, a hotel group with people and requests in every state, and the server in front.
 * Stopping and starting keeps everything; so does killing any part of it.
 */
async function main(): Promise<void> {
  // a folder of its own in the data folder: an installation that lives there stays as it is
  const dataDir = path.resolve(process.env.COUNTERSIGN_DATA_DIR ?? '.data', 'demo')
  for (const dir of [path.dirname(dataDir), dataDir]) mkdirSync(dir, { recursive: true, mode: 0o711 })
  const env: Record<string, string | undefined> = {
    // the demo has a database and a mailbox of its own, whatever the shell is set up for
    ...Object.fromEntries(VARIABLES.map(({ name }) => [name, ''])),
    PORT: process.env.PORT,
    COUNTERSIGN_URL: `http://localhost:${process.env.PORT ?? 3000}`,
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_DEMO: '1',
    COUNTERSIGN_ANNOUNCE_URL: 'http://127.0.0.1:9/', // until the receiver listens
  }
  const config = configOf(env)
  // one build serves the demo and a real installation beside it: the key is that of the build
  env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = (await keepSecrets(configOf({}))).actionKey

  const building = build(say)
  say('Starting the database …')
  const ready = await openStore(config, log)
  const database = openDatabase(ready.url)
  const receiver = await startReceiver(toolSql(database.prisma))

  let server: Started | null = null
  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    server?.stop()
    await server?.stopped
    receiver.stop()
    await database.close()
    await ready.close()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
  try {
    const [remembered] = await Promise.all([
      remember(path.join(dataDir, 'demo.json'), () => fill(ready, config)),
      building,
    ])
    server = await start({ ...env, COUNTERSIGN_ANNOUNCE_URL: receiver.url }, { isQuiet: true })
    welcome(config.url, remembered)
    watch(database, () => {
      say('The database has ended. Start the demo again: everything is kept.')
      void stop(1)
    })
    await stop(await server.stopped)
  } catch (error) {
    complain(error)
    await stop(1)
  }
}

/** Calls back once the database has not answered three times in a row. */
function watch(database: Database, onGone: () => void): void {
  let missed = 0
  const timer = setInterval(async () => {
    try {
      await database.prisma.$queryRaw`SELECT 1 AS one`
      missed = 0
    } catch (error) {
      missed++
      if (missed < 3) return
      clearInterval(timer)
      log.error('database_gone', error)
      onGone()
    }
  }, 2_000)
}

function configOf(env: Record<string, string | undefined>): Config {
  const read = readConfig(env)
  if (!read.ok) throw new Error(explainFaults(read.error))
  return read.value
}

/** Fills the database once. A start that was cut short keeps the requests it had come to. */
async function fill(ready: ReadyDatabase, config: Config): Promise<Remembered> {
  say('Filling it with people and requests …')
  const monday = mondayAfter(new Date())
  const database = openDatabase(ready.url)
  const { rota } = await fillNorthgate(database, ready.ownerUrl ?? ready.url, { demo: true, monday })
  await database.close()
  const composed = await compose(config, await keepSecrets(config), log, { ...ready, close: async () => undefined })
  try {
    const { inbox } = composed.composition
    const before = await inbox.listForClient(clientOf('rota'), { limit: 1 })
    if (before.ok && before.value.requests.length === 0) {
      await fillTeams(composed.composition.organization)
      await fillRequests({ inbox, monday, lapse: (request) => lapse(composed.store, ready, request) })
    }
  } finally {
    await composed.close()
  }
  return { key: rota, monday }
}

/** A day goes by for one approved request that nobody took away. */
async function lapse(store: Store, ready: ReadyDatabase, request: string): Promise<void> {
  const database = openDatabase(ready.url)
  try {
    const sql = toolSql(database.prisma)
    await sql.query("update timers set due = now() - interval '1 second' where request = $1::uuid and what = 'lapse'", [
      request,
    ])
    const { code } = await store.recordOutcome({
      org: ORG.id,
      request,
      event: 'request.lapsed',
      actor: null,
      onlyFrom: 'waiting',
      outcome: 'lapsed',
      note: null,
      outputTail: null,
      idempotency: null,
    })
    invariant(code === 'ok', 'the day that went by was written down')
  } finally {
    await database.close()
  }
}

async function remember(file: string, make: () => Promise<Remembered>): Promise<Remembered> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const made = await make()
  writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return made
}

function welcome(url: string, { key, monday }: Remembered): void {
  const friday = new Date(`${monday}T00:00:00Z`)
  friday.setUTCDate(friday.getUTCDate() + 11)
  const proposal = {
    kind: 'write',
    tool: 'assign_shift',
    inputs: {
      date: friday.toISOString().slice(0, 10),
      place: 'harbour-bar',
      role: 'bar_supervisor',
      shift: 'S-20954',
      worker: 'W-1187',
    },
    on_behalf_of: PEOPLE.tomas.email,
    agent: { name: 'Rota agent', words: 'Maya is free that Friday and knows the bar.' },
  }
  say(`
Countersign is at ${url}

Sign in there with one click: as ${PEOPLE.dana.name} (decides shifts, orders, announcements), ${PEOPLE.ines.name} (the
second of two), or ${PEOPLE.tomas.name} (whom the rota agent asks for). Mail is shown at ${url}/demo/mail

Propose a write, with the inbox open:

curl -sS ${url}/api/v1/requests -H 'authorization: Bearer ${key}' -H 'content-type: application/json' -d '${JSON.stringify(proposal)}'

Ctrl-C stops it; what happened stays.`)
}

function complain(error: unknown): void {
  process.stderr.write(`The demo could not start: ${error instanceof Error ? error.message : String(error)}\n`)
}

main().catch((error: unknown) => {
  complain(error)
  process.exit(1)
})
