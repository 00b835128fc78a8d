import type { ClientView, Inbox } from '@/lib/inbox'
import type { Client } from '@/lib/policy'
import { machineApi } from './machine-api'

/** What tests of the API start from; a request that exists, a key that may everything. */
export const AN_ID = '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21'

export function aClient(more: Partial<Client> = {}): Client {
  return {
    kind: 'client',
    id: 'c-rota',
    org: 'northgate',
    name: 'Rota agent',
    scopes: ['propose', 'read', 'redeem'],
    ...more,
  }
}

export function aClientView(more: Partial<ClientView> = {}): ClientView {
  return {
    id: AN_ID,
    kind: 'write',
    status: 'pending',
    outcome: null,
    outcomeNote: null,
    tool: 'order_supplies',
    version: '1',
    title: 'Order 40 bar towels for The Harbour Bar',
    fingerprint: `jcs-sha256:${'a'.repeat(64)}`,
    onBehalfOf: 'u-tomas',
    createdAt: '2026-12-01T09:00:00.000Z',
    expiresAt: '2026-12-01T10:00:00.000Z',
    decidedAt: null,
    decision: null,
    approvals: { have: 0, need: 1 },
    answer: null,
    steps: [],
    replaces: null,
    replacedBy: null,
    events: 1,
    ...more,
  }
}

/** An inbox of which only the given use cases may be asked; any other fails the test. */
export function anInbox(some: Partial<Inbox> = {}): Inbox {
  const never = () => Promise.reject(new Error('this use case is not asked here'))
  return {
    desk: never,
    assign: never,
    remind: never,
    list: never,
    counts: never,
    view: never,
    open: never,
    shownWith: never,
    decide: never,
    withdraw: never,
    settle: never,
    refuseDeciding: never,
    propose: never,
    checkGate: never,
    listForClient: never,
    viewForClient: never,
    waitForChange: never,
    reportStep: never,
    dryRun: never,
    withdrawForClient: never,
    grant: never,
    redeem: never,
    resolve: never,
    reportOutcome: never,
    ...some,
  }
}

export const A_KEY = 'Bearer csk_test'
export const ORIGIN = 'https://countersign.example'

/** The API over an inbox; `logged` is what it wrote. */
export function anApi(some: Partial<Inbox> = {}, client: Client = aClient()) {
  const logged: { event: string; error: unknown; fields: object }[] = []
  const api = machineApi({
    inbox: anInbox(some),
    clientOf: async (authorization) => (authorization === A_KEY ? client : null),
    rememberedClientOf: () => null,
    publicUrl: ORIGIN,
    log: { error: (event, error, fields) => void logged.push({ event, error, fields }) },
  })
  const send = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
    api.fetch(new Request(`${ORIGIN}/api/v1${path}`, { ...init, headers: { authorization: A_KEY, ...init.headers } }))
  return {
    logged,
    fetch: api.fetch,
    send,
    post: (path: string, body: string | Uint8Array<ArrayBuffer>, headers: { [name: string]: string } = {}) =>
      send(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
  }
}
