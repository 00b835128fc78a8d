'use client'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useMe } from '../frame/context'
import { useHydrated } from '../frame/use-hydrated'
import { Banner } from '../parts/banner'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import type { Sheet } from '../request/sheet-state'
import { FormContext } from './context'
import { FieldView } from './field-view'
import styles from './gate.module.css'
import { JsonEditor } from './json-editor'
import { askedNames } from './model/asked-names'
import { idAt } from './model/id-at'
import { isPlain } from './model/plain-form'
import { problemsFrom } from './model/problems'
import { type GateQuestion, whyNoForm } from './model/question'
import { isSchema } from './model/schema'
import { ProblemList } from './problem-list'
import { Recorded } from './recorded'
import { keptUnder, useAnswer } from './use-answer'
import { WithoutScript } from './without-script'

type Props = { sheet: Sheet; question: GateQuestion; version: string | null }

/**
 * The form of a gate's answer, beside exactly what will be recorded.
 *
 * What is wrong is told once somebody has tried to approve, then with every change; the server judges in any case, and
 * its verdict stands. The fields belong to the decision form, so that a plain one works without JavaScript too; any other
 * is then answered as JSON.
 */
export function AnswerForm({ sheet, question, version }: Props) {
  const { live, decide, level } = sheet
  const me = useMe()
  const hydrated = useHydrated()
  const id = useId()
  const refused = decide.state?.ok === false ? decide.state : null
  const answer = useAnswer(
    question,
    { key: keptUnder(me.id, live.id), version },
    { answer: refused?.answer ?? '', fields: refused?.fields ?? null },
  )
  const { judge, draft, setDraft, said, problems, places, drawable, forget } = answer
  const [tried, setTried] = useState(refused?.refusal.code === 'answer_does_not_fit')

  // The server's own list, until the answer it was about is another one.
  const sent = refused?.refusal.code === 'answer_does_not_fit' ? refused : null
  const text = said.value === undefined ? '' : JSON.stringify(said.value)
  const theirs =
    sent !== null && sent.answer === text && problems.length === 0 ? problemsFrom(sent.refusal.at, places) : []
  const shown = tried ? [...problems, ...theirs] : []

  const focusFirst = useRef(false)
  useEffect(() => {
    if (!focusFirst.current || shown.length === 0) return
    focusFirst.current = false
    focusOn(shown[0]?.path ?? '$')
  })
  useEffect(() => {
    if (sent !== null) {
      setTried(true)
      focusFirst.current = true
    }
  }, [sent])
  useEffect(() => {
    sheet.guard.current = () => {
      setTried(true)
      focusFirst.current = problems.length > 0
      return problems.length === 0
    }
    return () => {
      sheet.guard.current = null
    }
  }, [sheet.guard, problems])
  const isSent = decide.state?.ok === true && decide.state.decided.verdict === 'approve'
  useEffect(() => {
    if (isSent) forget()
  }, [isSent, forget])

  const form = useMemo(
    () => ({ book: judge, View: FieldView, problems: shown, proposed: question.proposed }),
    [judge, shown, question.proposed],
  )
  const isJson = draft.is === 'json'
  const outline = useMemo(() => askedNames(judge, question.plain ?? true), [judge, question.plain])
  const plain = drawable && isPlain(judge, question.plain)
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <>
      <ProblemList problems={shown} level={level} />
      {answer.isOlder ? <OlderDraft level={level} /> : null}
      <div className={styles.grid}>
        <section className={styles.answer} aria-labelledby={id}>
          <Heading id={id}>Your answer</Heading>
          {isJson ? (
            <JsonEditor
              draft={draft}
              onChange={setDraft}
              isWrong={shown.length > 0}
              why={whyNoForm(question) ?? 'Checked like the form.'}
              outline={outline}
            />
          ) : (
            <FormContext value={form}>
              <div className={cx(!isTitled(question) && styles.untitled, !plain && styles.scripted)}>
                <FieldView
                  schema={question.plain}
                  draft={draft}
                  at={[]}
                  onChange={setDraft}
                  label="Your answer"
                  required
                />
              </div>
            </FormContext>
          )}
          {hydrated && !isJson ? <input type="hidden" name="answer" value={text} form="decide" /> : null}
          {!hydrated && !isJson && plain ? <input type="hidden" name="fields" value="1" form="decide" /> : null}
          {plain || isJson ? null : <WithoutScript text={text} outline={outline} />}
          {hydrated && drawable ? (
            <div>
              <button
                type="button"
                className={`${button.btn} ${button.small}`}
                onClick={isJson ? answer.editInForm : answer.editAsJson}
              >
                {isJson ? 'Back to the form' : 'Edit as JSON'}
              </button>
            </div>
          ) : null}
        </section>
        <Recorded value={said.value} problems={problems} note={noteOf(question)} level={level} />
      </div>
    </>
  )
}

/** A schema with a title of its own says what is answered; else the heading above is enough. */
function isTitled({ plain }: GateQuestion): boolean {
  return isSchema(plain) && typeof plain.title === 'string' && plain.title.trim() !== ''
}

function OlderDraft({ level }: { level: 2 | 3 }) {
  return (
    <Banner tone="movedOn" icon="changed" title="What is asked has changed since you began" level={level}>
      <p>What you had typed is still here. Please look at it again: it was an answer to an earlier version.</p>
    </Banner>
  )
}

/** The control at a place; of a group the first one in it. */
function focusOn(path: string): void {
  const place = document.getElementById(idAt(path)) ?? document.getElementById(`${idAt(path)}-forms`)
  const control = place?.matches('fieldset') ? place.querySelector<HTMLElement>('input, select, textarea') : place
  ;(control ?? place)?.focus()
}

function noteOf({ plain }: GateQuestion): string {
  return plain === null
    ? 'Nothing checks this answer.'
    : 'Checked against what the run asks for. Values you did not give are left out.'
}
