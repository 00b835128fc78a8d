'use client'
import { type ReactNode, useId } from 'react'
import { type Json, pathOf } from '@/lib/binding'
import { Text } from '../parts/text'
import styles from './gate.module.css'
import type { Problem } from './model/problems'

type Props = { value: Json | undefined; problems: readonly Problem[]; note: string; level: 2 | 3 }

/** Longer texts are shown to this length, and how much is hidden stands there; all of it is in the form. */
const LONGEST = 20_000

/** The answer as it will be recorded, to the character; what is missing or cannot stay is marked in it. */
export function Recorded({ value, problems, note, level }: Props) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const isLarge = value !== undefined && JSON.stringify(value).length > LONGEST
  return (
    <section className={styles.recorded} aria-labelledby={id}>
      <header>
        <Heading id={id}>Exactly this will be recorded</Heading>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <pre tabIndex={0} role="group" aria-label="The answer as JSON">
        {isLarge ? (
          <Text value={JSON.stringify(value).slice(0, LONGEST)} lines />
        ) : value === undefined ? (
          <Gap>not answered</Gap>
        ) : (
          <Value value={value} at={[]} problems={problems} indent="" />
        )}
      </pre>
      <footer>
        {isLarge ? `${JSON.stringify(value).length - LONGEST} more characters are not shown here. ` : ''}
        {note}
      </footer>
    </section>
  )
}

type ValueProps = { value: Json; at: readonly (string | number)[]; problems: readonly Problem[]; indent: string }

function Value({ value, at, problems, indent }: ValueProps): ReactNode {
  const path = pathOf(at)
  const isWrong = problems.some((problem) => problem.path === path && !problem.isGap)
  if (typeof value !== 'object' || value === null) {
    const text = <Text value={JSON.stringify(value)} lines />
    return isWrong && path !== '$' ? <Gap>{text}</Gap> : text
  }
  const inner = `${indent}  `
  const parts: { key: string; line: ReactNode }[] = Array.isArray(value)
    ? value.map((each, n) => ({
        key: String(n),
        line: <Value value={each} at={[...at, n]} problems={problems} indent={inner} />,
      }))
    : Object.entries(value).map(([name, each]) => ({
        key: name,
        line: (
          <>
            <Text value={JSON.stringify(name)} />:{' '}
            <Value value={each} at={[...at, name]} problems={problems} indent={inner} />
          </>
        ),
      }))
  const missing = problems.filter((problem) => problem.isGap && parentOf(problem.path) === path && problem.path !== '$')
  const lines = [
    ...parts,
    ...missing.map((problem) => ({ key: `missing ${problem.path}`, line: <Missing problem={problem} at={path} /> })),
  ]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (lines.length === 0) return `${open}${close}`
  return (
    <>
      {open}
      {lines.map(({ key, line }, n) => (
        <span key={key}>
          {`\n${inner}`}
          {line}
          {n < lines.length - 1 ? ',' : ''}
        </span>
      ))}
      {`\n${indent}${close}`}
    </>
  )
}

function Missing({ problem, at }: { problem: Problem; at: string }) {
  const name = problem.path.slice(at.length).replace(/^\./, '')
  return (
    <>
      <Text value={name.startsWith('[') ? name : JSON.stringify(name)} />: <Gap>not answered</Gap>
    </>
  )
}

function parentOf(path: string): string {
  return path.replace(/(?:\.[^.[\]"\s]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])$/u, '')
}

function Gap({ children }: { children: ReactNode }) {
  return <span className={styles.gap}>{children}</span>
}
