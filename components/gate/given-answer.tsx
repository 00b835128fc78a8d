'use client'
import { type ReactNode, useId } from 'react'
import { parseStrictJson } from '@/lib/binding'
import { Text } from '../parts/text'
import styles from './gate.module.css'

/** Canonical JSON is one line; a person reads it in the layout in which it was signed. */
function spread(answer: string): string {
  const read = parseStrictJson(answer)
  return read.ok ? JSON.stringify(read.value, null, 2) : answer
}

type Props = { answer: string | null; level: 2 | 3; heading?: string; children?: ReactNode }

/** An answer as it was recorded, one member below the other. It is history: nothing judges it again. */
export function GivenAnswer({ answer, level, heading = 'What was answered', children }: Props) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  if (answer === null || answer === '') return null
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{heading}</Heading>
      {children}
      <div className={styles.recorded}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <pre tabIndex={0} role="group" aria-label="The answer as JSON">
          <Text value={spread(answer)} lines />
        </pre>
      </div>
    </section>
  )
}
