'use client'
import type { ReactNode } from 'react'
import { pathOf } from '@/lib/binding'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { useForm } from './context'
import styles from './gate.module.css'
import type { Draft } from './model/draft'
import type { Field } from './model/field'
import { idAt } from './model/id-at'
import { isSuggested } from './model/suggested'

export type At = readonly (string | number)[]
export type FieldProps<F extends Field = Field> = { field: F; draft: Draft; at: At; onChange: (draft: Draft) => void }

/** What ties a control to its words: spread on the control, or on the group that holds several. */
export type Tied = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type Props = {
  field: Field
  draft: Draft
  at: At
  group?: boolean
  hint?: string
  outer?: boolean
  children: (tied: Tied) => ReactNode
}

/** The words around a control: what it is called, whether it must be answered, who suggested what stands in it, what is wrong. */
export function Frame({ field, draft, at, group = false, hint = '', outer = false, children }: Props) {
  const { problems, proposed } = useForm()
  const path = pathOf(at)
  const id = outer ? `${idAt(path)}-forms` : idAt(path)
  // What is wrong with a value stands where the value is, not also where its form was chosen.
  const wrong = outer && draft.is === 'form' ? [] : problems.filter((problem) => problem.path === path)
  const described = [
    ...(field.description === '' ? [] : [`${id}-about`]),
    ...(hint === '' ? [] : [`${id}-hint`]),
    ...(wrong.length === 0 ? [] : [`${id}-error`]),
  ].join(' ')
  const tied: Tied = { id, 'aria-describedby': described || undefined, 'aria-invalid': wrong.length > 0 || undefined }
  const name = (
    <>
      <Text value={field.label} />
      {field.required && at.length > 0 ? <span className={parts.hint}> required</span> : null}
      {isSuggested(field, draft, proposed, at) ? <span className={styles.suggested}> proposed by the run</span> : null}
    </>
  )
  const words = (
    <>
      {field.description === '' ? null : (
        <p className={parts.hint} id={`${id}-about`}>
          <Text value={field.description} lines />
        </p>
      )}
      {hint === '' ? null : (
        <p className={parts.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong.length === 0 ? null : (
        <p className={parts.error} id={`${id}-error`}>
          <Icon name="alert" /> <span>{wrong.map(({ message }) => sentence(message)).join(' ')}</span>
        </p>
      )}
    </>
  )
  if (group)
    return (
      <fieldset
        className={cx(parts.field, styles.group, wrong.length > 0 && styles.invalid)}
        id={id}
        tabIndex={-1}
        aria-describedby={tied['aria-describedby']}
      >
        <legend>{name}</legend>
        {isOfSeveral(field) ? words : null}
        {children(tied)}
        {isOfSeveral(field) ? null : words}
      </fieldset>
    )
  return (
    <div className={parts.field}>
      <label htmlFor={id}>{name}</label>
      {children(tied)}
      {words}
    </div>
  )
}

/** Words below several fields would read as those of the last one. */
function isOfSeveral({ is }: Field): boolean {
  return is === 'object' || is === 'list' || is === 'form'
}

/** A violation reads on from its place («… must be at most 500»); beside its field it stands alone. */
export function sentence(message: string): string {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
