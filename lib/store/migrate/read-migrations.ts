import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One `<name>/migration.sql`; the checksum is the lowercase hex SHA-256 of its bytes. */
export type MigrationFile = { name: string; sql: string; checksum: string }

/** Reads all migrations below a folder, in the order in which they apply. */
export function readMigrations(dir: string): MigrationFile[] {
  return readdirSync(dir)
    .sort()
    .map((name) => ({ name, file: path.join(dir, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const bytes = readFileSync(file)
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') }
    })
}
