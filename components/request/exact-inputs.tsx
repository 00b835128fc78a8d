'use client'
import type { RequestView } from '@/lib/inbox'
import { Icon } from '../parts/icon'
import { Text } from '../parts/text'
import styles from './exact-inputs.module.css'

type Props = { view: Pick<RequestView, 'inputs' | 'fingerprint' | 'tool'> }

/** The canonical text of the call on demand: byte for byte what runs, with what it is known by. */
export function ExactInputs({ view }: Props) {
  return (
    <section>
      <details className={styles.fold}>
        <summary>
          <Icon name="chevron" /> Exact inputs <span className={styles.aside}>what runs, byte for byte</span>
        </summary>
        <div className={styles.in}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
          <pre className={styles.exact} tabIndex={0} role="group" aria-label="Exact inputs">
            {pieces(view.inputs).map(({ at, text, isKey }) => (
              <span key={at} className={isKey ? styles.key : undefined}>
                <Text value={text} />
              </span>
            ))}
          </pre>
          <p className={styles.print}>
            <span>
              {view.tool.name}, version {view.tool.version}
            </span>{' '}
            <code>{view.fingerprint}</code>
          </p>
        </div>
      </details>
    </section>
  )
}

/** Canonical JSON cut into keys and the rest: in it, a string is a key exactly when a colon follows. */
function pieces(inputs: string): { at: number; text: string; isKey: boolean }[] {
  const found: { at: number; text: string; isKey: boolean }[] = []
  let from = 0
  for (const match of inputs.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    const end = match.index + match[0].length
    if (inputs[end] !== ':') continue
    if (match.index > from) found.push({ at: from, text: inputs.slice(from, match.index), isKey: false })
    found.push({ at: match.index, text: match[0], isKey: true })
    from = end
  }
  if (from < inputs.length) found.push({ at: from, text: inputs.slice(from), isKey: false })
  return found
}
