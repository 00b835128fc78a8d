import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ids } from './account'
import { SERVER_ENVIRONMENT } from './installation'
import type { Place } from './place'
import { disownPidFile, runningPostmaster } from './postmaster'

const BASE_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Returns the port of a server on this cluster that answers; starts one where none runs.
 *
 * There is no lock among launchers: PostgreSQL's own pid file lets one server live, and whoever lost the race sees its
 * own attempt end and the other's server answer.
 */
export async function serve(
  place: Place,
  password: string,
  settings: Record<string, string>,
  log: (sentence: string) => void,
): Promise<number> {
  const began = Date.now()
  let attempt: Attempt | undefined
  for (let attempts = 0; ; ) {
    const running = runningPostmaster(place.data)
    if (running && (await answers(running.port, password))) {
      writeWhole(portFile(place), String(running.port))
      if (running.pid !== attempt?.child.pid) log(`PostgreSQL already runs on port ${running.port}; it is used.`)
      return running.port
    }
    // starting, or recovering from a crash: that may take long and must not be disturbed
    const waitsFor = running ? 600_000 : 30_000
    const failure = attempt?.failure()
    if (Date.now() - began > waitsFor) throw new Error(`PostgreSQL did not answer in time. ${lastWords(place)}`)
    if (failure instanceof Error)
      throw new Error(`PostgreSQL could not be started: ${failure.message}`, { cause: failure })
    if (!running && (attempt === undefined || failure === 'ended')) {
      // backends of a killed server go within moments, and until then a new one is refused
      const isPatient = lastWords(place).includes('pre-existing shared memory block')
      if (attempts >= 5 && !isPatient) throw new Error(`PostgreSQL does not start. ${lastWords(place)}`)
      if (attempts > 0) await pause(200)
      attempt = launch(place, await freePort(attempts === 0 ? portFile(place) : undefined), settings)
      attempts += 1
    }
    await pause(15)
  }
}

type Attempt = { child: ChildProcess; failure(): Error | 'ended' | undefined }

function launch(place: Place, port: number, settings: Record<string, string>): Attempt {
  disownPidFile(place.data)
  const options = Object.entries({ ...BASE_SETTINGS, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const log = openLog(place)
  // its own session and a file for its output: neither Ctrl-C in the terminal nor our death reaches it
  const child = spawn(place.installation.postgres, ['-D', place.data, '-p', String(port), ...options], {
    ...ids(place.account),
    cwd: place.data,
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  return {
    child,
    failure: () => failure ?? (child.exitCode !== null || child.signalCode !== null ? 'ended' : undefined),
  }
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined) // the server may go away while we ask; the next look will tell
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new Error('The password in postgres-password is not the one the embedded database was made with.', {
        cause: error,
      })
    }
    return false
  }
}

/** The port used last time, while it is free: a written-down address stays right. */
async function freePort(remembered: string | undefined): Promise<number> {
  const wanted = remembered && existsSync(remembered) ? Number(readFileSync(remembered, 'utf8')) : 0
  if (wanted > 0 && (await bindable(wanted)) !== undefined) return wanted
  const port = await bindable(0)
  if (port === undefined) throw new Error('No free port on 127.0.0.1.')
  return port
}

function bindable(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : undefined))
    })
  })
}

const LOG_LIMIT_BYTES = 5 * 1024 * 1024

function openLog(place: Place): number {
  const file = openSync(path.join(place.home, 'postgres.log'), 'a', 0o600)
  if (fstatSync(file).size > LOG_LIMIT_BYTES) ftruncateSync(file)
  if (place.account) chownSync(path.join(place.home, 'postgres.log'), place.account.uid, place.account.gid)
  return file
}

function lastWords(place: Place): string {
  const file = path.join(place.home, 'postgres.log')
  if (!existsSync(file)) return ''
  return `The end of ${file}:\n${readFileSync(file, 'utf8').trimEnd().split('\n').slice(-6).join('\n')}`
}

function portFile(place: Place): string {
  return path.join(place.dataDir, 'postgres-port')
}

function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}
