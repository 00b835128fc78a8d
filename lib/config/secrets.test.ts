import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportForLibraries, keepSecrets } from './index'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-config-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const unset = { auth: null, actionKey: null }

it('makes each secret once, for its owner only', async () => {
  const first = await keepSecrets({ dataDir, secrets: unset })
  expect(await keepSecrets({ dataDir, secrets: unset })).toEqual(first)
  expect(Buffer.from(first.actionKey, 'base64')).toHaveLength(32)
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataDir, 'action-key'))).mode & 0o777).toBe(0o600)
})

it('gives every process that starts at once the same secret, and leaves no draft behind', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => keepSecrets({ dataDir, secrets: unset })))
  expect(new Set(made.map(({ auth }) => auth)).size).toBe(1)
  expect((await readdir(dataDir)).sort()).toEqual(['action-key', 'secret'])
})

it('uses what is set, and writes nothing then', async () => {
  const set = { auth: 'a'.repeat(32), actionKey: 'b'.repeat(44) }
  expect(await keepSecrets({ dataDir, secrets: set })).toEqual(set)
  expect(await readdir(dataDir)).toEqual([])
})

it('tells next-auth the configured address, so that it never believes a Host header', () => {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test' }
  exportForLibraries({ url: 'https://countersign.example' }, { auth: 'a', actionKey: 'k' }, env)
  expect(env).toMatchObject({ AUTH_URL: 'https://countersign.example', NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'k' })
})
