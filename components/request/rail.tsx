'use client'
import type { FormEvent } from 'react'
import { bareQuestionOf } from '../command/question-of'
import { FullAccessTick } from '../command/ticks'
import { useMe } from '../frame/context'
import { Text } from '../parts/text'
import { leftOutOf } from '../plan/left-out'
import { approveSteps } from '../words/steps'
import { CannotDecide, Withdraw } from './cannot-decide'
import { Clock } from './clock'
import styles from './decide.module.css'
import { DecideForm } from './decide-form'
import { Notes } from './notes'
import { hasSigned, type Sheet } from './sheet-state'
import { Signatures } from './signatures'
import { Who } from './who'

/** Time left, signature lines, the decision, who can decide. */
export function Rail({ sheet }: { sheet: Sheet }) {
  const { live, level } = sheet
  const isPending = live.status === 'pending'
  return (
    <>
      {isPending ? <Clock view={live} /> : null}
      <Signatures view={live} level={level} />
      <Notes view={live} />
      {isPending ? <Decision sheet={sheet} /> : <Kept sheet={sheet} />}
      {isPending ? <Who view={live} level={level} /> : null}
    </>
  )
}

function Decision({ sheet }: { sheet: Sheet }) {
  const me = useMe()
  const { live, request, decide, withdraw, level } = sheet
  if (!live.you.mayDecide) return <CannotDecide view={live} withdraw={withdraw} level={level} />
  const refused = decide.state?.ok === false ? decide.state : null
  const signed = hasSigned(sheet, me.id)
  const bare = bareQuestionOf(live)
  const { ids: without, total } = leftOutOf(live, sheet.leftOut)
  return (
    <>
      <DecideForm
        key={String(signed)}
        request={live.id}
        opened={request.opened}
        news={request.news}
        onLook={request.reopen}
        looking={request.busy}
        hasSigned={signed}
        action={decide.action}
        onSubmit={(event) => (isHeldBack(event, sheet) ? event.preventDefault() : decide.onSubmit(event))}
        kind={live.kind}
        busy={decide.busy}
        note={refused?.note ?? ''}
        reasonOwed={refused?.refusal.code === 'reason_owed'}
        owed={live.reasonOwed}
        noteField={sheet.noteField}
        onType={sheet.setTyped}
        beforeApprove={bare === null ? null : <FullAccessTick question={bare} />}
        approve={bare === null ? approveSteps(total, without.size) : 'Approve full access'}
        level={level}
      />
      {live.you.mayWithdraw ? <Withdraw request={live.id} sending={withdraw} /> : null}
    </>
  )
}

/** An approval whose answer is not ready is not sent; the question says what is missing. */
function isHeldBack({ nativeEvent }: FormEvent<HTMLFormElement>, { guard }: Sheet): boolean {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  const isApproval = button instanceof HTMLButtonElement && button.value === 'approve'
  return isApproval && guard.current?.() === false
}

/** What was typed and never sent, when somebody else was first. */
function Kept({ sheet: { decide, typed } }: { sheet: Sheet }) {
  const note = typed || (decide.state?.ok === false ? decide.state.note : '')
  if (note === '' || decide.state?.ok) return null
  return (
    <section>
      <p>Your note, which was not sent:</p>
      <blockquote className={styles.kept}>
        <Text value={note} lines />
      </blockquote>
    </section>
  )
}
