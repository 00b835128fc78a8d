import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import type { CommandCall } from '@/lib/command'
import type { Proposal } from '../inbox'
import { aWorld, codeOf, granted, type World } from '../testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada', 'u-ben'] } }, 'command')
})
afterAll(() => world.close())

const call: CommandCall = {
  script: 'systemctl restart ledger-sync',
  working_dir: '/srv/ledger',
  host: 'deploy-03',
  run_as: 'ledger',
  session: null,
  shell: 'bash',
  containment: 'workspace-write',
  runner: '/opt/contain',
  writable_roots: [],
  full_access: false,
  background: false,
  timeout_secs: 120,
  asked_because: 'outside_trusted_set',
  first_run: null,
}
const long = Array.from({ length: 30 }, (_, line) => `echo ${line}`).join('\n')
const full: Partial<CommandCall> = { full_access: true, asked_because: 'escalation_requested' }
const ask = (changes: Partial<CommandCall> = {}): Proposal => ({ kind: 'command', inputs: { ...call, ...changes } })
const propose = async (changes: Partial<CommandCall> = {}) =>
  granted(await world.inbox.propose(world.client, ask(changes), null)).request

async function approve(request: string, answer?: Json) {
  const { token } = await world.openAs(world.people.ada, request)
  return world.inbox.decide(world.people.ada, {
    request,
    verdict: 'approve',
    ...(token === null ? {} : { token }),
    ...(answer === undefined ? {} : { answer }),
  })
}

describe('a command as a request', () => {
  it('is described in Countersign’s own words, and shows script, reading and boxes as its question', async () => {
    const request = await propose({ script: 'rm -rf "$CACHE"/', ...full })
    const { confirmation, view } = await world.openAs(world.people.ada, request.id)
    expect(confirmation).toMatchObject({
      title: 'Run a one-line script on deploy-03',
      summary: 'It calls rm. Nothing contains it.',
      warnings: [{ finding: 'Line 1: deletes what the script does not name.' }],
    })
    expect(view.question).toMatchObject({
      script: 'rm -rf "$CACHE"/',
      uncontained: true,
      reading: { lines: 1, programs: ['rm'] },
      ticks: { read: null, full_access: 'deploy-03' },
    })
  })

  it('is refused where it does not fit, at every place at once', async () => {
    const refused = await world.inbox.propose(world.client, ask({ script: ' ', host: '' }), null)
    expect(refused).toMatchObject({ error: { code: 'invalid', at: [{ path: '$.script' }, { path: '$.host' }] } })
  })

  it('is approved by a yes, and the grant gives back every byte that was bound', async () => {
    const request = await propose()
    expect(granted(await approve(request.id))).toMatchObject({ status: 'approved', outcome: 'waiting' })
    const { grant } = granted(await world.inbox.grant(world.client, request.id))
    const redeemed = granted(await world.inbox.redeem(world.client, grant, null))
    expect(JSON.parse(redeemed.inputs)).toEqual(call)
  })

  it.each([
    ['with nothing around it', full, { full_access: 'deploy-03' }, [undefined, {}, { full_access: 'deploy-04' }, true]],
    ['of many lines', { script: long }, { read: '30' }, [undefined, {}, { read: '29' }, { read: '30', more: '1' }]],
    ['of both', { script: long, ...full }, { read: '30', full_access: 'deploy-03' }, [{ read: '30' }]],
    ['on a host without a sandbox', { containment: 'danger-full-access' }, { full_access: 'deploy-03' }, [undefined]],
  ] as [string, Partial<CommandCall>, Json, (Json | undefined)[]][])(
    '%s needs its own tick, and is not approved without',
    async (_which, changes, ticked, unticked) => {
      const request = await propose(changes)
      for (const answer of unticked) expect(codeOf(await approve(request.id, answer))).toBe('answer_does_not_fit')
      expect(granted(await approve(request.id, ticked)).status).toBe('approved')
    },
  )

  it('a box that nobody asked about is refused', async () => {
    const request = await propose()
    expect(codeOf(await approve(request.id, { full_access: 'deploy-03' }))).toBe('answer_does_not_fit')
  })

  it('has another fingerprint for whatever changes what would happen', async () => {
    const changed: Partial<CommandCall>[] = [
      {},
      { script: `${call.script} ` },
      { working_dir: '/srv' },
      { host: 'deploy-04' },
      { run_as: null },
      { session: 's-1' },
      { shell: 'sh' },
      { runner: null },
      { containment: 'read-only' },
      { writable_roots: ['/tmp'] },
      { full_access: true, asked_because: 'escalation_requested' },
      { background: true },
      { timeout_secs: 121 },
    ]
    const prints = await Promise.all(changed.map(async (change) => (await propose(change)).fingerprint))
    expect(new Set(prints).size).toBe(changed.length)
  })

  it.each([
    [{}, false],
    [full, true],
    [{ containment: 'danger-full-access' }, true],
  ] as [Partial<CommandCall>, boolean][])('%j stands in the list as full access: %s', async (changes, expected) => {
    const request = await propose(changes)
    const page = await world.inbox.list(world.people.ada, { view: 'mine' })
    expect(page.rows.find((row) => row.id === request.id)?.fullAccess).toBe(expected)
  })

  it('is not approved by anything that a client can do', async () => {
    const request = await propose()
    expect(codeOf(await world.inbox.grant(world.client, request.id))).toBe('not_approved')
    expect(codeOf(await world.inbox.propose(world.otherClient, ask(), null))).toBe('no_policy')
  })
})
