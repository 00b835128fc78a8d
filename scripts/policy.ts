import { parseArgs } from 'node:util'
import { explainFaults, readConfig } from '@/lib/config'
import { visibleText } from '@/lib/confirmation'
import { parsePolicy } from '@/lib/policy'
import { KINDS, type Kind } from '@/lib/request'
import { jsonLog, openStore, toolsOf } from '@/lib/server/start'
import { administration, openDatabase } from '@/lib/store'
import { whoOf } from './policy/who-of'

const USAGE = `npm run policy -- [--organization NAME]                             lists people, teams and policies
npm run policy -- --tool NAME --people a@x.example,b@x.example [--quorum 2] [--hours 24] [--requester-may] [--all-must-say-no]
npm run policy -- --tool NAME --team NAME …                         everybody on a team; --team-leads NAME: its leads
npm run policy -- --tool NAME --role lead …                          everybody with a role: member, lead or admin
npm run policy -- --tool NAME --proposed-for [--hours 24]           the person it is for decides
npm run policy -- --tool NAME --drop                                back to the tool's own policy

For gates, commands and plans say the kind and the client in place of the tool: --kind command --client ID

--requester-may     whoever asked, or whom it is for, may decide too (else they count as the requester and may not)
--all-must-say-no   one rejection does not end it; it ends when the quorum can no longer be reached`

const say = (text: string) => void process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      organization: { type: 'string' },
      tool: { type: 'string' },
      kind: { type: 'string' },
      client: { type: 'string' },
      people: { type: 'string' },
      team: { type: 'string' },
      'team-leads': { type: 'string' },
      role: { type: 'string' },
      'proposed-for': { type: 'boolean', default: false },
      quorum: { type: 'string' },
      hours: { type: 'string' },
      'requester-may': { type: 'boolean', default: false },
      'all-must-say-no': { type: 'boolean', default: false },
      drop: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return say(USAGE)
  const read = readConfig()
  if (!read.ok) throw new Error(explainFaults(read.error))
  const ready = await openStore(
    read.value,
    jsonLog(() => undefined),
  )
  const database = openDatabase(ready.url)
  try {
    const admin = administration(database)
    const organizations = await admin.organizations()
    const wanted = values.organization
    const found = organizations.filter(({ id, name }) => wanted === undefined || name === wanted || id === wanted)
    const [organization] = found
    if (organization === undefined) throw new Error('there is no such organization: npm run setup makes one')
    if (found.length > 1)
      throw new Error(`say which organization: --organization ${found.map(({ name }) => `"${name}"`).join(' or ')}`)
    const org = organization.id
    const [members, teams] = await Promise.all([admin.members(org), admin.teams(org)])
    if (values.tool === undefined && values.kind === undefined) {
      say(`People of ${organization.name}`)
      for (const { name, email, role } of members) say(visibleText(`  ${email}  ${name}, ${role}`))
      if (teams.length > 0) say('Teams')
      for (const { name, id } of teams) say(visibleText(`  ${name}  ${id}`))
      say('Policies')
      for (const { kind, subject, policy } of await admin.policies(org))
        say(`  ${kind} ${subject}  ${JSON.stringify(policy)}`)
      return
    }
    const { kind, subject } = whatOf(values, {
      tools: toolsOf(read.value).map(({ name }) => name),
      clients: (await admin.clients(org)).map(({ id }) => id),
    })
    const at = { org, kind, subject }
    if (values.drop)
      return say(
        (await admin.dropPolicy(at))
          ? `Dropped. ${kind === 'write' ? 'The tool’s own policy holds.' : 'Nobody may decide these now.'}`
          : 'There was none.',
      )
    const text = {
      who: whoOf(values, { organization: organization.name, members, teams }),
      ...(values.quorum === undefined ? {} : { quorum: Number(values.quorum) }),
      ...(values.hours === undefined ? {} : { lifetimeMs: Math.round(Number(values.hours) * 3_600_000) }),
      ...(values['requester-may'] ? { requesterMayDecide: true } : {}),
      ...(values['all-must-say-no'] ? { oneEnds: false } : {}),
    }
    const policy = parsePolicy(text)
    if (!policy.ok) throw new Error(policy.error.at.map(({ path, message }) => `${path} ${message}`).join('\n'))
    await admin.putPolicy({ ...at, policy: policy.value })
    say(`${kind} ${subject} in ${organization.name}: ${JSON.stringify(policy.value)}`)
  } finally {
    await database.close()
    await ready.close()
  }
}

type Asked = { tool?: string; kind?: string; client?: string }

/** What a policy is for: writes of a tool, or requests of a kind by a client. */
function whatOf(asked: Asked, known: { tools: string[]; clients: string[] }): { kind: Kind; subject: string } {
  const [kind, subject, options] =
    asked.tool === undefined
      ? [asked.kind, asked.client, known.clients]
      : [asked.kind ?? 'write', asked.tool, known.tools]
  const found = KINDS.find((one) => one === kind)
  if (found === undefined || (found === 'write') !== (asked.tool !== undefined))
    throw new Error('say --tool NAME, or --kind gate|command|plan with --client ID')
  if (subject === undefined || !options.includes(subject))
    throw new Error(`${subject ?? 'nothing'} is not known here: ${options.join(', ') || 'there are none yet'}`)
  return { kind: found, subject }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
