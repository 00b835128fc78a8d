import { describe, expect, it } from 'vitest'
import { parsePolicy } from '@/lib/policy'
import { type Asked, whoOf } from './who-of'

const known = {
  organization: 'Acme',
  members: [
    { id: 'u-ann', email: 'ann@acme.example' },
    { id: 'u-bo', email: 'bo@acme.example' },
  ],
  teams: [{ id: 't-1', name: 'Night desk' }],
}
const who = (asked: Partial<Asked>) => whoOf({ 'proposed-for': false, ...asked }, known)

describe('who decides, as it is said on the command line', () => {
  it.each([
    [{ people: 'Ann@acme.example, u-bo' }, { kind: 'people', people: ['u-ann', 'u-bo'] }],
    [{ team: 'Night desk' }, { kind: 'team', team: 't-1' }],
    [{ 'team-leads': 't-1' }, { kind: 'team_leads', team: 't-1' }],
    [{ role: 'admin' }, { kind: 'role', role: 'admin' }],
    [{ 'proposed-for': true }, { kind: 'proposed_for' }],
  ])('%o is a policy', (asked, wanted) => {
    expect(who(asked)).toEqual(wanted)
    expect(parsePolicy({ who: who(asked) }).ok).toBe(true)
  })

  it('is refused with a sentence where it names nobody here, or is said twice', () => {
    expect(() => who({ people: 'eve@acme.example' })).toThrow('eve@acme.example is not a member of Acme')
    expect(() => who({ team: 'Day desk' })).toThrow('Acme has no team Day desk: "Night desk"')
    expect(() => who({ team: 't-1', role: 'lead' })).toThrow('say one of')
    expect(() => who({ people: 'u-bo', 'proposed-for': true })).toThrow('say one of')
    expect(parsePolicy({ who: who({ role: 'owner' }) }).ok).toBe(false)
    expect(parsePolicy({ who: who({}) }).ok).toBe(false)
  })
})
