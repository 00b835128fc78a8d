import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ids } from './account'
import { SERVER_ENVIRONMENT } from './installation'
import { isAlive } from './is-alive'
import type { Place } from './place'

/**
 * Makes the cluster where there is none.
 *
 * It is built beside its place and renamed into it: a crash leaves no half-made cluster, and of two launchers at once
 * one rename succeeds and the other finds the place taken.
 */
export function initialize(place: Place, password: string): void {
  if (existsSync(place.data)) return
  sweepDrafts(place.home)
  const draft = path.join(place.home, `initdb-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.account) {
    chownSync(draft, place.account.uid, place.account.gid)
    chownSync(passwordFile, place.account.uid, place.account.gid)
  }
  try {
    // the builtin locale sorts by code point everywhere, whatever the system has installed
    const made = spawnSync(
      place.installation.initdb,
      [
        '-D',
        draft,
        '-U',
        'postgres',
        '-E',
        'UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ].concat(['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions']),
      {
        ...ids(place.account),
        cwd: place.home,
        env: SERVER_ENVIRONMENT,
        timeout: 120_000,
      },
    )
    if (made.status !== 0) {
      throw new Error(`initdb failed: ${made.error?.message ?? String(made.stderr).trim()}`, { cause: made.error })
    }
    renameSync(draft, place.data)
  } catch (error) {
    if (!existsSync(place.data)) throw error
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Removes what launchers left that died while they made a cluster. */
function sweepDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = /^initdb-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(home, name), { recursive: true, force: true })
  }
}
