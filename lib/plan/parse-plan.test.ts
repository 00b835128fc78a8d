import { describe, expect, it } from 'vitest'
import { parsePlan } from './index'

const faults = (value: unknown) => {
  const parsed = parsePlan(value)
  return parsed.ok ? [] : parsed.error.at.map(({ path }) => path)
}

describe('a plan is read strictly', () => {
  it.each<[string, unknown, string[]]>([
    ['no object', 7, ['$', '$.actions']],
    ['no actions', {}, ['$.actions']],
    ['a field that is not known', { actions: [], actoins: [] }, ['$.actoins']],
    ['an action that is none', { actions: [null] }, ['$.actions[0]', '$.actions[0].type']],
    [
      'null for a choice',
      { actions: [{ type: 'assertion', failure_behavior: null }] },
      ['$.actions[0].failure_behavior'],
    ],
    ['an empty id', { actions: [{ type: 'assertion', id: '' }] }, ['$.actions[0].id']],
    ['a number for a flag', { actions: [{ type: 'assertion', idempotent: 1 }] }, ['$.actions[0].idempotent']],
    ['less than nothing', { actions: [{ type: 'assertion', max_retries: -1 }] }, ['$.actions[0].max_retries']],
    [
      'a key that is no text',
      { actions: [{ type: 'assertion', preconditions: [{}] }] },
      ['$.actions[0].preconditions[0].key'],
    ],
    [
      'an entry that is no text',
      { actions: [{ type: 'assertion', read_set: ['a', 1] }] },
      ['$.actions[0].read_set[1]'],
    ],
    [
      'two ways to undo',
      { actions: [{ type: 'assertion', compensation: { tool: 'a', action_ref: 'b' } }] },
      ['$.actions[0].compensation'],
    ],
    [
      'an id that another got by its place',
      { actions: [{ type: 'assertion', id: 'a2' }, { type: 'assertion' }] },
      ['$.actions[1].id'],
    ],
  ])('%s', (_name, value, paths) => expect(faults(value)).toEqual(paths))

  it('every fault is named at once, and no more than a hundred', () => {
    expect(faults({ actions: [{ type: 'x', failure_behavior: 'y' }, { type: 'z' }] })).toHaveLength(3)
    expect(faults({ actions: Array.from({ length: 1_000 }, () => ({})) })).toHaveLength(100)
  })

  it('what the proposal left out stays out, and an action gets the seed’s defaults', () => {
    expect(
      parsePlan({ actions: [{ type: 'assertion' }, { type: 'tool_call', tool: null, timeout_ms: null }] }),
    ).toEqual({
      ok: true,
      value: {
        actions: [
          { id: 'a1', type: 'assertion', ...defaults },
          { id: 'a2', type: 'tool_call', ...defaults },
        ],
      },
    })
    expect(parsePlan({ id: 'p', source: 's', timestamp: 't', context: { a: 1 }, actions: [] })).toEqual({
      ok: true,
      value: { id: 'p', source: 's', timestamp: 't', context: { a: 1 }, actions: [] },
    })
  })
})

const defaults = {
  parameters: {},
  preconditions: [],
  expected_effects: {},
  state_dependencies: [],
  read_set: [],
  write_set: [],
  assumptions: [],
  invocation_mode: 'one_shot',
  reversibility: 'irreversible',
  idempotent: false,
  max_retries: 3,
  failure_behavior: 'abort',
  metadata: {},
}
