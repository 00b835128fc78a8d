import { scaleLinear } from 'd3-scale'
import type { DeskPage } from '@/lib/inbox'
import { cx } from '../parts/cx'
import { cutTo } from './cut-to'
import { words } from './pending-by-age'
import { Plot } from './plot'
import styles from './plots.module.css'

const LEFT = 116
const ROW = 28

/** For whom most is waiting. Names are drawn as text of the picture, so what is hidden in one is shown as its letters. */
export function WaitingFor({ people, looked, me }: Pick<DeskPage, 'people' | 'looked'> & { me: string }) {
  const [most] = people
  const scale = scaleLinear()
    .domain([0, Math.max(1, most?.waiting ?? 1)])
    .range([0, 153])
  const nameOf = (one: (typeof people)[number]) => (one.id === me ? 'You' : cutTo(one.name, 14))
  const of = looked.isMore ? `, of the oldest ${words({ ...looked, isMore: false })}` : ''
  return (
    <Plot
      title="Waiting for each person"
      big={most === undefined ? '0' : String(most.waiting)}
      says={
        most === undefined
          ? 'nobody has to decide anything'
          : `at most, for ${most.id === me ? 'you' : cutTo(most.name, 40)}${of}`
      }
      numbers={{
        head: ['Person', 'Waiting'],
        rows: people.map((one) => [one.id === me ? 'You' : cutTo(one.name, 60), String(one.waiting)]),
      }}
    >
      {people.length === 0 ? null : (
        <svg
          viewBox={`0 0 298 ${people.length * ROW}`}
          role="img"
          aria-label={`Waiting for each person: ${people.map((one) => `${nameOf(one)} ${one.waiting}`).join(', ')}`}
        >
          {people.map((one, index) => (
            <g key={one.id}>
              <text className={styles.value} x="0" y={index * ROW + 15}>
                {nameOf(one)}
              </text>
              <rect
                className={cx(styles.bar, one.id === me && styles.you)}
                x={LEFT}
                y={index * ROW + 4}
                width={scale(one.waiting)}
                height="15"
                rx="2"
              />
              <text className={styles.value} x={LEFT + scale(one.waiting) + 8} y={index * ROW + 16}>
                {one.waiting}
              </text>
            </g>
          ))}
        </svg>
      )}
    </Plot>
  )
}
