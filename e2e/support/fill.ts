import { newKey } from '@/lib/identity'
import { administration, openDatabase } from '@/lib/store'
import type { TestDatabase } from '@/lib/store/testing'
import { people } from './people'

const org = 'northgate'

/** Fills a new database with an organization, its people and its clients. Returns the clients' keys. */
export async function fill({ url }: TestDatabase): Promise<{ keys: Record<string, string> }> {
  const database = openDatabase(url)
  try {
    const admin = administration(database)
    await admin.putOrganization({ id: org, name: 'Northgate Hotels', timeZone: 'Europe/London', demo: false })
    for (const person of Object.values(people)) await admin.putMember({ org, ...person })
    const keys: Record<string, string> = {}
    for (const [id, name] of Object.entries({ rota: 'Rota assistant', pantry: 'Pantry service' })) {
      await admin.putClient({ org, id, name })
      const { key, hash } = newKey()
      await admin.putKey({ org, client: id, hash, scopes: ['propose', 'read', 'redeem'] })
      keys[id] = key
    }
    return { keys }
  } finally {
    await database.close()
  }
}
