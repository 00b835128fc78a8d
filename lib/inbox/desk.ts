import type { Person } from '@/lib/policy'
import { assertNever, invariant, type Result, refuse, yes } from '@/lib/result'
import type { Registry } from '@/lib/tools'
import { first } from './decide'
import type { DeskPage, DeskQuery } from './desk-views'
import type { InboxRefusal } from './inbox'
import type { Ports } from './ports'

/**
 * The desk of a lead: a role `lead` or `admin`, or whoever leads a team. Read from the eligibility rows and titles as
 * proposed, like every list; what the reader may not see is not counted. Anybody else: not found.
 *
 * `zone` (IANA) is the reader's calendar; `now` the server's clock.
 */
export async function desk(
  ports: Ports,
  registry: Registry,
  person: Person,
  query: DeskQuery,
  when: { zone: string; now: Date },
): Promise<Result<DeskPage, InboxRefusal>> {
  const page = await ports.store.desk(person, query, when)
  if (page === null) return refuse('not_found')
  const label = (id: string) => registry.get(id)?.label ?? id
  return yes({
    ...page,
    tools: page.tools.map((tool) => ({ ...tool, name: label(tool.id) })),
    rows: page.rows.map((row) => ({ ...row, tool: { ...row.tool, name: label(row.tool.id) } })),
  })
}

/**
 * Says whom a pending request waits for, of those who may decide it and have not approved. Gives no right and takes
 * none; the history says so. Takes the request's row lock.
 */
export async function assign(
  ports: Ports,
  person: Person,
  request: string,
  people: readonly string[],
): Promise<Result<{ changed: boolean }, InboxRefusal>> {
  const result = await ports.store.assign({ org: person.org, request, actor: person.id, people: [...new Set(people)] })
  switch (result.code) {
    case 'ok':
    case 'same':
      return yes({ changed: result.code === 'ok' })
    case 'already_decided':
      invariant(result.status !== null, 'what is decided has a status')
      return refuse('already_decided', [{ path: '$', message: result.status }], first(result))
    case 'not_deciders':
      return refuse('invalid', [{ path: '$.people', message: 'may not decide it, or approved it already' }])
    case 'too_few':
      return refuse('nobody_may_decide', [{ path: '$.people', message: 'are fewer than are still needed' }])
    case 'not_found':
    case 'not_a_lead':
      return refuse('not_found')
    default:
      return assertNever(result.code)
  }
}

/**
 * Mails those whom a pending request waits for, but the lead who asks: once an hour at most for each request, and the
 * history says so. Gives no right and takes none. Takes the request's row lock; of several at once one reminds.
 */
export async function remind(
  ports: Ports,
  person: Person,
  request: string,
): Promise<Result<{ reminded: 'ok' | 'nobody' | 'too_soon' }, InboxRefusal>> {
  const result = await ports.store.remindDeciders({ org: person.org, request, actor: person.id })
  switch (result.code) {
    case 'ok':
    case 'nobody':
    case 'too_soon':
      return yes({ reminded: result.code })
    case 'already_decided':
      invariant(result.status !== null, 'what is decided has a status')
      return refuse('already_decided', [{ path: '$', message: result.status }], first(result))
    case 'not_found':
    case 'not_a_lead':
      return refuse('not_found')
    default:
      return assertNever(result.code)
  }
}
