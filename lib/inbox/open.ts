import { canonicalize, newToken, tokenHash } from '@/lib/binding'
import { type Confirmation, displayDigest } from '@/lib/confirmation'
import type { Person } from '@/lib/policy'
import { type Result, refuse, yes } from '@/lib/result'
import type { Registry, Sql } from '@/lib/tools'
import { type Asked, authorizedCall } from './authorized-call'
import type { InboxRefusal } from './inbox'
import type { Ports, RequestForPerson } from './ports'
import { withTool } from './view'
import type { Opened, RequestView } from './views'

/**
 * Opens a request: authorizes, describes anew, and for those who may decide mints a token for exactly what is shown.
 *
 * Only a document load or the server action `openRequest` may call it. Writes a token row and nothing else. Where
 * describing fails the page still opens, without a token: reject and return need none.
 */
export async function open(
  ports: Ports,
  registry: Registry,
  person: Person,
  request: string,
): Promise<Result<Opened, InboxRefusal>> {
  const { store } = ports
  const [view, stored] = await Promise.all([store.view(person, request), store.forPerson(person, request)])
  if (view === null || stored === null) return refuse('not_found')
  // decided between the two reads: read both once more, of what is over nothing changes any more
  if (view.status !== stored.status) return open(ports, registry, person, request)
  const frame: Opened = {
    view: withTool(registry, view),
    confirmation: view.confirmation,
    displayDigest: null,
    token: null,
    tokenExpiresAt: null,
    shownAt: stored.now.toISOString(),
  }
  if (stored.status !== 'pending') return yes(frame)

  const sql = store.readSql(person.org)
  const asked = await authorizedCall(registry.get(stored.tool), stored, person.org, person, sql)
  if (asked.state === 'denied') return refuse('not_found')
  const confirmation = await describe(ports, asked, sql, stored)
  if (confirmation === null) return yes({ ...frame, confirmation: null })

  const digest = digestOf(asked, confirmation)
  const opened = { ...frame, view: countFor(digest, frame.view), confirmation, displayDigest: digest }
  if (!stored.mayDecide) return yes(opened)
  const token = newToken('cnf', ports.random(24))
  const expiresAt = await store.issueToken({
    org: person.org,
    hash: tokenHash(token),
    request,
    person: person.id,
    boundUser: stored.boundUser,
    tool: stored.tool,
    inputs: stored.inputs,
    fingerprint: stored.fingerprint,
    displayDigest: digest,
    shown: canonicalize(confirmation),
    agent: stored.agentName,
  })
  return yes({ ...opened, token, tokenExpiresAt: expiresAt.toISOString() })
}

/** Approvals of what was shown before do not count for what is shown now (design §2, Quorum). */
function countFor(digest: string, view: RequestView): RequestView {
  return {
    ...view,
    approvals: view.approvals.map((one) => ({ ...one, counts: one.counts && one.displayDigest === digest })),
  }
}

/** The hash of all that a person is asked: the confirmation and, for a kind that has one, its question. */
export function digestOf(asked: Asked, confirmation: Confirmation): string {
  return displayDigest(confirmation, asked.state === 'authorized' ? asked.tool.question(asked.call.inputs) : null)
}

/** The confirmation as of now; null where the tool is absent, threw, or broke the limits (which is logged). */
export async function describe(
  ports: Ports,
  asked: Asked,
  sql: Sql,
  stored: RequestForPerson,
): Promise<Confirmation | null> {
  const facts = { tool: stored.tool, version: stored.version, request: stored.id }
  if (asked.state === 'failed') ports.log('error', 'tool.threw', { ...facts, step: 'authorize', error: asked.error })
  if (asked.state === 'absent') ports.log('warn', 'tool.absent', facts)
  if (asked.state !== 'authorized') return null
  try {
    const confirmation = await asked.tool.describe(asked.call, sql)
    if (confirmation.ok) return confirmation.value
    ports.log('error', 'tool.bad_confirmation', { ...facts, at: confirmation.error.at })
  } catch (error) {
    ports.log('error', 'tool.threw', { ...facts, step: 'describe', error })
  }
  return null
}
