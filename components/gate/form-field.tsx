'use client'
import { pathOf } from '@/lib/binding'
import { visibleText } from '@/lib/confirmation'
import parts from '../parts/parts.module.css'
import { useForm } from './context'
import { type FieldProps, Frame } from './frame'
import styles from './gate.module.css'
import { begin } from './model/begin'
import { BLANK } from './model/draft'
import type { Field } from './model/field'
import { idAt } from './model/id-at'

/** One form of several: which one is a choice of its own, and nothing is carried from one into another. */
export function FormField({ field, draft, at, onChange }: FieldProps<Field & { is: 'form' }>) {
  const { book, View } = useForm()
  const id = `${idAt(pathOf(at))}-form`
  const chosen = draft.is === 'form' ? field.options[draft.option] : undefined
  return (
    <Frame field={field} draft={draft} at={at} group outer>
      {({ 'aria-invalid': invalid, 'aria-describedby': described }) => (
        <div className={styles.members}>
          <div className={parts.field}>
            <label htmlFor={id}>Kind of answer</label>
            <select
              id={id}
              aria-invalid={chosen === undefined ? invalid : undefined}
              aria-describedby={described}
              value={draft.is === 'form' ? String(draft.option) : ''}
              onChange={({ target }) => {
                const option = Number(target.value)
                const now = target.value === '' ? undefined : field.options[option]
                const asked = { label: '', required: true, inForm: true }
                onChange(
                  now === undefined ? BLANK : { is: 'form', option, draft: begin(book, now.schema, undefined, asked) },
                )
              }}
            >
              <option value="">{field.required ? 'Choose one' : 'No answer'}</option>
              {field.options.map(({ label }, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the forms of a schema do not move
                <option key={n} value={n}>
                  {visibleText(label)}
                </option>
              ))}
            </select>
          </div>
          {draft.is !== 'form' || chosen === undefined ? null : (
            <View
              key={draft.option}
              schema={chosen.schema}
              draft={draft.draft}
              at={at}
              onChange={(now) => onChange({ is: 'form', option: draft.option, draft: now })}
              label={chosen.label}
              required
              inForm
            />
          )}
        </div>
      )}
    </Frame>
  )
}
