import { renderToString } from 'react-dom/server'
import { FormContext } from '@/components/gate/context'
import { FieldView } from '@/components/gate/field-view'
import { begin } from '@/components/gate/model/begin'
import { idAt } from '@/components/gate/model/id-at'
import { nameInWords } from '@/components/gate/model/labels'
import { type GateQuestion, gateQuestion, hasForm, judgeOf } from '@/components/gate/model/question'
import { type Json, pathOf } from '@/lib/binding'
import type { ApprovalSchema } from '@/lib/gate'
import { acceptSchema } from '@/lib/schemas'
import type { Drawn } from './theirs'

/** What has become of a field of theirs in our form. */
export type Found = 'same' | 'other words' | 'missing'

/** Our form of a schema, with what is suggested, as the server draws it. Where it has none, every field is missing. */
export function drawnByUs(schema: Json, suggested: Json | undefined): (theirs: Drawn) => Found {
  const { plain } = accept(schema).compiled
  const question = gateQuestion({ asked: JSON.stringify({ schema, plain, proposed: suggested }) })
  const html = hasForm(question) ? draw(question) : ''
  return (theirs) => {
    const labels = labelsAt(html, theirs)
    if (labels.length === 0) return 'missing'
    return labels.some((label) => isSame(theirs, label, html)) ? 'same' : 'other words'
  }
}

/** A schema as our server accepts it. */
export function accept(schema: Json): ApprovalSchema {
  const accepted = acceptSchema(schema)
  if (!accepted.ok) throw new Error(`refused: ${JSON.stringify(accepted.error.at)}`)
  return accepted.value
}

function draw(question: GateQuestion): string {
  const book = judgeOf(question, null)
  return renderToString(
    <FormContext value={{ book, View: FieldView, problems: [], proposed: question.proposed }}>
      <FieldView
        schema={question.plain}
        draft={begin(book, question.plain, question.proposed)}
        at={[]}
        onChange={() => undefined}
        label="Your answer"
        required
      />
    </FormContext>,
  )
}

/** What a place is called in our form: by its control, its group, its choice of forms, or as the name of a fixed value. */
function labelsAt(html: string, { at, label }: Drawn): string[] {
  const id = idAt(pathOf(at))
  const tied = [
    ...html.matchAll(new RegExp(`<label for="${id}">(.*?)</label>`, 'gs')),
    ...html.matchAll(new RegExp(`<fieldset[^>]* id="${id}(?:-forms)?"[^>]*><legend>(.*?)</legend>`, 'gs')),
  ].map(([, inner = '']) => words(inner))
  const name = nameInWords(label)
  const fixed = [...html.matchAll(/<p class="[^"]*fixedName[^"]*">(.*?)<\/p>/gs)].map(([, inner = '']) => words(inner))
  return [...tied, ...fixed.filter((each) => each === name)]
}

/** Whether two labels say the same, each in its own way where the schema has no title. */
function isSame({ at, label }: Drawn, ours: string, html: string): boolean {
  const last = at.at(-1)
  if (label === ours) return true
  // The title of a form among several is an option of ours.
  if (label !== '' && html.includes(`>${label}</option>`)) return true
  if (last === undefined) return label === '' && ours === 'Your answer'
  if (typeof last === 'number') return /^$|-\d+$/.test(label) && ours.endsWith(` ${last + 1}`)
  if (label !== last) return false
  // A member that the schema does not name has a field for its name, and one for its value.
  const isNamed = new RegExp(`id="${idAt(pathOf(at.slice(0, -1)))}-name-\\d+"[^>]* value="${last}"`).test(html)
  return ours === nameInWords(last) || (isNamed && ours === 'Value')
}

/** What a reader reads of a piece of markup, without what we say ourselves. */
function words(html: string): string {
  const [own = ''] = html.split(/<span class="[^"]*(?:hint|suggested)[^"]*">/)
  return own
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
}
