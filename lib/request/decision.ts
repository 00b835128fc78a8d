import type { Verdict } from './status'

/**
 * One verdict as it counts: `n` is its place in the request's history, the only order there is. `taken_back`: its author
 * could not decide any more, so nothing that they had said counts from here on, also if they may again.
 */
export type CastVerdict = {
  n: number
  person: string
  verdict: Verdict | 'taken_back'
  displayDigest: string
  answer: string
}

/** What the verdicts add up to. */
export type Decision = { status: 'pending' | 'approved' | 'rejected' | 'returned'; approvals: number }

/**
 * Adds up verdicts under a policy (design §2, Quorum): approvals count together only under one display digest and one
 * answer, and how many there are is said of the newest question, which is what is shown; a person's own later reject or return takes an approval back; a verdict counts only while its author may.
 * decide. The SQL function `decide` decides by the same rules under the row lock; a property test holds the two equal.
 *
 * `deciders` are the people who may decide now.
 */
export function decisionOf(
  verdicts: readonly CastVerdict[],
  policy: { quorum: number; oneEnds: boolean },
  deciders: ReadonlySet<string>,
): Decision {
  const cast = [...verdicts].sort((a, b) => a.n - b.n)
  const counted = new Map<string, Map<string, number>>()
  for (const [index, verdict] of cast.entries()) {
    if (verdict.verdict === 'taken_back') {
      for (const people of counted.values()) people.delete(verdict.person)
      continue
    }
    if (!deciders.has(verdict.person)) continue
    if (verdict.verdict !== 'approve') {
      if (policy.oneEnds || reachable(cast.slice(0, index + 1), deciders) < policy.quorum)
        return { status: verdict.verdict === 'reject' ? 'rejected' : 'returned', approvals: 0 }
      for (const people of counted.values()) people.delete(verdict.person)
      continue
    }
    const key = `${verdict.displayDigest}\n${verdict.answer}`
    const people = counted.get(key) ?? new Map<string, number>()
    counted.set(key, people.set(verdict.person, verdict.n))
    if (people.size >= policy.quorum) return { status: 'approved', approvals: people.size }
  }
  return { status: 'pending', approvals: ofTheNewest([...counted.values()]) }
}

/** How many stand under the question that was approved last; each map holds who approved one, and when (`n`). */
function ofTheNewest(questions: readonly ReadonlyMap<string, number>[]): number {
  const last = (people: ReadonlyMap<string, number>) => Math.max(-1, ...people.values())
  return questions.toSorted((one, other) => last(other) - last(one))[0]?.size ?? 0
}

/** How many deciders do not say no: the most approvals that can still come. A person's last word is what they say. */
function reachable(cast: readonly CastVerdict[], deciders: ReadonlySet<string>): number {
  const lastWord = new Map(cast.map((verdict) => [verdict.person, verdict.verdict]))
  return [...deciders].filter((person) => !['reject', 'return'].includes(lastWord.get(person) ?? 'approve')).length
}
