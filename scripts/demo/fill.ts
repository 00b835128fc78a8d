import pg from 'pg'
import { newKey } from '@/lib/identity'
import { administration, type Database, toolSql } from '@/lib/store'
import { installStaffing, loadRota, NORTHGATE_ROTA } from '@/lib/tools/samples'
import { CLIENTS, ORG, PEOPLE, POLICIES, SCOPES } from './northgate'

/**
 * Makes the world of Northgate Hotels: organization, people, clients, policies, rota. May be repeated. Returns a new key
 * for each client, which is kept nowhere.
 */
export async function fillNorthgate(
  database: Database,
  ownerUrl: string,
  { demo, monday }: { demo: boolean; monday: string },
): Promise<Record<keyof typeof CLIENTS, string>> {
  const admin = administration(database)
  await admin.putOrganization({ ...ORG, demo })
  for (const person of Object.values(PEOPLE)) await admin.putMember({ org: ORG.id, ...person })
  for (const { kind = 'write', subject, policy } of POLICIES)
    await admin.putPolicy({ org: ORG.id, kind, subject, policy })

  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await installStaffing((text) => owner.query(text))
  } finally {
    await owner.end()
  }
  const userIdOf = (address: string) => Object.values(PEOPLE).find(({ email }) => email === address)?.id ?? null
  await loadRota(toolSql(database.prisma), ORG.id, NORTHGATE_ROTA, { monday, userIdOf })
  return {
    rota: await keyFor(admin, 'rota'),
    purchasing: await keyFor(admin, 'purchasing'),
    ledger: await keyFor(admin, 'ledger'),
    payroll: await keyFor(admin, 'payroll'),
  }
}

async function keyFor(admin: ReturnType<typeof administration>, client: keyof typeof CLIENTS): Promise<string> {
  await admin.putClient({ org: ORG.id, ...CLIENTS[client] })
  const { key, hash } = newKey()
  await admin.putKey({ org: ORG.id, client, hash, scopes: SCOPES[client] })
  return key
}

/** The Monday after a day, as `YYYY-MM-DD`: the rota of the demo always lies ahead. */
export function mondayAfter(day: Date): string {
  const date = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()))
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7 || 7))
  return date.toISOString().slice(0, 10)
}
