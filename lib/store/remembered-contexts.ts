import type { ProposalContext, Store } from '@/lib/inbox'

type Asked = Parameters<Store['proposalContext']>[0]

const LIFE_MS = 10_000
const MOST = 500
/** A policy that reaches more people than this is read anew each time: what is kept must stay small. */
const MOST_PEOPLE = 100

/**
 * What was read for the last proposal of its sort, for the next one: policy, people, memberships. It is good for writing a
 * request only, since the statement that writes holds it against what is so by then.
 */
export function rememberedContexts(now: () => number = Date.now) {
  const kept = new Map<string, { context: ProposalContext; until: number }>()
  return {
    keep(asked: Asked, context: ProposalContext): void {
      const sort = sortOf(asked)
      kept.delete(sort)
      if (context.people.length > MOST_PEOPLE || !context.isProven) return
      const [oldest] = kept.keys()
      if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest)
      kept.set(sort, { context: { ...context, replay: null, isRemembered: true }, until: now() + LIFE_MS })
    },
    find(asked: Asked): ProposalContext | null {
      const found = kept.get(sortOf(asked))
      return found === undefined || found.until <= now() ? null : found.context
    },
  }
}

function sortOf({ org, kind, subject, onBehalfOf, policy }: Asked): string {
  return JSON.stringify([org, kind, subject, onBehalfOf, policy])
}
