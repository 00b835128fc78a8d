import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileInputs } from '@/lib/schemas'
import { registry, type Tool } from '@/lib/tools'
import { makeInbox } from './make-inbox'
import { aWorld, codeOf, granted, playTools, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

/** The same installation after a deployment: its tools are others. */
const deployed = (change: (tool: Tool) => Tool) =>
  makeInbox(world.ports, registry(playTools(world.mood).map(change), compileInputs))

describe('a page that was held open across a deployment', () => {
  it('approves nothing where the tool has another version now, rejects as ever, and its token is not lost', async () => {
    const { ada } = world.people
    const { id } = await world.propose({ tool: 'order_towels', inputs: { count: 3 } })
    const { token } = await world.openAs(ada, id)
    if (token === null) throw new Error('Ada may decide')
    const newer = deployed((tool) => ({ ...tool, version: '2' }))
    const approval = { request: id, verdict: 'approve', token } as const
    expect(codeOf(await newer.decide(ada, approval))).toBe('tool_failed')
    expect(granted(await world.inbox.viewForClient(world.client, id))).toMatchObject({
      status: 'pending',
      approvals: { have: 0 },
    })
    expect(granted(await world.inbox.decide(ada, approval)).status).toBe('approved')
    const other = await world.propose({ tool: 'order_towels', inputs: { count: 4 } })
    expect(granted(await newer.decide(ada, { request: other.id, verdict: 'reject', note: 'No' })).status).toBe(
      'rejected',
    )
  })

  it('approves nothing where the tool describes the same call in other words now', async () => {
    const { ada } = world.people
    const { id } = await world.propose({ tool: 'order_towels', inputs: { count: 5 } })
    const { token } = await world.openAs(ada, id)
    if (token === null) throw new Error('Ada may decide')
    const reworded = deployed((tool) => ({
      ...tool,
      describe: async (call, sql) => {
        const described = await tool.describe(call, sql)
        return described.ok ? { ...described, value: { ...described.value, summary: 'In other words.' } } : described
      },
    }))
    const approval = { request: id, verdict: 'approve', token } as const
    expect(codeOf(await reworded.decide(ada, approval))).toBe('look_again')
    expect(granted(await world.inbox.viewForClient(world.client, id)).status).toBe('pending')
    const anew = granted(await reworded.open(ada, id))
    expect(granted(await reworded.decide(ada, { ...approval, token: anew.token ?? '' })).status).toBe('approved')
  })

  it('approves nothing where the tool takes other inputs now under the same version, and rejects as ever', async () => {
    const { ada } = world.people
    const { id } = await world.propose({ tool: 'order_towels', inputs: { count: 6 } })
    const { token } = await world.openAs(ada, id)
    if (token === null) throw new Error('Ada may decide')
    const narrower = deployed((tool) =>
      tool.name === 'order_towels'
        ? {
            ...tool,
            inputs: { type: 'object', properties: { count: { type: 'integer', maximum: 5 } }, required: ['count'] },
          }
        : tool,
    )
    expect(codeOf(await narrower.decide(ada, { request: id, verdict: 'approve', token }))).toBe('tool_failed')
    expect(granted(await narrower.open(ada, id))).toMatchObject({ confirmation: null, token: null })
    expect(granted(await narrower.decide(ada, { request: id, verdict: 'reject', note: 'No' })).status).toBe('rejected')
  })
})
