import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

// Makes the database client from prisma/schema.prisma, without a network, and only where schema or Prisma changed.

const root = path.join(import.meta.dirname, '..')
const prismaManifest = createRequire(import.meta.url).resolve('prisma/package.json')
const stampFile = path.join(root, 'prisma/generated/.made-from')

const made = createHash('sha256')
  .update(readFileSync(path.join(root, 'prisma/schema.prisma')))
  .update(readFileSync(prismaManifest))
  .digest('hex')

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== made) {
  const cli = path.join(path.dirname(prismaManifest), 'build/index.js')
  const run = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
    cwd: root,
    env: { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (run.status !== 0) {
    console.error(`prisma generate failed.\n${run.stdout}${run.stderr}`, run.error ?? '')
    process.exit(1)
  }
  // written last: an interrupted run is repeated
  writeFileSync(stampFile, made)
  console.log('The database client is made from prisma/schema.prisma.')
}
