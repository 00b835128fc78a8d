'use client'
import { type ReactNode, useId } from 'react'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
import type { Setting } from '../words/settings'
import styles from './settings.module.css'
import { useSettings } from './settings-screen'

type FormProps = {
  does: Setting
  /** What it is done to: hidden fields. */
  about?: { [name: string]: string }
  submit: ReactNode
  /** Said to those who do not see beside what the button stands. */
  label?: string
  look?: 'form' | 'inline'
  children?: ReactNode
}

/** One form of the settings. */
export function SettingForm({ does, about = {}, submit, label, look = 'form', children }: FormProps) {
  const { act, busy } = useSettings()
  return (
    <form action={act} className={look === 'form' ? styles.form : undefined}>
      <input type="hidden" name="do" value={does} />
      {Object.entries(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button
        type="submit"
        className={cx(button.btn, look === 'inline' ? button.small : button.goOn)}
        aria-disabled={busy || undefined}
      >
        {submit}
        {label === undefined || look === 'form' ? null : <span className="sr">: {label}</span>}
      </button>
    </form>
  )
}

/** What one had better be sure of: folded away, with what will happen beside the button. */
export function Sure({ ask, says, children }: { ask: ReactNode; says: string; children: ReactNode }) {
  return (
    <details className={styles.sure}>
      <summary>{ask}</summary>
      <p className={parts.hint}>{says}</p>
      {children}
    </details>
  )
}

type FieldProps = {
  does: Setting
  name: string
  label: string
  hint?: string
  type?: 'text' | 'email' | 'number'
  value?: string
  autoComplete?: string
  min?: number
  max?: number
  step?: string
}

/** A line to type in; after a refusal it holds what was typed. */
export function Field({ does, name, label, hint, type = 'text', value = '', ...more }: FieldProps) {
  const id = useId()
  const { state } = useSettings()
  const typed = state?.ok === false && state.did === does ? state.values[name] : undefined
  const bad = state?.ok === false && state.did === does && state.refusal.at.some(({ path }) => path === `$.${name}`)
  return (
    <div className={parts.field}>
      <label htmlFor={id}>{label}</label>
      <input
        key={typed ?? value}
        id={id}
        name={name}
        type={type}
        defaultValue={typed ?? value}
        maxLength={type === 'number' ? undefined : 254}
        aria-invalid={bad || undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...more}
      />
      {hint === undefined ? null : (
        <p className={parts.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type SelectProps = {
  name: string
  label: string
  hidden?: boolean
  value?: string
  options: readonly (readonly [value: string, label: string])[]
}

/** One of several. `hidden`: its label is for those who do not see beside what it stands. */
export function Select({ name, label, hidden = false, value, options }: SelectProps) {
  const id = useId()
  return (
    <div className={hidden ? undefined : parts.field}>
      <label htmlFor={id} className={hidden ? 'sr' : undefined}>
        {label}
      </label>
      <select key={value} id={id} name={name} defaultValue={value}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

type ChoiceProps = {
  type?: 'checkbox' | 'radio'
  name: string
  value: string
  label: ReactNode
  checked?: boolean
}

export function Choice({ type = 'checkbox', name, value, label, checked = false }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input key={String(checked)} type={type} name={name} value={value} defaultChecked={checked} />{' '}
      <span>{label}</span>
    </label>
  )
}
