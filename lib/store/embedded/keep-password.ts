import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns the superuser's password, made once per data folder (256 bits, hex, file mode 0600).
 *
 * Written whole and then linked into place, so two launchers at once end with the same password and a crash leaves
 * either all of it or nothing.
 */
export function keepPassword(dataDir: string, cluster: string): string {
  const file = path.join(dataDir, 'postgres-password')
  if (!existsSync(file)) {
    if (existsSync(path.join(cluster, 'PG_VERSION'))) {
      throw new Error(
        `${file} is missing, and without it the database in ${cluster} cannot be opened. Put the file back, or move the database away to begin a new one.`,
      )
    }
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8').trim()
}
