import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newToken, tokenHash } from '@/lib/binding'
import {
  type CastVerdict,
  decisionOf,
  OUTCOME_FOLLOWS,
  OUTCOMES,
  STEP_FOLLOWS,
  STEP_OUTCOMES,
  type StepOutcome,
  VERDICTS,
  type Verdict,
} from '@/lib/request'
import type { ClientView } from './inbox'
import { aWorld, granted, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const PEOPLE = ['u-ada', 'u-ben', 'u-cleo', 'u-vic']
const step = fc.record({
  person: fc.constantFrom(...PEOPLE),
  verdict: fc.oneof({ weight: 3, arbitrary: fc.constant('approve' as const) }, fc.constantFrom(...VERDICTS)),
  displayDigest: fc.constantFrom('d1', 'd2'),
  answer: fc.constantFrom('', 'x'),
})
type Step = { person: string; verdict: Verdict; displayDigest: string; answer: string }

async function give(request: ClientView, { person, verdict, displayDigest, answer }: Step) {
  const isApproval = verdict === 'approve'
  const token = newToken('cnf', randomBytes(24))
  const common = { org: 'northgate', request: request.id, person }
  if (isApproval)
    await world.store.issueToken({
      ...common,
      ...{ hash: tokenHash(token), boundUser: 'u-tomas', tool: request.tool, inputs: '{}', shown: '{}', agent: null },
      ...{ fingerprint: request.fingerprint, displayDigest },
    })
  return world.store.decide({
    ...common,
    ...{ verdict, note: isApproval ? null : 'No', performs: 'client' },
    tokenHash: isApproval ? tokenHash(token) : null,
    displayDigest: isApproval ? displayDigest : null,
    answer: isApproval ? answer : '',
  })
}

/** As `decide` keeps it: only an approval has a question and an answer. */
function castOf(n: number, { person, verdict, displayDigest, answer }: Step): CastVerdict {
  return verdict === 'approve'
    ? { n, person, verdict, displayDigest, answer }
    : { n, person, verdict, displayDigest: '', answer: '' }
}

it('«decide» in SQL and decisionOf add up any order of verdicts to the same, at every step', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 1, max: 4 }),
    fc.boolean(),
    async (steps, quorum, oneEnds) => {
      const policy = { who: { kind: 'people' as const, people: PEOPLE }, quorum, oneEnds }
      await world.policy('order_towels', policy)
      const request = await world.propose({ tool: 'order_towels', inputs: {} })
      const cast: CastVerdict[] = []
      const added = () => decisionOf(cast, { quorum, oneEnds }, new Set(PEOPLE))
      for (const [index, one] of steps.entries()) {
        const before = added()
        const next = castOf(cast.length + 2, one)
        // an approval stands until its author's own later no, whatever else they approved since
        const own = cast.filter(({ person }) => person === one.person)
        const sinceNo = own.slice(own.findLastIndex(({ verdict }) => verdict !== 'approve') + 1)
        const isSame = (given: (typeof cast)[number]) =>
          given.displayDigest === next.displayDigest && given.answer === next.answer
        const isRepeat = next.verdict === 'approve' ? sinceNo.some(isSame) : own.at(-1)?.verdict === next.verdict
        const { code, status } = await give(request, one)
        const at = `step ${index} of ${JSON.stringify(steps)}`
        if (before.status !== 'pending') expect([code, status], at).toEqual(['already_decided', before.status])
        else if (isRepeat) expect([code, status], at).toEqual(['own_verdict', 'pending'])
        else {
          cast.push(next)
          expect([code, status], at).toEqual(['ok', added().status])
        }
      }
      const view = granted(await world.inbox.viewForClient(world.client, request.id))
      expect(view.status).toBe(added().status)
      if (view.status === 'pending' || view.status === 'approved') expect(view.approvals.have).toBe(added().approvals)
    },
  )
  await fc.assert(property, { numRuns: 120 })
})

it('an outcome may follow another in SQL exactly where OUTCOME_FOLLOWS says so', async () => {
  for (const before of OUTCOMES)
    for (const after of OUTCOMES) {
      const [row] = await world.test.query<{ may: boolean }>('select outcome_may_follow($1, $2) as may', [
        before,
        after,
      ])
      expect([before, after, row?.may]).toEqual([before, after, OUTCOME_FOLLOWS[before].includes(after)])
    }
  // approved and not settled yet: as waiting
  for (const after of OUTCOMES) {
    const [row] = await world.test.query<{ may: boolean }>('select outcome_may_follow(null, $1) as may', [after])
    expect([after, row?.may]).toEqual([after, OUTCOME_FOLLOWS.waiting.includes(after)])
  }
})

it('a step’s outcome may follow another in SQL exactly where STEP_FOLLOWS says so', async () => {
  const may = async (before: StepOutcome | null, after: StepOutcome) => {
    const [row] = await world.test.query<{ may: boolean }>('select step_may_follow($1, $2) as may', [before, after])
    return row?.may
  }
  for (const after of STEP_OUTCOMES) {
    expect([after, await may(null, after)]).toEqual([after, true])
    for (const before of STEP_OUTCOMES)
      expect([before, after, await may(before, after)]).toEqual([before, after, STEP_FOLLOWS[before].includes(after)])
  }
})
