import { cut, visible } from '@/lib/confirmation'
import { plural } from '../words/plural'
import { cx } from './cx'
import styles from './text.module.css'

/**
 * Text from outside, on one line or (`lines`) with its line breaks. Every character that would not be seen is drawn as
 * a labelled chip, and the text cannot reorder what stands around it.
 */
export function Text({ value, lines = false }: { value: string; lines?: boolean }) {
  let at = 0
  const drawn = visible(value, { lines }).map((segment) => {
    const key = at++
    if (segment.kind === 'text') return segment.text
    return (
      <span key={key} className={cx(styles.chr, !segment.grave && styles.mild)}>
        {segment.code} {segment.name}
      </span>
    )
  })
  return <bdi className={lines ? styles.lines : undefined}>{drawn}</bdi>
}

/** Long text from outside: what is beyond `limit` characters is folded away, and how much that is stands there. */
export function LongText({ value, limit, lines = false }: { value: string; limit: number; lines?: boolean }) {
  const { shown, hidden } = cut(value, limit)
  if (hidden === 0) return <Text value={value} lines={lines} />
  return (
    <>
      <Text value={shown} lines={lines} />
      <details className={styles.cut}>
        <summary>{plural(hidden, 'more character is', 'more characters are')} hidden. Show all</summary>
        <Text value={value.slice(shown.length)} lines={lines} />
      </details>
    </>
  )
}
