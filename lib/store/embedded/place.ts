import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Account, giveTo, mayEnter, mayRun, serverAccount } from './account'
import { copyInstallation, type Installation, linkLibraries, packagedInstallation } from './installation'

/** Where the server's programs and data are, and who runs it. */
export type Place = {
  installation: Installation
  /** Holds the cluster and the server's log. */
  home: string
  /** The cluster: PostgreSQL's own data directory. */
  data: string
  account: Account | undefined
  /** Countersign's data folder, which holds password and port. */
  dataDir: string
}

/**
 * Decides where the server of this data folder lives.
 *
 * In the data folder and in node_modules, unless we are root and the account that must run the server cannot get
 * there (a checkout in /root): then a copy under /var/lib, named after the data folder, and `log` is told. A cluster
 * that exists stays where it is, so a change of permissions never leads to a second, empty database.
 */
export function choosePlace(dataDir: string, log: (sentence: string) => void): Place {
  // 0711 as root: the server's account passes through; what is secret in here is 0600 by itself
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const aside = path.join(
    '/var/lib',
    `countersign-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)}`,
  )
  const inPlace = path.join(dataDir, 'postgres')
  const isInPlace = existsSync(inPlace)
  const isAside = !isInPlace && existsSync(path.join(aside, 'postgres'))

  const account = serverAccount(isAside ? path.join(aside, 'postgres') : inPlace)
  if (!account) {
    if (isAside) {
      throw new Error(
        `The database of this folder was made by root and lives in ${aside}. Start as root, or move ${aside} away to begin a new one.`,
      )
    }
    if (isInPlace && process.getuid && statSync(inPlace).uid !== process.getuid()) {
      throw new Error(`The database in ${inPlace} belongs to another account. Start as that account or as root.`)
    }
    return { installation: ownInstallation(dataDir), home: dataDir, data: inPlace, account, dataDir }
  }

  const packaged = ownInstallation(dataDir)
  const installation = mayRun(account, packaged.postgres) ? packaged : copyAside(packaged, aside, account, log)
  const isReachable = mayEnter(account, dataDir)
  if (isInPlace && !isReachable) {
    throw new Error(
      `The database is in ${inPlace}, but the account «${account.name}», which must run it, cannot get there. Open the folders above it to that account (chmod o+x).`,
    )
  }
  if (isReachable && !isAside) {
    // a cluster that was copied or restored by root belongs to root, and PostgreSQL refuses it
    if (isInPlace && statSync(inPlace).uid !== account.uid) giveTo(account, inPlace)
    return { installation, home: dataDir, data: inPlace, account, dataDir }
  }
  makeAside(aside)
  log(`The account «${account.name}» cannot reach ${dataDir}; the database is kept in ${aside}/postgres instead.`)
  return { installation, home: aside, data: path.join(aside, 'postgres'), account, dataDir }
}

function copyAside(
  packaged: Installation,
  aside: string,
  account: Account,
  log: (sentence: string) => void,
): Installation {
  makeAside(aside)
  log(`The account «${account.name}» cannot run ${packaged.postgres}; PostgreSQL is copied to ${aside}.`)
  const copy = copyInstallation(packaged, aside, account)
  if (!mayRun(account, copy.postgres)) {
    throw new Error(
      `PostgreSQL does not start here (${copy.postgres}). On this system set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  return copy
}

function makeAside(aside: string): void {
  mkdirSync(aside, { recursive: true })
  chmodSync(aside, 0o711)
}

/** The packaged programs, complete; copied into the data folder where node_modules cannot be written. */
function ownInstallation(dataDir: string): Installation {
  const packaged = packagedInstallation()
  return linkLibraries(packaged) ? packaged : copyInstallation(packaged, dataDir, undefined)
}
