import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './read-config'

/** What must be random, stable over restarts and known to nobody else. */
export type Secrets = { auth: string; actionKey: string }

/**
 * The secrets in the settings, or else made once and kept in the data folder, readable for its owner only (0600).
 * Two processes that start at once agree on one: a file is written whole and then linked, and the first link wins.
 */
export async function keepSecrets(config: Pick<Config, 'dataDir' | 'secrets'>): Promise<Secrets> {
  return {
    auth: config.secrets.auth ?? (await kept(config.dataDir, 'secret', () => randomBytes(32).toString('hex'))),
    actionKey:
      config.secrets.actionKey ?? (await kept(config.dataDir, 'action-key', () => randomBytes(32).toString('base64'))),
  }
}

/**
 * Hands on what libraries read from the environment themselves. next-auth believes the Host header unless `AUTH_URL`
 * is set; Next reads the action key.
 */
export function exportForLibraries(
  config: Pick<Config, 'url'>,
  secrets: Secrets,
  env: NodeJS.ProcessEnv = process.env,
): void {
  env.AUTH_URL = config.url
  env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = secrets.actionKey
  env.NEXT_TELEMETRY_DISABLED = '1'
}

async function kept(dataDir: string, name: string, make: () => string): Promise<string> {
  const path = join(dataDir, name)
  const found = await readIfThere(path)
  if (found !== null) return found
  await mkdir(dataDir, { recursive: true, mode: 0o711 }) // the own database may run under another account; what is secret is 0600
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, make(), { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return await readFile(path, 'utf8')
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8')
    if (text === '') throw new Error(`${path} is empty: remove it, and a new one is made`)
    return text
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
