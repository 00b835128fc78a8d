import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Member, type Policy, type PolicyText, parsePolicy, standingOf } from '@/lib/policy'
import { type CastVerdict, decisionOf } from './index'

// Written by hand: ada and ben are on the front desk, lea leads it; amy and max are admins of no team.
const ROLL: Member[] = [
  { id: 'ada', role: 'member', teams: [{ id: 'front', lead: false }] },
  { id: 'ben', role: 'member', teams: [{ id: 'front', lead: false }] },
  { id: 'lea', role: 'lead', teams: [{ id: 'front', lead: true }] },
  { id: 'amy', role: 'admin', teams: [] },
  { id: 'max', role: 'admin', teams: [] },
]
const policyOf = (text: PolicyText): Policy => {
  const policy = parsePolicy(text)
  if (!policy.ok) throw new Error(JSON.stringify(policy.error))
  return policy.value
}
const decidersOf = (policy: Policy, proposedFor: string | null, roll = ROLL) =>
  new Set(roll.filter((member) => standingOf(policy, { proposedFor }, member).mayDecide).map(({ id }) => id))

const WORDS = { '+': 'approve', '-': 'reject', '<': 'return', '/': 'taken_back' } as const

/** `ada+ ben-`: Ada approves, then Ben rejects; `<` sends back, `/` is taken back; `ada+2` approves what it is now. */
function cast(story: string): CastVerdict[] {
  return story
    .split(' ')
    .filter((word) => word !== '')
    .map((word, index) => {
      const [, person = '', sign = '', digest = ''] = /^(\w+?)([-+</])(\d?)$/.exec(word) ?? []
      const verdict = WORDS[sign as keyof typeof WORDS]
      return { n: index + 1, person, verdict, displayDigest: verdict === 'approve' ? `d${digest}` : '', answer: '' }
    })
}

const front = { kind: 'team', team: 'front' } as const
const leads = { kind: 'team_leads', team: 'front' } as const
const admins = { kind: 'role', role: 'admin' } as const
const two = (...people: string[]) => ({ kind: 'people', people }) as const

describe('roles × teams × quorum × four eyes × order, by hand', () => {
  it.each<[PolicyText, string | null, string, string]>([
    // a team
    [{ who: front }, null, 'ada+', 'approved'],
    [{ who: front }, null, 'lea+', 'approved'],
    [{ who: front }, null, 'amy+', 'pending'],
    [{ who: front, quorum: 2 }, null, 'ada+', 'pending'],
    [{ who: front, quorum: 2 }, null, 'ada+ ada+', 'pending'],
    [{ who: front, quorum: 2 }, null, 'ada+ ben+', 'approved'],
    [{ who: front, quorum: 2 }, null, 'ben+ ada+', 'approved'],
    [{ who: front, quorum: 2 }, null, 'ada+ amy+', 'pending'],
    [{ who: front, quorum: 2 }, null, 'ada+ ben+2', 'pending'],
    [{ who: front, quorum: 2 }, null, 'ada+ ben+2 ada+2', 'approved'],
    [{ who: front, quorum: 3 }, null, 'ada+ ben+ lea+', 'approved'],
    // one no ends it, whoever came before
    [{ who: front, quorum: 2 }, null, 'ada+ ben-', 'rejected'],
    [{ who: front, quorum: 2 }, null, 'ada+ ada-', 'rejected'],
    [{ who: front, quorum: 2 }, null, 'ada< ben+', 'returned'],
    [{ who: front, quorum: 2 }, null, 'amy- ada+', 'pending'],
    // one no does not end it
    [{ who: front, quorum: 2, oneEnds: false }, null, 'ada- ben+', 'pending'],
    [{ who: front, quorum: 2, oneEnds: false }, null, 'ada- ben+ lea+', 'approved'],
    [{ who: front, quorum: 2, oneEnds: false }, null, 'ada- ben<', 'returned'],
    [{ who: front, quorum: 2, oneEnds: false }, null, 'ada+ ada- ben+', 'pending'],
    [{ who: front, quorum: 2, oneEnds: false }, null, 'ada- ada+ ben+', 'approved'],
    [{ who: front, quorum: 3, oneEnds: false }, null, 'ada-', 'rejected'],
    // four eyes: whom it is for counts as who asked
    [{ who: front }, 'ada', 'ada+', 'pending'],
    [{ who: front }, 'ada', 'ada-', 'pending'],
    [{ who: front }, 'ada', 'ada+ ben+', 'approved'],
    [{ who: front, quorum: 2 }, 'ada', 'ada+ ben+', 'pending'],
    [{ who: front, quorum: 2 }, 'ada', 'ada+ ben+ lea+', 'approved'],
    [{ who: front, quorum: 2, requesterMayDecide: true }, 'ada', 'ada+ ben+', 'approved'],
    [{ who: front, quorum: 3, oneEnds: false }, 'ada', 'ben-', 'rejected'],
    // leads, roles, people
    [{ who: leads }, null, 'ada+', 'pending'],
    [{ who: leads }, null, 'lea+', 'approved'],
    [{ who: leads }, 'lea', 'lea+', 'pending'],
    [{ who: admins }, null, 'lea+', 'pending'],
    [{ who: admins, quorum: 2 }, null, 'amy+ max+', 'approved'],
    [{ who: admins, quorum: 2 }, 'amy', 'amy+ max+', 'pending'],
    [{ who: two('ada', 'amy'), quorum: 2 }, null, 'ada+ amy+', 'approved'],
    [{ who: two('ada', 'amy'), quorum: 2 }, null, 'ada+ ben+', 'pending'],
    [{ who: { kind: 'proposed_for' } }, 'ada', 'ada+', 'approved'],
    [{ who: { kind: 'proposed_for' } }, 'ada', 'lea+ amy+', 'pending'],
    [{ who: { kind: 'proposed_for' } }, null, 'ada+', 'pending'],
    // taken back
    [{ who: front, quorum: 2 }, null, 'ada+ ada/ ben+', 'pending'],
    [{ who: front, quorum: 2 }, null, 'ada+ ada/ ben+ ada+', 'approved'],
    [{ who: front, quorum: 2 }, null, 'ada+ ben+ ada/', 'approved'],
    [{ who: front, quorum: 2, oneEnds: false }, null, 'ada- ada/ ben<', 'pending'],
  ])('%j for %s: %s is %s', (text, proposedFor, story, status) => {
    const policy = policyOf(text)
    expect(decisionOf(cast(story), policy, decidersOf(policy, proposedFor)).status).toBe(status)
  })
})

const aWho = fc.oneof(
  fc.constant(front),
  fc.constant(leads),
  fc.constant(admins),
  fc.constant(two('ada', 'ben', 'amy')),
)
const aStep = fc.record({
  person: fc.constantFrom(...ROLL.map(({ id }) => id)),
  act: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'return', 'leave', 'come'),
  displayDigest: fc.constantFrom('d1', 'd2'),
  answer: fc.constantFrom('', 'x'),
})

it('no order of events approves without the quorum, or counts a vote that may not count', () => {
  const seen = { approved: 0 }
  const property = fc.property(
    aWho,
    fc.integer({ min: 1, max: 3 }),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom(null, 'ada', 'amy'),
    fc.array(aStep, { maxLength: 25 }),
    (who, quorum, oneEnds, requesterMayDecide, proposedFor, steps) => {
      const rules = { quorum, oneEnds }
      const policy = policyOf({ who: two('nobody'), oneEnds, requesterMayDecide })
      const whole: Policy = { ...policy, who, quorum }
      const here = new Set(ROLL.map(({ id }) => id))
      const given: CastVerdict[] = []
      // who may decide now, said anew here: on the roll, named by hand, and not the requester where that matters
      const named = (id: string) =>
        (who === front && ['ada', 'ben', 'lea'].includes(id)) ||
        (who === leads && id === 'lea') ||
        (who === admins && ['amy', 'max'].includes(id)) ||
        (who.kind === 'people' && ['ada', 'ben', 'amy'].includes(id))
      const may = (id: string) => here.has(id) && named(id) && (requesterMayDecide || id !== proposedFor)
      const deciders = () =>
        decidersOf(
          whole,
          proposedFor,
          ROLL.filter(({ id }) => here.has(id)),
        )

      for (const { person, act, displayDigest, answer } of steps) {
        const n = given.length + 1
        if (act === 'come') here.add(person)
        else if (act === 'leave') {
          if (here.delete(person)) given.push({ n, person, verdict: 'taken_back', displayDigest: '', answer: '' })
        } else if (act === 'approve') given.push({ n, person, verdict: act, displayDigest, answer })
        else if (act === 'reject' || act === 'return')
          given.push({ n, person, verdict: act, displayDigest: '', answer: '' })
        if (given.at(-1)?.n !== n || given.at(-1)?.verdict === 'taken_back') continue
        // a verdict of somebody who may not is refused where verdicts are recorded
        if (!may(person)) {
          given.pop()
          continue
        }
        const { status } = decisionOf(given, rules, deciders())
        if (status === 'pending') continue
        if (status !== 'approved') return
        seen.approved++
        const last = given.at(-1)
        const counting = [...here].filter(
          (id) =>
            may(id) &&
            given.some(
              (one) =>
                one.person === id &&
                one.verdict === 'approve' &&
                one.displayDigest === last?.displayDigest &&
                one.answer === last.answer &&
                !given.some((later) => later.person === id && later.n > one.n && later.verdict !== 'approve'),
            ),
        )
        expect(counting.length).toBeGreaterThanOrEqual(quorum)
        return
      }
    },
  )
  fc.assert(property, { numRuns: 4_000 })
  expect(seen.approved).toBeGreaterThan(100)
})
