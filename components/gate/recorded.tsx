'use client'
import { type ReactNode, useId } from 'react'
import { type Json, pathOf } from '@/lib/binding'
import { Text } from '../parts/text'
import styles from './gate.module.css'
import type { Problem } from './model/problems'

type Props = { value: Json | undefined; problems: readonly Problem[]; note: string; level: 2 | 3 }

/** Longer texts are shown to this length, and how much is hidden stands there; all of it is in the form. */
const LONGEST = 20_000
/** What cannot be read is only pointed at: it stands in its field. */
const LONGEST_UNREAD = 60

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
          <Absent problem={problems.find(({ path }) => path === '$')} />
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
  const missing = problems.filter(
    (problem) =>
      (problem.isGap || (problem.unread !== undefined && !isThere(value, path, problem.path))) &&
      parentOf(problem.path) === path &&
      problem.path !== '$',
  )
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
  const rest = problem.path.slice(at.length)
  // An entry of a list has a place and no name; a name that is no plain word stands quoted in its path.
  if (/^\[\d+\]$/.test(rest)) return <Absent problem={problem} />
  const name = rest.startsWith('[') ? rest.slice(1, -1) : JSON.stringify(rest.replace(/^\./, ''))
  return (
    <>
      <Text value={name} />: <Absent problem={problem} />
    </>
  )
}

/** What is not in the answer: nothing was given, or something that cannot be recorded. */
function Absent({ problem }: { problem: Problem | undefined }) {
  if (problem?.unread === undefined) return <Gap>not answered</Gap>
  const { unread } = problem
  return (
    <Gap>
      <Text value={unread.length > LONGEST_UNREAD ? `${unread.slice(0, LONGEST_UNREAD)}…` : unread} />
    </Gap>
  )
}

/** Whether something stands at a path after all: a name given twice stands there once. */
function isThere(value: Json, at: string, path: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [...keys].some((key) => `${at}${pathOf([key]).slice(1)}` === path)
}

function parentOf(path: string): string {
  return path.replace(/(?:\.[^.[\]"\s]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])$/u, '')
}

function Gap({ children }: { children: ReactNode }) {
  return <span className={styles.gap}>{children}</span>
}
