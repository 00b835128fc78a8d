/**
 * Our form of a gate and our verdict, held against the library that they stand in for.
 *
 * The house rule is that a well-kept library goes before code of our own, and docs/decisions/0017-gate-forms.md breaks
 * it: the form and the second validator are ours. So @rjsf/core and @rjsf/validator-ajv8 are here as a second opinion, on
 * the hundred gates of the browser's story: what they draw, ours draws or lists; what they accept, our server and our
 * browser accept, and nothing else. Where we differ stands in `support/rjsf/differences.ts`, place by place and with the
 * reason; a row that is no longer needed fails.
 */
import { describe, expect, it, vi } from 'vitest'
import { gateQuestion, judgeOf } from '@/components/gate/model/question'
import { pathOf } from '@/lib/binding'
import { judge } from '@/lib/schemas'
import { loadPatterns } from '@/lib/schemas/browser'
import { HUNDRED, type RealGate } from './support/hundred-gates'
import { type Difference, DRAWN_OTHERWISE, JUDGED_OTHERWISE, NOT_DRAWN, NOT_JUDGED } from './support/rjsf/differences'
import { mutationsOf } from './support/rjsf/mutations'
import { accept, drawnByUs } from './support/rjsf/ours'
import { drawnByRjsf, verdictOfRjsf } from './support/rjsf/theirs'

const compilePattern = await loadPatterns()
const differencesIn = (all: readonly Difference[], gate: string) => all.find((each) => each.gate === gate)?.where ?? []

describe('what react-jsonschema-form draws of a hundred gates, ours draws or lists, by the same name', () => {
  it.each(HUNDRED)('$name', ({ name, schema, answer }) => {
    // It warns of each schema that it cannot compile; that is asked below.
    using _quiet = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const unable = NOT_DRAWN.find(({ gate }) => gate === name)
    if (unable !== undefined) return expect(() => drawnByRjsf(schema, answer)).toThrow(unable.says)
    const differing = [undefined, answer].flatMap((suggested) => {
      const theirs = drawnByRjsf(schema, suggested)
      expect(theirs).not.toEqual([])
      const inOurs = drawnByUs(schema, suggested)
      return theirs
        .map((drawn) => ({ path: pathOf(drawn.at), found: inOurs(drawn) }))
        .filter(({ found }) => found !== 'same')
        .map(({ path, found }) => `${suggested === undefined ? '' : 'suggested: '}${path} ${found}`)
    })
    expect(differing.sort()).toEqual([...differencesIn(DRAWN_OTHERWISE, name)].sort())
  })
})

describe('an answer, and all that can go wrong in one place of it, is judged as @rjsf/validator-ajv8 judges it', () => {
  it.each(HUNDRED)('$name', ({ name, schema, answer }) => {
    const verdicts = verdictsOn({ schema, answer })
    const unable = NOT_JUDGED.find(({ gate }) => gate === name)
    if (unable !== undefined) {
      expect(new Set(verdicts.map(({ theirs }) => theirs))).toEqual(new Set([unable.says]))
      return expect(verdicts.filter(({ ours, browsers }) => ours !== browsers)).toEqual([])
    }
    expect(verdicts.filter(({ ours, theirs }) => ours !== theirs).map(({ what }) => what)).toEqual(
      differencesIn(JUDGED_OTHERWISE, name),
    )
    expect(verdicts.filter(({ browsers, theirs }) => browsers !== theirs).map(({ what }) => what)).toEqual(
      differencesIn(
        JUDGED_OTHERWISE.filter(({ inBrowser }) => inBrowser),
        name,
      ),
    )
  })

  it('is asked of some thousand answers, of which many fit and more do not', () => {
    const fits = HUNDRED.flatMap(({ schema, answer }) => {
      const accepted = accept(schema)
      return mutationsOf(schema, answer).map((mutation) => judge(mutation.answer, accepted).ok)
    })
    expect(fits.filter((each) => each).length).toBeGreaterThan(500)
    expect(fits.filter((each) => !each).length).toBeGreaterThan(2_000)
  })
})

it('every gate that is named here is one of the hundred', () => {
  const names = HUNDRED.map(({ name }) => name)
  const named = [DRAWN_OTHERWISE, NOT_DRAWN, JUDGED_OTHERWISE, NOT_JUDGED].flatMap((rows) =>
    rows.map(({ gate }) => gate),
  )
  expect(named.filter((gate) => !names.includes(gate))).toEqual([])
})

/** The three verdicts on each answer: the server's, our browser's with its patterns loaded, and theirs. */
function verdictsOn({ schema, answer }: Pick<RealGate, 'schema' | 'answer'>) {
  const accepted = accept(schema)
  const browser = judgeOf(
    gateQuestion({ asked: JSON.stringify({ schema, plain: accepted.compiled.plain }) }),
    compilePattern,
  )
  const theirs = verdictOfRjsf(schema)
  return mutationsOf(schema, answer).map(({ what, answer: given }) => ({
    what,
    ours: judge(given, accepted).ok,
    browsers: browser.faults(given).length === 0,
    theirs: theirs(given),
  }))
}
