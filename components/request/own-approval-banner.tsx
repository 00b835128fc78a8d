'use client'
import { visibleText } from '@/lib/confirmation'
import { useClock, useMe } from '../frame/context'
import { Banner } from '../parts/banner'
import { atTime } from '../when/zoned'
import { listed, plural } from '../words/plural'
import type { Sheet } from './sheet-state'

/** The reader has approved, and it takes more than one. */
export function OwnApprovalBanner({ sheet }: { sheet: Sheet }) {
  const { live, decide, level } = sheet
  const { zone, now } = useClock()
  const me = useMe()
  const answer = decide.state?.ok ? decide.state.decided : null
  const mine = live.approvals.find((approval) => approval.counts && approval.person.id === me.id)
  const at = mine?.at ?? answer?.at ?? live.createdAt
  const have = live.approvals.filter((approval) => approval.counts).length + (mine === undefined ? 1 : 0)
  const others = live.deciders
    .filter(
      ({ id, mayDecide }) =>
        mayDecide && id !== me.id && !live.approvals.some((one) => one.counts && one.person.id === id),
    )
    .map((person) => visibleText(person.name))
  return (
    <Banner tone="go" icon="check" title={`You approved at ${atTime(at, zone, now)}`} level={level}>
      <p>
        {answer?.repeated ? 'You had answered before; that stands, and it counts once. ' : ''}
        {plural(Math.max(1, live.quorum - have), 'more approval is', 'more approvals are')} needed
        {others.length === 0 ? '' : `, from ${listed(others, 'or')}`}. Nothing is written until then.
      </p>
    </Banner>
  )
}
