import { tokenHash } from '@/lib/binding'
import { refuse, yes } from '@/lib/result'
import type { Registry } from '@/lib/tools'
import { checkGate } from './check-gate'
import { decide, noteAttempt, refuseDeciding } from './decide'
import { assign, desk, remind } from './desk'
import { dryRun } from './dry-run'
import { grant, redeem, resolve } from './grant'
import type { Inbox } from './inbox'
import { isId } from './is-id'
import { open } from './open'
import type { Ports } from './ports'
import { propose } from './propose'
import { reportOutcome } from './report-outcome'
import { reportStep } from './report-step'
import { settle } from './settle'
import { view } from './view'
import { waitForChange } from './wait-for-change'
import { withdraw, withdrawForClient } from './withdraw'

/** Ties the use cases to a store and a registry of tools. */
export function makeInbox(ports: Ports, registry: Registry): Inbox {
  const { store } = ports
  const notFound = async () => refuse('not_found' as const)
  return {
    list: async (person, query) => {
      const page = await store.list(person, query)
      const label = (name: string) => registry.get(name)?.label ?? name
      return {
        ...page,
        rows: page.rows.map((row) => ({ ...row, tool: { ...row.tool, label: label(row.tool.name) } })),
        tools: registry.all().map(({ name: id, label: name }) => ({ id, name })),
      }
    },
    counts: (person) => store.counts(person),
    view: (person, request) => (isId(request) ? view(ports, registry, person, request) : notFound()),
    open: (person, request) => (isId(request) ? open(ports, registry, person, request) : notFound()),
    shownWith: async (person, request, token) => {
      const shown = isId(request) ? await store.shownWith(person, request, tokenHash(token)) : null
      return shown === null ? null : { confirmation: shown.confirmation, shownAt: shown.shownAt.toISOString() }
    },
    decide: async (person, command) => {
      if (isId(command.request)) return decide(ports, registry, person, command)
      const refused = await notFound()
      await noteAttempt(ports, person, command, refused.error)
      return refused
    },
    withdraw: (person, request) => (isId(request) ? withdraw(ports, person, request) : notFound()),
    settle: (person, request, found) => (isId(request) ? settle(ports, person, request, found) : notFound()),

    desk: (person, query, when) => desk(ports, registry, person, query, when),
    assign: (person, request, people) => (isId(request) ? assign(ports, person, request, people) : notFound()),
    remind: (person, request) => (isId(request) ? remind(ports, person, request) : notFound()),

    propose: (client, proposal, idempotency) => propose(ports, registry, client, proposal, idempotency),
    checkGate: async (client, gate) => checkGate(registry, client, gate),
    listForClient: async (client, query) => {
      if (!client.scopes.includes('read')) return refuse('scope_missing')
      const page = await store.clientList(client, {
        status: query.status ?? null,
        cursor: query.cursor ?? null,
        limit: Math.min(Math.max(query.limit ?? 50, 1), 200),
      })
      return page === null
        ? refuse('invalid', [{ path: '$.cursor', message: 'is not a cursor of this list' }])
        : yes(page)
    },
    viewForClient: async (client, request) => {
      if (!client.scopes.includes('read')) return refuse('scope_missing')
      const found = isId(request) ? await store.clientView(client, request) : null
      return found === null ? refuse('not_found') : yes(found)
    },
    waitForChange: (client, request, wait) =>
      isId(request) ? waitForChange(ports, client, request, wait) : notFound(),
    withdrawForClient: (client, request, key) =>
      isId(request) ? withdrawForClient(ports, client, request, key) : notFound(),
    refuseDeciding: (client, request, verdict) => refuseDeciding(ports, client, request, verdict),
    grant: (client, request) => (isId(request) ? grant(ports, registry, client, request) : notFound()),
    redeem: (client, text, key) => redeem(ports, client, text, key),
    resolve: (client, call, key) => resolve(ports, registry, client, call, key),
    reportStep: (client, request, action, report, key) =>
      isId(request) ? reportStep(ports, client, request, action, report, key) : notFound(),
    dryRun: (client, kind, inputs) => dryRun(registry, client, kind, inputs),
    reportOutcome: (client, request, report, key) =>
      isId(request) ? reportOutcome(ports, client, request, report, key) : notFound(),
  }
}
