'use client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Json } from '@/lib/binding'
import { type CompilePattern, loadPatterns } from '@/lib/schemas/browser'
import type { AnswerFields } from '../actions'
import { type Place, type Said, say } from './model/answer'
import { asJson, begin } from './model/begin'
import { type Draft, readJson } from './model/draft'
import { draftFrom, isAnswerName, isPlain, textsIn } from './model/plain-form'
import { faultsOf, type Problem, problemsOf } from './model/problems'
import { type GateQuestion, hasForm, judgeOf, needsPatterns } from './model/question'

/** What was sent before the page came back: the answer as JSON, or what stood in each field of a plain form. */
type Posted = { answer: string; fields: AnswerFields | null }
/** Where a draft is kept while the page is away, and for which version of the question. */
type Keep = { key: string; version: string | null }
type Kept = { version: string | null; draft: Draft }

/**
 * The answer in the making: what stands in the form, what it says, and what is wrong with it.
 *
 * It begins with what the run suggests, or with what was sent before the page came back without JavaScript. In the
 * browser it then takes over what was typed before the script ran, or the draft kept from before the page was left;
 * `isOlder` says that such a draft was typed for another version of the question.
 */
export function useAnswer(question: GateQuestion, keep: Keep, posted: Posted) {
  const [compile, setCompile] = useState<CompilePattern | null>(null)
  const judge = useMemo(() => judgeOf(question, compile), [question, compile])
  const drawable = useMemo(() => hasForm(question), [question])
  const [state, setState] = useState(() => ({ draft: first(question, posted, drawable), isOlder: false }))
  const { draft } = state

  useEffect(() => {
    if (needsPatterns(question)) void loadPatterns().then((loaded) => setCompile(() => loaded))
  }, [question])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a later version of the question comes with a new key
  useEffect(() => {
    const kept = readKept(keep.key)
    if (kept !== null) setState({ draft: kept.draft, isOlder: kept.version !== keep.version })
    else {
      const typed = typedBefore(judge, question.plain, drawable)
      if (typed === null) return
      setState((was) => ({ ...was, draft: typed }))
      writeKept(keep.key, { version: keep.version, draft: typed })
    }
  }, [])

  const setDraft = useCallback(
    (now: Draft) => {
      setState((was) => ({ ...was, draft: now }))
      writeKept(keep.key, { version: keep.version, draft: now })
    },
    [keep.key, keep.version],
  )

  const { said, problems, places } = useMemo(() => read(judge, question, draft), [judge, question, draft])
  return {
    judge,
    drawable,
    draft,
    setDraft,
    isOlder: state.isOlder,
    said,
    problems,
    places,
    editAsJson: () => setDraft(asJson(said.value ?? null)),
    editInForm: () => {
      const read = draft.is === 'json' ? readJson(draft.text) : null
      if (read?.ok) setDraft(begin(judge, question.plain, read.value))
    },
    forget: () => forgetAnswer(keep.key),
  }
}

function first({ plain, proposed, ...rest }: GateQuestion, { answer, fields }: Posted, drawable: boolean): Draft {
  if (fields !== null && drawable) return draftFrom(judgeOf({ plain, proposed, ...rest }, null), plain, textsIn(fields))
  const sent = answer === '' ? null : readJson(answer)
  if (sent !== null && !sent.ok) return { is: 'json', text: answer }
  const value = sent?.value ?? proposed
  if (!drawable) return value === undefined ? { is: 'json', text: '' } : asJson(value)
  return begin(judgeOf({ plain, proposed, ...rest }, null), plain, value)
}

function read(
  judge: ReturnType<typeof judgeOf>,
  question: GateQuestion,
  draft: Draft,
): { said: Said; problems: Problem[]; places: Place[] } {
  const places: Place[] = []
  const said = say(judge, question.plain ?? true, draft, places)
  const faults = patiently(() => faultsOf(judge, said))
  return { said, places, problems: problemsOf(said, faults, places) }
}

/** What takes too long to check here is checked by the server. */
function patiently<T>(judge: () => T[]): T[] {
  try {
    return judge()
  } catch (error) {
    if (error instanceof Error && error.name === 'TooMuchToCheck') return []
    throw error
  }
}

/** What was typed before the script ran, as JSON or in a plain form; null where nothing was touched, or nothing is there. */
function typedBefore(judge: ReturnType<typeof judgeOf>, plain: Json, drawable: boolean): Draft | null {
  const form = document.getElementById('decide')
  if (!(form instanceof HTMLFormElement)) return null
  const json = form.elements.namedItem('answer')
  if (json instanceof HTMLTextAreaElement)
    return json.value === json.defaultValue ? null : { is: 'json', text: json.value }
  if (!drawable || !isPlain(judge, plain)) return null
  const isTouched = [...form.elements].some(
    (element) =>
      (element instanceof HTMLInputElement &&
        isAnswerName(element.name) &&
        (element.type === 'text'
          ? element.value !== element.defaultValue
          : element.checked !== element.defaultChecked)) ||
      (element instanceof HTMLTextAreaElement &&
        isAnswerName(element.name) &&
        element.value !== element.defaultValue) ||
      (element instanceof HTMLSelectElement &&
        isAnswerName(element.name) &&
        [...element.options].some((option) => option.selected !== option.defaultSelected && option.value !== '')),
  )
  if (!isTouched) return null
  const data = new FormData(form)
  return draftFrom(judge, plain, (name) => data.getAll(name).filter((each) => typeof each === 'string'))
}

/** Where the draft of a person's answer to a request is kept. */
export function keptUnder(person: string, request: string): string {
  return `countersign.answer.${person}.${request}`
}

/** The answer was given: its draft is of no use any more. */
export function forgetAnswer(key: string): void {
  writeKept(key, null)
}

function readKept(key: string): Kept | null {
  try {
    const text = window.localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as Kept) // written by this page only
  } catch (error) {
    return ignoring(error, null)
  }
}

function writeKept(key: string, kept: Kept | null): void {
  try {
    if (kept === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, JSON.stringify(kept))
  } catch (error) {
    ignoring(error, undefined)
  }
}

/** A browser without a store, or with a full one, keeps no draft; the form works all the same. */
function ignoring<T>(error: unknown, instead: T): T {
  if (error instanceof DOMException || error instanceof SyntaxError) return instead
  throw error
}
