import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase } from '@/lib/store'
import { ensureLogin, migrate } from '@/lib/store/migrate'
import { fillNorthgate, mondayAfter } from '../demo/fill'
import type { Role } from './process.fixture'
import { bundled, databaseVictim, processVictim, type Victim } from './victims'

/** How many shifts there are; each request gets one of its own. */
const SHIFTS = 3_000

export type World = {
  base: string
  readonly ownerUrl: string
  keys: { rota: string; purchasing: string }
  victims: { server: Victim; worker: Victim; database: Awaited<ReturnType<typeof databaseVictim>> }
  /** What was posted under each key; a receiver that does one thing per key. */
  received: Map<string, string>
  /** Posts under a known key that said something else. */
  contradictions: string[]
  /** Answers that agents have got: whoever kills waits for some, so that each kill meets work. */
  answers: number
  close(): Promise<void>
}

/** A database, a server and a worker of their own, and the world outside. */
export async function aWorldToCrash(): Promise<World> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crash-'))
  chmodSync(dataDir, 0o711)
  const database = await databaseVictim(dataDir)
  const { ownerUrl } = database.embedded
  const dir = path.join(import.meta.dirname, '../../prisma/migrations')
  const migrated = await migrate({ ownerUrl, dir, log: () => undefined })
  if (!migrated.ok) throw new Error('the database was not migrated')
  const login = await ensureLogin({ ownerUrl, password: database.embedded.loginPassword('countersign_web') })
  if (!login.ok) throw new Error('the login was not made')
  const keys = await fill(login.value.url, ownerUrl)

  const receiver = await startReceiver()
  const file = await bundled()
  const port = await freePort()
  const servingUrl = () => {
    const url = new URL(login.value.url)
    url.port = String(database.embedded.port)
    return url.toString()
  }
  const told = (role: Role) => () => ({ role, url: servingUrl(), port, announceUrl: receiver.url, leaseMs: 1_500 })
  const server = processVictim(file, told('server'))
  const worker = processVictim(file, told('worker'))
  await Promise.all([server.start(), worker.start()])
  return {
    base: `http://127.0.0.1:${port}`,
    get ownerUrl() {
      return database.embedded.ownerUrl
    },
    keys,
    victims: { server, worker, database },
    received: receiver.received,
    contradictions: receiver.contradictions,
    answers: 0,
    async close() {
      await Promise.all([server.stop(), worker.stop()])
      receiver.stop()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
      rmSync(file, { force: true })
    },
  }
}

async function fill(url: string, ownerUrl: string): Promise<World['keys']> {
  const database = openDatabase(url, { max: 2 })
  const keys = await fillNorthgate(database, ownerUrl, { demo: false, monday: mondayAfter(new Date()) })
  await database.close()
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `insert into staffing.shifts (org, id, place, role, starts, ends, opened)
     select 'northgate', 'C-' || i, 'harbour-bar', 'bar_staff', d + time '08:00', d + time '16:00', d - 1
     from generate_series(0, $1::int - 1) i, lateral (select date '2030-01-07' + i * 3 as d) day`,
    [SHIFTS],
  )
  await owner.end()
  return keys
}

/** The day of a shift, as its inputs name it. */
export function dayOf(shift: number): string {
  const date = new Date('2030-01-07T00:00:00Z')
  date.setUTCDate(date.getUTCDate() + shift * 3)
  return date.toISOString().slice(0, 10)
}

/** Takes its time with every other answer, so that a worker can die between asking and hearing. */
async function startReceiver() {
  const received = new Map<string, string>()
  const contradictions: string[] = []
  let calls = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'])
      const body = Buffer.concat(parts).toString('utf8')
      const before = received.get(key)
      if (before !== undefined && before !== body) contradictions.push(key)
      received.set(key, body)
      setTimeout(() => response.writeHead(204).end(), calls++ % 2 === 0 ? 0 : 120)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, received, contradictions, stop }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket()
    socket.listen(0, '127.0.0.1', () => {
      const address = socket.address()
      socket.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
