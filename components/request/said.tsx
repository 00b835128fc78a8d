'use client'
import { useId } from 'react'
import { LongText, Text } from '../parts/text'
import styles from './said.module.css'

const LONG = 1000

type Props = {
  /** Who speaks; text from outside as well. */
  name: string
  words: string | null
  /** «says», «reports». */
  verb: string
  heading: string
  level: 2 | 3
  /** The end of what a program printed. */
  tail?: string | null
}

/**
 * An agent's own words. Nothing an agent wrote may stand anywhere but in this frame: in it, another typeface, quotation
 * marks, a name and a sentence keep the two voices apart.
 */
export function Said({ heading, level, ...said }: Props) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{heading}</Heading>
      <SaidFrame {...said} />
    </section>
  )
}

/** The frame alone, where a heading stands already. */
export function SaidFrame({ name, words, verb, tail = null }: Omit<Props, 'heading' | 'level'>) {
  return (
    <figure className={styles.said}>
      <figcaption>
        <strong>
          <Text value={name} />
        </strong>{' '}
        {verb} <span className={styles.unchecked}>Its own words. Countersign has not checked them.</span>
      </figcaption>
      {words === null ? null : (
        <blockquote>
          <div className={styles.quoted}>
            <LongText value={words} limit={LONG} lines />
          </div>
        </blockquote>
      )}
      {tail === null ? null : (
        <div className={styles.tail}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
          <pre tabIndex={0} role="group" aria-label="The end of its output">
            <LongText value={tail} limit={4 * LONG} lines />
          </pre>
        </div>
      )}
    </figure>
  )
}
