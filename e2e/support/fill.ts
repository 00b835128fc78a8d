import { newKey } from '@/lib/identity'
import { administration, openDatabase, toolSql } from '@/lib/store'
import type { TestDatabase } from '@/lib/store/testing'
import { loadRota, NORTHGATE_ROTA } from '@/lib/tools/samples'
import { fillNorthgate, mondayAfter } from '@/scripts/demo/fill'
import { elsewhere, SALTMARSH } from './people'
import type { ClientId } from './world'

/** Fills a new database with Northgate Hotels and with another organization. Returns the clients' keys. */
export async function fill({ url, ownerUrl }: TestDatabase): Promise<Record<ClientId, string>> {
  const database = openDatabase(url)
  try {
    const monday = mondayAfter(new Date())
    const keys = await fillNorthgate(database, ownerUrl, { demo: false, monday })

    const admin = administration(database)
    await admin.putOrganization({ ...SALTMARSH, demo: false })
    const org = SALTMARSH.id
    await admin.putMember({ org, ...elsewhere })
    await admin.putClient({ org, id: 'rota', name: 'Saltmarsh rota' })
    const { key, hash } = newKey()
    await admin.putKey({ org, client: 'rota', hash, scopes: ['propose', 'read', 'redeem'] })
    const rota = {
      ...NORTHGATE_ROTA,
      places: NORTHGATE_ROTA.places.map((place) => ({ ...place, managers: [elsewhere.email] })),
    }
    const userIdOf = (address: string) => (address === elsewhere.email ? elsewhere.id : null)
    await loadRota(toolSql(database.prisma), org, rota, { monday, userIdOf })
    return { ...keys, other: key }
  } finally {
    await database.close()
  }
}
