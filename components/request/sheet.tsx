'use client'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Opened, RequestView } from '@/lib/inbox'
import type { DecideState, RequestActions, SettleState, WithdrawState } from '../actions'
import fullAccess from '../command/full-access.module.css'
import { FullAccessBand } from '../command/full-access-band'
import { bareQuestionOf } from '../command/question-of'
import { cx } from '../parts/cx'
import { Jump } from './jump'
import { Rail } from './rail'
import { ResultBanner } from './result-banner'
import styles from './sheet.module.css'
import { asDecided, asShown, type Sheet } from './sheet-state'
import { Story } from './story'
import { useRequest } from './use-request'
import { useSending } from './use-sending'

/** Stands in place of a sheet that cannot be opened, and comes with it. */
export { RefusedBanner } from './refused-banner'

type Props = {
  view: RequestView
  /** Null where the page was not loaded as a document: the browser then opens it, once. */
  opened: Opened | null
  actions: RequestActions
  /** 1 on a page of its own, 2 beside the list. */
  level: 1 | 2
}

/**
 * One request, reading downwards: what will happen, warnings, details, the agent's words, exact inputs, history; then
 * time left, signatures and the decision. The order in the document is the same, so warnings come before buttons for
 * everyone. Give it the request's id as its key.
 */
export function RequestSheet({ view, opened, actions, level }: Props) {
  const title = useId()
  const banner = useRef<HTMLDivElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const guard = useRef<(() => boolean) | null>(null)
  const [typed, setTyped] = useState('')
  const [leftOut, setLeftOut] = useState<readonly string[] | null>(null)
  const request = useRequest(view, opened, actions.openRequest)
  const { reopen, catchUp } = request

  const onDecided = useCallback(
    (state: DecideState) => (state?.ok === false && state.refusal.code === 'look_again' ? void reopen() : catchUp()),
    [reopen, catchUp],
  )
  const decide = useSending<DecideState>(actions.decide, null, onDecided)
  const withdraw = useSending<WithdrawState>(actions.withdraw, null, catchUp)
  const settle = useSending<SettleState>(actions.settle, null, catchUp)

  const sheet: Sheet = {
    request,
    live: asDecided(asShown(request.live, request.opened), decide.state, withdraw.state, settle.state),
    decide,
    withdraw,
    settle,
    typed,
    setTyped,
    leftOut,
    setLeftOut,
    noteField,
    guard,
    level: level === 1 ? 2 : 3,
  }

  const bare = bareQuestionOf(sheet.live)
  const owesReason = isOwed(decide.state) || isOwed(settle.state)
  // The answer is read out and the next step is at hand: the field where one is wrong, else what happened.
  const answers = [
    decide.state,
    decide.fault,
    withdraw.state,
    withdraw.fault,
    settle.state,
    settle.fault,
    request.before,
  ]
  const answered = answers.filter((answer) => answer !== null).length
  const last = useRef(answers)
  useEffect(() => {
    if (last.current.every((answer, index) => answer === answers[index])) return
    last.current = answers
    if (answered === 0) return
    if (owesReason) noteField.current?.focus()
    // the question puts the focus on what needs another look
    else if (isUnfit(decide.state) && guard.current !== null) return
    else banner.current?.focus()
  })

  return (
    <>
      {bare === null ? null : <FullAccessBand question={bare} />}
      <div className={cx(styles.sheet, bare !== null && fullAccess.edge)}>
        <article className={styles.story} aria-labelledby={title}>
          <Story sheet={sheet} titleId={title} heading={level} banner={<ResultBanner sheet={sheet} focus={banner} />} />
        </article>
        <aside className={cx(styles.rail)} aria-label="Decide">
          <Rail sheet={sheet} />
        </aside>
      </div>
      {level === 1 ? <Jump sheet={sheet} /> : null}
    </>
  )
}

function isUnfit(state: DecideState): boolean {
  return state?.ok === false && state.refusal.code === 'answer_does_not_fit'
}

function isOwed(state: DecideState | SettleState): boolean {
  return state?.ok === false && state.refusal.code === 'reason_owed'
}
