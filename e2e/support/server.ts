import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Server = { url: string; stop(): Promise<void> }

/** How long a server may take to answer, and to end (ms). */
const patience = 60_000

/**
 * Starts what `npm run build` made, as its own process on a free port, and waits until it answers. Every variable of
 * Countersign that the shell has is left out; `settings` says what this server gets, where it
 * is needed by the address that it will have.
 */
export async function startServer(
  settings: Record<string, string> | ((url: string) => Promise<Record<string, string>>),
): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = typeof settings === 'function' ? await settings(url) : settings
  const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-e2e-'))
  const { PATH = '', HOME = '', TZ = '' } = process.env
  const child = spawn(process.execPath, ['dist/front.js'], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: {
      PATH,
      HOME,
      TZ,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      COUNTERSIGN_URL: url,
      COUNTERSIGN_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const listen = (text: Buffer) => {
    said = `${said}${text}`.slice(-20_000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))

  const stop = async () => {
    child.kill('SIGTERM')
    const clock = setTimeout(() => child.kill('SIGKILL'), patience)
    await ended
    clearTimeout(clock)
    rmSync(dataDir, { recursive: true, force: true })
    // What the server logged of errors belongs to the report of the run.
    const errors = said.split('\n').filter((line) => /"level":"error"|Error:/.test(line))
    if (errors.length > 0) console.log(`The server said:\n${errors.join('\n')}`)
  }

  const limit = Date.now() + patience
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > limit) {
      await stop()
      throw new Error(`the server did not answer on ${url}:\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { url, stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
