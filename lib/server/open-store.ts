import path from 'node:path'
import type { Config } from '@/lib/config'
import { checkServingRole, ensureLogin, migrate } from '@/lib/store/migrate'
import type { Log } from './log'

/** A database that is migrated, and may be served from. `ownerUrl` is null where only somebody else migrates. */
export type ReadyDatabase = { url: string; ownerUrl: string | null; close(): Promise<void> }

const LOGIN = 'countersign_web'

/**
 * Makes the database ready: starts the own one where none is named, applies migrations as the owner, makes the serving
 * login, and refuses to serve with a role that could step over row-level security. Throws with a sentence for whoever
 * starts it.
 */
export async function openStore(config: Pick<Config, 'database' | 'dataDir'>, log: Log): Promise<ReadyDatabase> {
  const say = (sentence: string) => log.info('database', { says: sentence })
  const { database } = config
  if (database.kind === 'own') {
    if (database.ownerUrl !== null) await applyMigrations(database.ownerUrl, say)
    return { url: await served(database.url), ownerUrl: database.ownerUrl, close: async () => undefined }
  }
  const { startEmbedded } = await import('@/lib/store/embedded')
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: say })
  try {
    await applyMigrations(embedded.ownerUrl, say)
    const login = await ensureLogin({
      ownerUrl: embedded.ownerUrl,
      login: LOGIN,
      password: embedded.loginPassword(LOGIN),
    })
    if (!login.ok) throw new Error('the serving login could not be made in the own database')
    return { url: await served(login.value.url), ownerUrl: embedded.ownerUrl, close: () => embedded.stop() }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Applies what is in `prisma/migrations` of the folder that is served. */
export async function applyMigrations(ownerUrl: string, say: (sentence: string) => void): Promise<void> {
  const migrated = await migrate({ ownerUrl, dir: path.join(process.cwd(), 'prisma/migrations'), log: say })
  if (!migrated.ok) throw new Error(sentenceOf(migrated.error))
}

async function served(url: string): Promise<string> {
  const checked = await checkServingRole(url)
  if (!checked.ok) throw new Error(sentenceOf(checked.error))
  return url
}

function sentenceOf({ code, at }: { code: string; at: { message: string }[] }): string {
  return at.map(({ message }) => message).join(' ') || code
}
