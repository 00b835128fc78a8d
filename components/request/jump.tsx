'use client'
import { bareQuestionOf } from '../command/question-of'
import { useClock, useMe } from '../frame/context'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { leftOutOf } from '../plan/left-out'
import { timeLeft } from '../when/spans'
import { plural } from '../words/plural'
import { approvalsOf } from '../words/verdicts'
import styles from './jump.module.css'
import { confirmationOf, hasSigned, type Sheet } from './sheet-state'

/** On a phone: what is missing, and a link to the decision. No verdict lies under a thumb. */
export function Jump({ sheet }: { sheet: Sheet }) {
  const { now } = useClock()
  const me = useMe()
  const { live, request, decide } = sheet
  if (live.status !== 'pending') return null
  const left = `${timeLeft(live.createdAt, live.expiresAt, now).text} left`
  const warnings = confirmationOf(sheet)?.warnings.length ?? 0
  const signed = live.approvals.filter((approval) => approval.counts).length
  const warned = warnings > 0 ? [plural(warnings, 'warning')] : []
  const { ids: without, total } = leftOutOf(live, sheet.leftOut)
  const steps = without.size === 0 ? [] : [`${total - without.size} of ${total} steps`]
  const sum = [...steps, approvalsOf(signed, live.quorum), ...warned].join(', ')
  const changed = request.news || (decide.state?.ok === false && decide.state.refusal.code === 'look_again')
  const [head, rest, link] = !live.you.mayDecide
    ? ['You cannot decide this one', left, 'See why']
    : hasSigned(sheet, me.id)
      ? ['You approved', left, 'Change your mind']
      : changed
        ? ['It changed; nothing was recorded', left, 'Decide']
        : bareQuestionOf(live) !== null
          ? [['Full access', ...warned].join(', '), left, 'Decide']
          : [left, sum, 'Decide']
  return (
    <div className={styles.jump}>
      <p>
        <strong>{head}</strong>
        {rest}
      </p>
      <a className={cx(button.btn, styles.go)} href="#decide">
        {link}
      </a>
    </div>
  )
}
