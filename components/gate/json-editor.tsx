'use client'
import { useId } from 'react'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
import styles from './gate.module.css'
import type { Outline } from './model/asked-names'
import type { Draft } from './model/draft'
import { idAt } from './model/id-at'

type Props = { draft: Draft; onChange: (draft: Draft) => void; isWrong: boolean; why: string; outline: Outline }

/** The whole answer as JSON, checked like every other: for what no form can be drawn of, and for who prefers it. */
export function JsonEditor({ draft, onChange, isWrong, why, outline }: Props) {
  const hint = useId()
  const text = draft.is === 'json' ? draft.text : ''
  return (
    <div className={parts.field}>
      <label htmlFor={idAt('$')}>Your answer, as JSON</label>
      <textarea
        id={idAt('$')}
        className={cx(styles.editor)}
        name="answer"
        form="decide"
        rows={Math.min(24, Math.max(6, text.split('\n', 24).length))}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        aria-describedby={hint}
        placeholder={outline.shape || undefined}
        value={text}
        onChange={({ target }) => onChange({ is: 'json', text: target.value })}
      />
      <p className={parts.hint} id={hint}>
        {why} {outline.names}
      </p>
    </div>
  )
}
