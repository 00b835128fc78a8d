import type { ListCounts, ListQuery } from '@/lib/inbox'

/** How much there is, beside the title of a list. */
export function countWords(counts: ListCounts, query: ListQuery): string {
  const number = (count: number) => `${count}${counts.capped ? '+' : ''}`
  if (query.view === 'asked')
    return counts.asked === 0 ? 'nothing of yours is pending' : `${number(counts.asked)} pending`
  if (counts.mine === 0) return 'nothing waits for you'
  return `${number(counts.pending)} pending, ${number(counts.mine)} ${counts.mine === 1 ? 'waits' : 'wait'} for you`
}
