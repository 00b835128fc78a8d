import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { explainFaults, keepSecrets, readConfig } from '@/lib/config'
import { newKey } from '@/lib/identity'
import { jsonLog, openStore } from '@/lib/server/start'
import { administration, openDatabase } from '@/lib/store'
import { makeLogin } from './setup/make-login'
import { signInLink } from './setup/sign-in-link'

const USAGE = `npm run setup -- --organization "Acme" --name "Ann Lee" --email ann@acme.example [--client "Billing agent"] [--zone Europe/London]

Makes the organization, its first admin and an API key, and prints a link that signs the admin in once, for ten minutes.
With DATABASE_OWNER_URL it applies migrations first, and makes the serving login where DATABASE_URL names one that is not
there yet. Run again with the same organization it adds another admin, or another client and key.`

const say = (text: string) => void process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      organization: { type: 'string' },
      name: { type: 'string' },
      email: { type: 'string' },
      client: { type: 'string', default: 'First client' },
      zone: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const { organization, name, email, client, zone } = values
  if (values.help || organization === undefined || name === undefined || email === undefined)
    return stop(USAGE, values.help ? 0 : 1)
  if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(email)) return stop(`«${email}» is not a mail address.`, 1)
  if (zone !== undefined && !isZone(zone)) return stop(`«${zone}» is not a time zone, such as Europe/London.`, 1)

  const read = readConfig()
  if (!read.ok) return stop(explainFaults(read.error), 1)
  const config = read.value
  const secrets = await keepSecrets(config)
  const log = jsonLog(() => undefined)
  if (config.database.kind === 'own') await makeLogin(config.database, say)
  const ready = await openStore(config, log)
  const database = openDatabase(ready.url)
  try {
    const admin = administration(database)
    const known = (await admin.organizations()).find((one) => one.name === organization)
    const org = known?.id ?? randomUUID()
    await admin.putOrganization({ id: org, name: organization, timeZone: zone ?? null, demo: false })
    const user = await admin.putMember({ org, id: randomUUID(), email, name, role: 'admin' })
    const clientId = `cl_${randomUUID().slice(0, 8)}`
    await admin.putClient({ org, id: clientId, name: client })
    const { key, hash } = newKey()
    await admin.putKey({ org, client: clientId, hash, scopes: ['propose', 'read', 'redeem'] })
    const link = await signInLink(database, { email, url: config.url, secret: secrets.auth })
    say(`
Organization  ${organization}${known === undefined ? '' : ' (was there already)'}
Admin         ${name} <${email.toLowerCase()}>, user id ${user}
Client        ${client}, id ${clientId}
API key       ${key}
              It is shown this once. Countersign keeps only its hash.

Sign in once, within ten minutes, after \`npm run build && npm start\`:
${link}

Say who decides: npm run policy -- --help`)
  } finally {
    await database.close()
    await ready.close()
  }
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function stop(text: string, code: number): void {
  ;(code === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  process.exitCode = code
}

main().catch((error: unknown) => stop(`Setup stopped: ${error instanceof Error ? error.message : String(error)}`, 1))
