'use client'
import { type FieldProps, Frame } from './frame'
import styles from './gate.module.css'
import { BLANK, type Draft } from './model/draft'
import type { Field } from './model/field'
import { nameAt } from './model/plain-form'

/** A text, on one line or several. What is not touched stays as it came, to the character. */
export function TextField({ field, draft, at, onChange }: FieldProps<Field & { is: 'text' }>) {
  const text = draft.is === 'value' && typeof draft.value === 'string' ? draft.value : ''
  const isLong = field.long || text.includes('\n')
  return (
    <Frame field={field} draft={draft} at={at} hint={formatHint(field.format)}>
      {(tied) => {
        const common = {
          ...tied,
          name: nameAt(at),
          form: 'decide',
          value: text,
          autoComplete: 'off',
          'aria-required': field.required || undefined,
          onChange: ({ target }: { target: { value: string } }) =>
            onChange(target.value === '' ? BLANK : { is: 'value', value: target.value }),
        }
        return isLong ? (
          <textarea {...common} rows={4} />
        ) : (
          <input {...common} type="text" inputMode={INPUT_MODES[field.format ?? ''] ?? 'text'} />
        )
      }}
    </Frame>
  )
}

const INPUT_MODES: { readonly [format: string]: 'email' | 'url' } = { email: 'email', uri: 'url' }

/** A time has its offset in it: nothing is converted, so the zone of whoever types does not matter. */
function formatHint(format: string | null): string {
  switch (format) {
    case 'date-time':
      return 'Date and time with their offset from UTC, such as 2026-12-04T17:30:00+01:00'
    case 'date':
      return 'Year, month, day: 2026-12-04'
    case 'time':
      return 'A time with its offset from UTC, such as 17:30:00+01:00'
    case 'uri':
      return 'A whole address, such as https://example.com/page'
    case 'duration':
      return 'A length of time, such as P3D or PT90M'
    default:
      return ''
  }
}

/** A number, as text: what is typed is read exactly or not at all, and never rounded. */
export function NumberField({ field, draft, at, onChange }: FieldProps<Field & { is: 'number' }>) {
  return (
    <Frame field={field} draft={draft} at={at} hint={limitsHint(field)}>
      {(tied) => (
        <input
          {...tied}
          className={styles.number}
          type="text"
          inputMode={field.whole ? 'numeric' : 'decimal'}
          autoComplete="off"
          name={nameAt(at)}
          form="decide"
          aria-required={field.required || undefined}
          value={draft.is === 'typed' ? draft.text : ''}
          onChange={({ target }) => onChange(target.value === '' ? BLANK : { is: 'typed', text: target.value })}
        />
      )}
    </Frame>
  )
}

function limitsHint({ schema: { minimum, maximum } }: Field): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') return `${minimum} to ${maximum}`
  if (typeof minimum === 'number') return `At least ${minimum}`
  return typeof maximum === 'number' ? `At most ${maximum}` : ''
}

/** A value that has no field of its own. */
export function JsonField({ field, draft, at, onChange }: FieldProps) {
  const text = draft.is === 'json' ? draft.text : ''
  return (
    <Frame field={field} draft={draft} at={at} hint='Any value, as JSON: "a text", 12, true, [1, 2] or {"a": 1}'>
      {(tied) => (
        <textarea
          {...tied}
          className={styles.json}
          rows={Math.min(12, Math.max(2, text.split('\n').length))}
          spellCheck={false}
          autoComplete="off"
          aria-required={field.required || undefined}
          value={text}
          onChange={({ target }) => onChange(jsonDraft(target.value))}
        />
      )}
    </Frame>
  )
}

function jsonDraft(text: string): Draft {
  return text === '' ? BLANK : { is: 'json', text }
}
