'use client'
import { useId } from 'react'
import type { Reading, ReadingNote } from '@/lib/command'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { plural } from '../words/plural'
import styles from './script.module.css'

/** What the parser recognised, by line: never from what an agent says of its script. */
export function ReadingHelp({ reading, level }: { reading: Reading; level: 2 | 3 }) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>Reading help</Heading>
      <p className={parts.hint}>Countersign reads the script and never runs it. It can miss things.</p>
      <ol className={styles.reading}>
        {reading.notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is frozen, and two notes may read the same
          <li key={index} className={note.weight === 'plain' ? undefined : styles[note.weight]}>
            <span>{linesOf(note)}</span>
            <div>
              <strong>{sentence(note.finding)}</strong> <Text value={note.detail} />
            </div>
          </li>
        ))}
        <li>
          <span>All of it</span>
          <div>
            <strong>{reading.programs.length === 0 ? 'Calls no program by name.' : 'Calls'}</strong>{' '}
            <Text value={reading.programs.join(', ')} />
          </div>
        </li>
      </ol>
      {reading.more === 0 ? null : (
        <p className={parts.hint}>{plural(reading.more, 'more thing is', 'more things are')} not listed.</p>
      )}
    </section>
  )
}

function linesOf({ from, to }: ReadingNote): string {
  return from === to ? `Line ${from}` : `Lines ${from}–${to}`
}

function sentence(finding: string): string {
  return `${finding.slice(0, 1).toUpperCase()}${finding.slice(1)}.`
}
