import parts from '../parts/parts.module.css'
import styles from './gate.module.css'
import type { Outline } from './model/asked-names'

/** Without the script a form that grows and changes cannot be drawn; its answer can be written all the same. */
export function WithoutScript({ text, outline }: { text: string; outline: Outline }) {
  return (
    <noscript>
      <div className={parts.field}>
        <label htmlFor="answer-as-json">Your answer, as JSON</label>
        <textarea
          id="answer-as-json"
          className={styles.editor}
          name="answer"
          form="decide"
          rows={8}
          aria-describedby={outline.names === '' ? undefined : 'answer-as-json-names'}
          placeholder={outline.shape || undefined}
          defaultValue={text}
        />
        {outline.names === '' ? null : (
          <p className={parts.hint} id="answer-as-json-names">
            {outline.names}
          </p>
        )}
      </div>
    </noscript>
  )
}
