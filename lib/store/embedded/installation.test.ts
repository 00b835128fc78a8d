import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ids, serverAccount } from './account'
import { copyInstallation, linkLibraries, packagedInstallation } from './installation'

const folder = mkdtempSync(path.join(tmpdir(), 'installation-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true }))

const account = serverAccount(`${folder}/none`)

test('copied programs run as the account they were copied for', () => {
  const copy = copyInstallation(packagedInstallation(), folder, account)
  const run = spawnSync(copy.postgres, ['--version'], { ...ids(account), cwd: '/', encoding: 'utf8' })
  expect(run.stdout).toContain('PostgreSQL')
  expect(copyInstallation(packagedInstallation(), folder, account)).toEqual(copy)
})

test('the library links that an install without scripts leaves out are made', () => {
  const copy = copyInstallation(packagedInstallation(), folder, account)
  const list: { target: string }[] = JSON.parse(readFileSync(path.join(copy.folder, 'pg-symlinks.json'), 'utf8'))
  for (const { target } of list) rmSync(path.join(copy.folder, path.relative('native', target)))
  const run = () => spawnSync(copy.initdb, ['--version'], { ...ids(account), cwd: '/' }).status
  expect(run()).not.toBe(0)
  expect(linkLibraries(copy)).toBe(true)
  expect(run()).toBe(0)
})
