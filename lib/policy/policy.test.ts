import { describe, expect, it } from 'vitest'
import {
  bindingUser,
  DEFAULT_LIFETIME_MS,
  LONGEST_LIFETIME_MS,
  type Member,
  owesReason,
  type Policy,
  parsePolicy,
  REACH_LIMIT,
  reachOf,
  standingOf,
} from './index'

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
    const rest = { quorum: 1, oneEnds: true, reasonOwed: 'to_refuse', lifetimeMs: DEFAULT_LIFETIME_MS }
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
    [{ who: people('ada'), reasonOwed: true }, ['$.reasonOwed']],
    [{ who: { kind: 'team' } }, ['$.who.team']],
    [{ who: { kind: 'team_leads', team: '' } }, ['$.who.team']],
    [{ who: { kind: 'role', role: 'owner' } }, ['$.who.role']],
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

const member = (id: string, role: Member['role'] = 'member', ...teams: string[]): Member => ({
  id,
  role,
  teams: teams.map((team) => ({ id: team.replace('*', ''), lead: team.endsWith('*') })),
})
const of = (policy: Policy, proposedFor: string | null, who: Member) => standingOf(policy, { proposedFor }, who)

describe('where one person stands', () => {
  const named = parsed({ who: people('ada', 'ben') })
  const own = parsed({ who: { kind: 'proposed_for' } })
  const front = parsed({ who: { kind: 'team', team: 'front' } })
  const leads = parsed({ who: { kind: 'team_leads', team: 'front' } })
  const admins = parsed({ who: { kind: 'role', role: 'admin' } })
  const MAY = { mayDecide: true, why: null }
  const not = (why: string) => ({ mayDecide: false, why })

  // policy, proposed for, who asks, and what they are told: written by hand
  it.each([
    ['named people', named, null, member('ada'), MAY],
    ['named people', named, null, member('vic', 'admin', 'front*'), not('not_named')],
    ['named people', named, 'vic', member('vic'), not('asked_on_their_behalf')],
    ['named people', named, 'ada', member('ada'), not('asked_on_their_behalf')],
    ['named people, requester may', { ...named, requesterMayDecide: true }, 'ada', member('ada'), MAY],
    [
      'named people, requester may',
      { ...named, requesterMayDecide: true },
      'vic',
      member('vic'),
      not('asked_on_their_behalf'),
    ],
    ['whom it is for', own, 'tomas', member('tomas'), MAY],
    ['whom it is for', own, 'tomas', member('ada', 'admin'), not('not_named')],
    ['whom it is for', own, null, member('ada'), not('not_named')],
    ['a team', front, null, member('ada', 'member', 'front'), MAY],
    ['a team', front, null, member('ada', 'member', 'front*'), MAY],
    ['a team', front, null, member('ada', 'admin', 'bar*'), not('not_on_team')],
    ['a team', front, 'ada', member('ada', 'member', 'front'), not('asked_on_their_behalf')],
    ['a team, requester may', { ...front, requesterMayDecide: true }, 'ada', member('ada', 'member', 'front'), MAY],
    ['leads of a team', leads, null, member('ada', 'member', 'front*'), MAY],
    ['leads of a team', leads, null, member('ada', 'lead', 'front'), not('not_a_lead')],
    ['leads of a team', leads, null, member('ada', 'lead', 'bar*', 'front'), not('not_a_lead')],
    ['leads of a team', leads, 'ada', member('ada', 'lead', 'front*'), not('asked_on_their_behalf')],
    ['a role', admins, null, member('ada', 'admin'), MAY],
    ['a role', admins, null, member('ada', 'lead', 'front*'), not('not_in_role')],
    ['a role', admins, 'ada', member('ada', 'admin'), not('asked_on_their_behalf')],
  ] as const)('%s: %#', (_, policy, proposedFor, who, expected) =>
    expect(of(policy, proposedFor, who)).toEqual({ person: who.id, ...expected }),
  )

  it('it reaches whom the policy names, whom it is for, and the leads of all their teams', () => {
    const roll = [
      member('ada', 'member', 'front'),
      member('ben', 'member'),
      member('lea', 'lead', 'front*'),
      member('bob', 'lead', 'bar*'),
      member('tom', 'member', 'bar'),
    ]
    const reached = (policy: Policy, proposedFor: string | null) => reachOf(policy, { proposedFor }, roll).sort()
    expect(reached(named, null)).toEqual(['ada', 'ben', 'lea'])
    expect(reached(named, 'tom')).toEqual(['ada', 'ben', 'bob', 'lea', 'tom'])
    expect(reached(leads, null)).toEqual(['lea'])
    expect(reached(own, null)).toEqual([])
    expect(reached(parsed({ who: people('gone') }), 'gone')).toEqual([])
  })
  it('it reaches 500 people at most, and whoever may decide before whoever may only look', () => {
    const roll = [
      ...Array.from({ length: 400 }, (_, n) => member(`lead-${n}`, 'lead', 'front*')),
      ...Array.from({ length: 400 }, (_, n) => member(`named-${n}`, 'admin', 'front')),
    ]
    const reached = reachOf(admins, { proposedFor: null }, roll)
    expect(reached).toHaveLength(REACH_LIMIT)
    expect(reached.filter((id) => id.startsWith('named-'))).toHaveLength(400)
  })
})

it.each([
  ['never', []],
  ['to_refuse', ['reject', 'return']],
  ['always', ['approve', 'reject', 'return']],
] as const)('a reason that is owed %s is owed with %j', (reasonOwed, verdicts) =>
  expect((['approve', 'reject', 'return'] as const).filter((one) => owesReason({ reasonOwed }, one))).toEqual(verdicts),
)

describe('whom a call is bound to', () => {
  it('the person it is for, else the client', () => {
    expect(bindingUser({ id: 'c-rota' }, { id: 'u-tomas' })).toBe('u-tomas')
    expect(bindingUser({ id: 'c-rota' }, null)).toBe('client:c-rota')
  })
})
