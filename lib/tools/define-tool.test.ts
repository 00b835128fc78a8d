import { describe, expect, it } from 'vitest'
import type { Client, Person } from '@/lib/policy'
import { type Authorized, type Call, defineTool, registry, type Sql, type ToolDefinition } from './index'

const sql: Sql = { query: async () => [] }
const ada: Person = { kind: 'person', id: 'u-ada', org: 'northgate', name: 'Ada', role: 'member' }
const ben: Person = { ...ada, id: 'u-ben', name: 'Ben' }
const client: Client = { kind: 'client', id: 'c-rota', org: 'northgate', name: 'Rota', scopes: ['propose'] }
const call: Call = { org: 'northgate', inputs: { n: 1 }, proposedFor: client }
const signal = new AbortController().signal

function aTool(more: Partial<ToolDefinition<unknown>> = {}) {
  return defineTool({
    name: 'ring_bell',
    version: '1',
    label: 'Ring the bell',
    inputs: { type: 'object' },
    authorize: async () => ['u-ada', 'u-stranger'],
    describe: async () => ({ title: 'Ring', summary: 'Once.', details: [], warnings: [] }),
    policy: { who: { kind: 'proposed_for' } },
    ...more,
  })
}

async function proofOf(tool: ReturnType<typeof aTool>): Promise<Authorized> {
  const proof = (await tool.authorize(call, [ada, ben], sql)).get('u-ada')
  if (proof === undefined) throw new Error('not authorized')
  return proof
}

describe('defineTool, at start', () => {
  it.each(['', 'Ring', 'ring bell', '9bells', 'gate', 'command', 'plan', 'x'.repeat(61), 'ring-bell'])(
    'refuses the name «%s»',
    (name) => expect(() => aTool({ name })).toThrow('cannot be named'),
  )
  it.each(['', 'a b', 'x'.repeat(41)])('refuses the version «%s»', (version) =>
    expect(() => aTool({ version })).toThrow('is not a version'),
  )
  it('refuses a policy under which nobody could decide', () =>
    expect(() => aTool({ policy: { who: { kind: 'people', people: [] } } })).toThrow('policy of ring_bell'))
  it('two tools cannot share a name, and a schema that does not compile stops the start', () => {
    expect(() => registry([aTool(), aTool({ version: '2' })], () => () => [])).toThrow('two tools are named')
    expect(() =>
      registry([aTool()], () => {
        throw new Error('no schema')
      }),
    ).toThrow('no schema')
  })
})

describe('authorize, then describe, then perform', () => {
  it('gives a proof to those asked about whom the tool names, and to no stranger it names', async () => {
    expect([...(await aTool().authorize(call, [ada, ben], sql)).keys()]).toEqual(['u-ada'])
  })
  it('a proof is of this call and person, and cannot be changed', async () => {
    const proof = await proofOf(aTool())
    expect(proof).toMatchObject({ org: 'northgate', inputs: { n: 1 }, principal: ada, tool: 'ring_bell', version: '1' })
    expect(Object.isFrozen(proof)).toBe(true)
  })
  it('a proof for another tool, or another version, proves nothing', async () => {
    const proof = await proofOf(aTool({ name: 'another' }))
    await expect(aTool().describe(proof, sql)).rejects.toThrow('authorized for another 1, not for ring_bell 1')
    await expect(aTool({ name: 'another', version: '2' }).describe(proof, sql)).rejects.toThrow('not for another 2')
    const here = aTool({ perform: { where: 'here', run: async () => ({ did: true }) } })
    await expect(here.performHere(proof, sql, { signal })).rejects.toThrow('authorized for another')
  })
  it('a confirmation that breaks its limits never comes out', async () => {
    const tool = aTool({ describe: async () => ({ title: '', summary: 's', details: [], warnings: [] }) })
    expect(await tool.describe(await proofOf(tool), sql)).toMatchObject({
      ok: false,
      error: { code: 'bad_confirmation' },
    })
  })
  it('performs only where it says', async () => {
    const here = aTool({ perform: { where: 'here', run: async () => ({ did: true }) } })
    const outside = aTool({ perform: { where: 'outside', idempotent: false, run: async () => ({ did: true }) } })
    const byClient = aTool()
    expect([here, outside, byClient].map(({ performs, idempotent }) => [performs, idempotent])).toEqual([
      ['here', true],
      ['outside', false],
      ['client', true],
    ])
    const proof = await proofOf(here)
    const context = { key: 'k', attempt: 1, signal }
    await expect(outside.performHere(proof, sql, { signal })).rejects.toThrow('does not perform here')
    await expect(byClient.performHere(proof, sql, { signal })).rejects.toThrow('does not perform here')
    await expect(here.performOutside(proof, context)).rejects.toThrow('does not perform outside')
    expect(await here.performHere(proof, sql, { signal })).toEqual({ did: true })
    expect(await outside.performOutside(proof, context)).toEqual({ did: true })
  })
})

describe('the registry', () => {
  it('knows its tools by name, and says where inputs do not fit', () => {
    const tools = registry([aTool()], () => (value) => (value === null ? [{ path: '$', message: 'is null' }] : []))
    const tool = tools.get('ring_bell')
    if (tool === null) throw new Error('is missing')
    expect(tools.all()).toEqual([tool])
    expect(tools.get('constructor')).toBeNull()
    expect(tools.violations(tool, null)).toEqual([{ path: '$', message: 'is null' }])
    expect(tools.violations(tool, {})).toEqual([])
    expect(() => tools.violations(aTool({ name: 'another' }), {})).toThrow('not registered')
  })
})
