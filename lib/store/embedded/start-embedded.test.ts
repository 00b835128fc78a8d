import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ids, serverAccount } from './account'
import { runningPostmaster, stopPostmaster } from './postmaster'
import { startEmbedded } from './start-embedded'

const isRoot = process.getuid?.() === 0
const folders: string[] = []
const children: ChildProcess[] = []
const said: string[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  for (const folder of folders.splice(0)) {
    for (const cluster of clustersOf(folder)) {
      await stopPostmaster(cluster)
      rmSync(path.dirname(cluster), { recursive: true, force: true })
    }
    rmSync(folder, { recursive: true, force: true })
  }
  said.length = 0
})

/** The server of a test is stopped although the test failed half-way. */
function clustersOf(folder: string): string[] {
  const aside = said.flatMap((sentence) => / kept in (\S+) instead/.exec(sentence)?.[1] ?? [])
  return [path.join(folder, '.data/postgres'), ...aside].filter((cluster) => existsSync(cluster))
}

function aDataDir(mode = 0o755): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'embedded-')))
  chmodSync(folder, mode)
  folders.push(folder)
  return path.join(folder, '.data')
}

function start(dataDir: string) {
  return startEmbedded({ dataDir, log: (sentence) => said.push(sentence) })
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // servers are killed here
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

function pidOf(dataDir: string): number {
  const running = runningPostmaster(path.join(dataDir, 'postgres'))
  if (!running) throw new Error('no server runs')
  return running.pid
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function launchInProcess(
  dataDir: string,
): Promise<{ child: ChildProcess; ownerUrl: string; port: number; said: string[] }> {
  const file = path.join(import.meta.dirname, 'launcher.fixture.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', file, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    if (text.includes('\n')) break
  }
  return { child, ...JSON.parse(text) }
}

test('a stopped server comes back with its data, at the same port', async () => {
  const dataDir = aDataDir()
  const first = await start(dataDir)
  await query(first.ownerUrl, 'create table kept as select 7 as n')
  await first.stop()
  await expect(query(first.ownerUrl, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })

  const second = await start(dataDir)
  expect(second.ownerUrl).toBe(first.ownerUrl)
  expect(await query(second.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }])
  expect(Number(readFileSync(path.join(dataDir, 'postgres-port'), 'utf8'))).toBe(second.port)
  await second.stop()
})

test('nobody gets in without the password, which only its owner can read', async () => {
  const dataDir = aDataDir()
  const server = await start(dataDir)
  const wrong = new URL(server.ownerUrl)
  wrong.password = 'wrong'
  await expect(query(wrong.toString(), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(path.join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  const [settings] = await query(
    server.ownerUrl,
    `select current_setting('listen_addresses') as listens, current_setting('TimeZone') as zone,
            current_setting('jit') as jit, current_setting('max_connections') as connections`,
  )
  expect(settings).toEqual({ listens: '127.0.0.1', zone: 'UTC', jit: 'off', connections: '100' })
  await server.stop()
})

test('a server that is killed under a writer loses no acknowledged row', async () => {
  const dataDir = aDataDir()
  const server = await start(dataDir)
  await query(server.ownerUrl, 'create table written (n int primary key)')
  const writer = new pg.Client({ connectionString: server.ownerUrl })
  writer.on('error', () => undefined)
  await writer.connect()
  let acknowledged = 0
  const writing = (async () => {
    for (let n = 1; ; n += 1) {
      await writer.query('insert into written values ($1)', [n])
      acknowledged = n
    }
  })()
  await until(() => acknowledged >= 50)
  process.kill(pidOf(dataDir), 'SIGKILL')
  await expect(writing).rejects.toThrow()

  const again = await start(dataDir)
  const [row] = await query<{ count: number }>(
    again.ownerUrl,
    'select count(*)::int as count from written where n <= $1',
    [acknowledged],
  )
  expect(row?.count).toBe(acknowledged)
  await again.stop()
})

test('a server outlives the kill of its launcher and is adopted by the next start, which can stop it', async () => {
  const dataDir = aDataDir()
  const { child, ownerUrl } = await launchInProcess(dataDir)
  const pid = pidOf(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')

  const next = await start(dataDir)
  expect(next.ownerUrl).toBe(ownerUrl)
  expect(pidOf(dataDir)).toBe(pid)
  await next.stop()
  await expect(query(ownerUrl, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('launchers at once share one server, and only the last to leave stops it', async () => {
  const dataDir = aDataDir()
  const launched = await Promise.all([launchInProcess(dataDir), launchInProcess(dataDir), launchInProcess(dataDir)])
  expect(new Set(launched.map(({ ownerUrl }) => ownerUrl)).size).toBe(1)
  const adopted = launched.filter((launcher) => launcher.said.some((sentence) => sentence.includes('already runs')))
  expect(adopted).toHaveLength(2)

  const url = launched[0]?.ownerUrl ?? ''
  for (const [n, { child }] of launched.entries()) {
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    child.stdin?.end()
    await once(child, 'exit')
    expect(runningPostmaster(path.join(dataDir, 'postgres')) === undefined).toBe(n === 2)
  }
})

test('a pid file whose pid now belongs to another program does not keep the server from starting', async () => {
  const dataDir = aDataDir()
  const first = await start(dataDir)
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid')
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  const stranger = spawn('sleep', ['600'], { ...ids(serverAccount(path.join(dataDir, 'postgres'))), cwd: '/' })
  children.push(stranger)
  await once(stranger, 'spawn')
  writeFileSync(pidFile, [stranger.pid, ...rest].join('\n'))

  expect(runningPostmaster(path.join(dataDir, 'postgres'))).toBeUndefined()
  const second = await start(dataDir)
  expect(pidOf(dataDir)).not.toBe(stranger.pid)
  await second.stop()
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('a folder copied from under a running server gets a server of its own', async () => {
  const dataDir = aDataDir()
  const original = await start(dataDir)
  const pidText = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  const copyDir = aDataDir()
  await (await start(copyDir)).stop()
  writeFileSync(path.join(copyDir, 'postgres/postmaster.pid'), pidText)

  const copy = await start(copyDir)
  expect(copy.port).not.toBe(original.port)
  expect(pidOf(copyDir)).not.toBe(pidOf(dataDir))
  await copy.stop()
  await original.stop()
})

test('a cluster half made by a launcher that died is swept away, and a new one is made', async () => {
  const dataDir = aDataDir()
  const { child } = await launchInProcess(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await stopPostmaster(path.join(dataDir, 'postgres'))
  rmSync(path.join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(path.join(dataDir, `initdb-${child.pid}-00000000.password`), 'left behind')

  const server = await start(dataDir)
  expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('initdb-'))).toEqual([])
  await server.stop()
})

test('a lost password is said, and the data is left alone', async () => {
  const dataDir = aDataDir()
  await (await start(dataDir)).stop()
  rmSync(path.join(dataDir, 'postgres-password'))
  await expect(start(dataDir)).rejects.toThrow('postgres-password is missing')
  expect(existsSync(path.join(dataDir, 'postgres/PG_VERSION'))).toBe(true)
})

if (isRoot) {
  test('as root, in a folder closed to the account that runs the server, the data is kept under /var/lib and that is said', async () => {
    const dataDir = aDataDir(0o700)
    const first = await start(dataDir)
    expect(said.join('\n')).toMatch(
      /cannot reach .+; the database is kept in \/var\/lib\/countersign-[0-9a-f]{12}\/postgres instead/,
    )
    await query(first.ownerUrl, 'create table kept as select 7 as n')
    await first.stop()

    chmodSync(path.dirname(dataDir), 0o755) // what opens the folder later must not lead to a second, empty database
    const second = await start(dataDir)
    expect(await query(second.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }])
    await second.stop()
  })
}
