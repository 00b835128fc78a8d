'use client'
import { useId, useRef, useState } from 'react'
import type { CommandQuestion } from '@/lib/command'
import { useHydrated } from '../frame/use-hydrated'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { plural } from '../words/plural'
import styles from './script.module.css'
import { ReadTick } from './ticks'
import { useBelowTheFold } from './use-below-the-fold'

type Props = { question: CommandQuestion; level: 2 | 3; isAsked: boolean }

/**
 * The whole script, always: numbered, each line in its true order, what does not show drawn as a chip. A long one is
 * folded where a script of ours can say how much of it is below; without, it stands there unfolded.
 */
export function Script({ question, level, isAsked }: Props) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const hydrated = useHydrated()
  const scroller = useRef<HTMLDivElement>(null)
  const { script, shell, reading, ticks } = question
  const isFolded = hydrated && ticks.read !== null
  const below = useBelowTheFold(scroller, isFolded)
  const lines = script.split('\n').slice(0, reading.lines)
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>The script</Heading>
      <div className={styles.script}>
        <header>
          <span>
            <Text value={shell} />, {plural(reading.lines, 'line')}, {plural(reading.characters, 'character')}
          </span>{' '}
          {reading.hidden === 0 ? null : (
            <span className={cx(parts.chip, parts.stop)}>{plural(reading.hidden, 'hidden character')}</span>
          )}{' '}
          {hydrated ? (
            <span className={styles.end}>
              <Copy script={script} />
            </span>
          ) : null}
        </header>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <div
          ref={scroller}
          className={cx(isFolded && styles.folded)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          role="group"
          aria-label="Script, line by line"
        >
          <ol className={styles.code}>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
              <li key={index} className={weightOf(reading, index + 1)}>
                <code>
                  <Text value={line} />
                </code>
              </li>
            ))}
          </ol>
          {isAsked && ticks.read !== null ? (
            <div className={styles.read}>
              <ReadTick question={question} />
            </div>
          ) : null}
        </div>
        {isFolded ? (
          <p className={styles.below} role="status">
            {below === 0
              ? `That was all of it: ${plural(reading.lines, 'line')}`
              : `${plural(below, 'more line')} below`}
          </p>
        ) : null}
      </div>
    </section>
  )
}

/** The gravest thing that was found on a line. */
function weightOf({ notes }: CommandQuestion['reading'], line: number): string | undefined {
  const here = notes.filter(({ from, to }) => from <= line && line <= to).map(({ weight }) => weight)
  return here.includes('bad') ? styles.bad : here.includes('mark') ? styles.mark : undefined
}

function Copy({ script }: { script: string }) {
  const [said, setSaid] = useState('Copy')
  const copy = () =>
    navigator.clipboard.writeText(script).then(
      () => setSaid('Copied'),
      () => setSaid('Not copied: the browser forbids it'),
    )
  return (
    <button type="button" className={cx(button.btn, button.plain, button.small)} onClick={copy}>
      <Icon name="copy" /> <span aria-live="polite">{said}</span>
    </button>
  )
}
