'use client'
import { useEffect, useMemo, useState } from 'react'
import { useMe } from '../frame/context'
import parts from '../parts/parts.module.css'
import { Said } from '../request/said'
import type { Sheet } from '../request/sheet-state'
import { AnswerForm } from './answer-form'
import { FirstAnswer } from './first-answer'
import { GivenAnswer } from './given-answer'
import { gateQuestion } from './model/question'
import { forgetAnswer, keptUnder } from './use-answer'

/** What a gate asks: while it is pending a form, or the answer to countersign; once it is over what was answered. */
export function GateQuestion({ sheet }: { sheet: Sheet }) {
  const { live, request, level } = sheet
  const me = useMe()
  const asked = request.opened?.view.question ?? live.question
  const question = useMemo(() => gateQuestion(asked), [asked])
  const version = request.opened?.displayDigest ?? null
  const [own, setOwn] = useState(false)
  // Somebody else's answer takes the form's place only when the reader looks: what is typed stays under their hands.
  const looked = request.opened?.view.approvals ?? live.approvals
  const first = live.approvals.findLast(
    ({ counts, person, at }) =>
      counts && person.id !== me.id && looked.some((known) => known.person.id === person.id && known.at === at),
  )
  const mine = live.approvals.findLast(({ counts, person }) => counts && person.id === me.id)
  const isSigned = mine !== undefined
  useEffect(() => {
    if (isSigned) forgetAnswer(keptUnder(me.id, live.id))
  }, [isSigned, me.id, live.id])
  const agent = live.agent?.name ?? live.asker.client.name
  return (
    <>
      {question.prompt === null ? null : (
        <Said name={agent} words={question.prompt} verb="asks" heading="What the run asks" level={level} />
      )}
      {live.status !== 'pending' ? (
        <GivenAnswer answer={live.answer} level={level} />
      ) : !live.you.mayDecide ? null : mine !== undefined ? (
        <GivenAnswer answer={mine.answer} level={level} heading="The answer that you signed">
          <p className={parts.hint}>It stands as it is while the others decide.</p>
        </GivenAnswer>
      ) : first !== undefined && !own ? (
        <FirstAnswer approval={first} level={level} onOwn={() => setOwn(true)} />
      ) : (
        <AnswerForm key={version} sheet={sheet} question={question} version={version} />
      )}
    </>
  )
}
