'use client'
import { canonicalize, type Json } from '@/lib/binding'
import { visibleText } from '@/lib/confirmation'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { type FieldProps, Frame } from './frame'
import styles from './gate.module.css'
import { BLANK } from './model/draft'
import type { Field } from './model/field'
import { labelOf } from './model/labels'
import { nameAt, optionName } from './model/plain-form'

/** Yes or no, neither of them assumed. What need not be answered can be left unanswered again. */
export function YesNoField({ field, draft, at, onChange }: FieldProps<Field & { is: 'boolean' }>) {
  const chosen = draft.is === 'value' ? draft.value : undefined
  const answers: { label: string; value: boolean | undefined }[] = [
    { label: 'Yes', value: true },
    { label: 'No', value: false },
    ...(field.required ? [] : [{ label: 'No answer', value: undefined }]),
  ]
  return (
    <Frame field={field} draft={draft} at={at} group>
      {() => (
        <div className={styles.choices}>
          {answers.map(({ label, value }) => (
            <label key={label} className={styles.choice}>
              <input
                type="radio"
                name={nameAt(at)}
                form="decide"
                value={value === undefined ? '' : String(value)}
                checked={chosen === value && (value !== undefined || !field.required)}
                onChange={() => onChange(value === undefined ? BLANK : { is: 'value', value })}
              />
              {label}
            </label>
          ))}
        </div>
      )}
    </Frame>
  )
}

/** One of several values. They are told apart by their place, so that null, an empty text and objects arrive exactly. */
export function ChoiceField({ field, draft, at, onChange }: FieldProps<Field & { is: 'choice' }>) {
  const chosen = draft.is === 'value' ? field.options.findIndex(({ value }) => isSame(value, draft.value)) : -1
  return (
    <Frame field={field} draft={draft} at={at}>
      {(tied) => (
        <select
          {...tied}
          name={nameAt(at)}
          form="decide"
          aria-required={field.required || undefined}
          value={chosen === -1 ? '' : optionName(chosen)}
          onChange={({ target }) => {
            const option = target.value === '' ? undefined : field.options[Number(target.value)]
            onChange(option === undefined ? BLANK : { is: 'value', value: option.value })
          }}
        >
          <option value="">{field.required ? 'Choose one' : 'No answer'}</option>
          {field.options.map(({ label, value }, n) => (
            <option key={canonicalize(value)} value={optionName(n)}>
              {visibleText(label)}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

/** Any number of several values, in the order that the schema names them. */
export function SeveralField({ field, draft, at, onChange }: FieldProps<Field & { is: 'several' }>) {
  const chosen = draft.is === 'value' && Array.isArray(draft.value) ? draft.value : []
  const isChosen = (value: Json) => chosen.some((each) => isSame(each, value))
  return (
    <Frame field={field} draft={draft} at={at} group>
      {() => (
        <div className={styles.several}>
          {field.options.map(({ label, value }, n) => (
            <label key={canonicalize(value)} className={styles.choice}>
              <input
                type="checkbox"
                name={nameAt(at)}
                form="decide"
                value={optionName(n)}
                checked={isChosen(value)}
                onChange={({ target }) => {
                  const now = field.options
                    .map((option) => option.value)
                    .filter((each) => (isSame(each, value) ? target.checked : isChosen(each)))
                  onChange(now.length === 0 && !field.required ? BLANK : { is: 'value', value: now })
                }}
              />
              <Text value={label} />
            </label>
          ))}
        </div>
      )}
    </Frame>
  )
}

/** A value that is asked for exactly: it is shown, and recorded as it is. Typing it would be no confirmation. */
export function FixedField({ field, value }: FieldProps & { value: Json }) {
  return (
    <div className={parts.field}>
      <p className={styles.fixedName}>
        <Text value={field.label} />
      </p>
      <p>
        <Text value={labelOf(value)} />
      </p>
    </div>
  )
}

function isSame(a: Json, b: Json): boolean {
  return canonicalize(a) === canonicalize(b)
}
