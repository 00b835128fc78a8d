import { describe, expect, it } from 'vitest'
import { bindingUser, DEFAULT_LIFETIME_MS, LONGEST_LIFETIME_MS, parsePolicy, reachOf, standingOf } from './index'

const people = (...ids: string[]) => ({ kind: 'people' as const, people: ids })
const parsed = (value: unknown) => {
  const result = parsePolicy(value)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const faults = (value: unknown) => {
  const result = parsePolicy(value)
  return result.ok ? [] : result.error.at.map(({ path }) => path)
}

describe('a policy', () => {
  it('takes its defaults where it says nothing', () => {
    const rest = { quorum: 1, oneEnds: true, lifetimeMs: DEFAULT_LIFETIME_MS }
    expect(parsed({ who: people('ada') })).toEqual({ who: people('ada'), requesterMayDecide: false, ...rest })
    expect(parsed({ who: { kind: 'proposed_for' } })).toEqual({
      who: { kind: 'proposed_for' },
      requesterMayDecide: true,
      ...rest,
    })
    expect(DEFAULT_LIFETIME_MS).toBe(24 * 3_600_000)
  })
  it('names a person once, however often it is written', () =>
    expect(parsed({ who: people('ada', 'ada', 'ben') }).who).toEqual(people('ada', 'ben')))
  it('is parsed again to itself', () => {
    const policy = parsed({ who: people('ada', 'ben'), quorum: 2, oneEnds: false, lifetimeMs: 1_000 })
    expect(parsed(JSON.parse(JSON.stringify(policy)))).toEqual(policy)
  })
  it.each([
    [null, ['$']],
    [[], ['$']],
    ['people', ['$']],
    [{}, ['$.who']],
    [{ who: { kind: 'everyone' } }, ['$.who']],
    [{ who: people() }, ['$.who.people']],
    [{ who: people('') }, ['$.who.people']],
    [{ who: { kind: 'people', people: [1] } }, ['$.who.people']],
    [{ who: people('ada'), quorum: 0 }, ['$.quorum']],
    [{ who: people('ada'), quorum: 1.5 }, ['$.quorum']],
    [{ who: people('ada'), quorum: '1' }, ['$.quorum']],
    [{ who: people('ada'), lifetimeMs: 999 }, ['$.lifetimeMs']],
    [{ who: people('ada'), lifetimeMs: LONGEST_LIFETIME_MS + 1 }, ['$.lifetimeMs']],
    [{ who: people('ada'), oneEnds: 'no' }, ['$.oneEnds']],
    [{ who: people('ada'), requesterMayDecide: 1 }, ['$.requesterMayDecide']],
    [{ who: people('ada'), allow: 'everything' }, ['$.allow']],
    [{ who: people(), quorum: 0, more: 1 }, ['$.more', '$.quorum', '$.who.people']],
  ])('%j is none, and every place is named', (value, paths) => expect(faults(value).sort()).toEqual(paths))
  it.each([
    [{ who: people('ada'), quorum: 2 }, '$.quorum'],
    [{ who: people('ada', 'ada'), quorum: 2 }, '$.quorum'],
    [{ who: { kind: 'proposed_for' }, quorum: 2 }, '$.quorum'],
    [{ who: { kind: 'proposed_for' }, requesterMayDecide: false }, '$.requesterMayDecide'],
  ])('%j is none: nobody could ever decide', (value, path) => expect(faults(value)).toEqual([path]))
})

describe('where one person stands', () => {
  const named = parsed({ who: people('ada', 'ben') })
  const own = parsed({ who: { kind: 'proposed_for' } })
  it('who is named may decide, who is not may not', () => {
    expect(standingOf(named, { proposedFor: null }, 'ada')).toEqual({ person: 'ada', mayDecide: true, why: null })
    expect(standingOf(named, { proposedFor: null }, 'vic')).toEqual({
      person: 'vic',
      mayDecide: false,
      why: 'not_named',
    })
  })
  it('four eyes: whom it is proposed for counts as who asked, and may not decide unless the policy says so', () => {
    expect(standingOf(named, { proposedFor: 'ada' }, 'ada')).toMatchObject({
      mayDecide: false,
      why: 'asked_on_their_behalf',
    })
    expect(standingOf({ ...named, requesterMayDecide: true }, { proposedFor: 'ada' }, 'ada').mayDecide).toBe(true)
    expect(standingOf(named, { proposedFor: 'vic' }, 'vic')).toMatchObject({
      mayDecide: false,
      why: 'asked_on_their_behalf',
    })
  })
  it('where the write is theirs to confirm, they may, and nobody else', () => {
    expect(standingOf(own, { proposedFor: 'tomas' }, 'tomas').mayDecide).toBe(true)
    expect(standingOf(own, { proposedFor: 'tomas' }, 'ada')).toMatchObject({ mayDecide: false, why: 'not_named' })
    expect(standingOf(own, { proposedFor: null }, 'ada').mayDecide).toBe(false)
  })
  it('a policy reaches who may decide and whom it is for, each once', () => {
    expect(reachOf(named, { proposedFor: 'ben' })).toEqual(['ada', 'ben'])
    expect(reachOf(named, { proposedFor: 'vic' })).toEqual(['ada', 'ben', 'vic'])
    expect(reachOf(own, { proposedFor: null })).toEqual([])
  })
})

describe('whom a call is bound to', () => {
  it('the person it is for, else the client', () => {
    expect(bindingUser({ id: 'c-rota' }, { id: 'u-tomas' })).toBe('u-tomas')
    expect(bindingUser({ id: 'c-rota' }, null)).toBe('client:c-rota')
  })
})
