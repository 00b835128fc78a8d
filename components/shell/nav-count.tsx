'use client'
import { useQuery } from '@tanstack/react-query'
import { fetchInbox, keys } from '@/lib/client'
import type { ListCounts } from '@/lib/inbox'
import { useMe } from '../frame/context'

type Props = { of: 'mine' | 'asked' | 'attention'; first: ListCounts }

const SAYS = { mine: 'waiting for you', asked: 'pending', attention: 'outcomes to look at' } as const

/** How many there are of something, kept true by the change feed. Nothing at all where there are none. */
export function NavCount({ of, first }: Props) {
  const me = useMe()
  const { data } = useQuery({
    queryKey: keys.list(me.id, { view: 'mine' }),
    queryFn: ({ signal }) => fetchInbox({ view: 'mine' }, signal),
  })
  const counts = data?.counts ?? first
  if (counts[of] === 0) return null
  return (
    <span className="n">
      <span className="sr">, {SAYS[of]}: </span>
      {counts[of]}
      {counts.capped ? '+' : ''}
    </span>
  )
}
