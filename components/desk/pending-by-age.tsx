import { scaleBand, scaleLinear } from 'd3-scale'
import type { Age, Capped, DeskPage } from '@/lib/inbox'
import { cx } from '../parts/cx'
import { Plot } from './plot'
import styles from './plots.module.css'

const WIDTH = 312
const FLOOR = 124

const WORDS: Record<Age, { short: string; long: string; isLate: boolean }> = {
  under_1h: { short: '< 1 h', long: 'under 1 hour', isLate: false },
  '1_to_4h': { short: '1–4 h', long: '1 to 4 hours', isLate: false },
  '4_to_12h': { short: '4–12 h', long: '4 to 12 hours', isLate: false },
  '12_to_24h': { short: '12–24 h', long: '12 to 24 hours', isLate: false },
  '1_to_2d': { short: '1–2 d', long: '1 to 2 days', isLate: true },
  older: { short: 'older', long: 'more than 2 days', isLate: true },
}

/** Youngest first, as written above. */
const AGES = Object.keys(WORDS) as Age[] // the keys of a record of ages

/** How long what is pending has waited, youngest first; what waits more than a day stands out. */
export function PendingByAge({ ages }: { ages: DeskPage['ages'] }) {
  const band = scaleBand<Age>().domain(AGES).range([0, WIDTH]).paddingInner(0.3).paddingOuter(0.15)
  const height = scaleLinear()
    .domain([0, Math.max(1, ...AGES.map((age) => ages[age].count))])
    .range([0, FLOOR - 25])
  const late = sum(AGES.filter((age) => WORDS[age].isLate).map((age) => ages[age]))
  return (
    <Plot
      title="Pending by age"
      big={words(sum(AGES.map((age) => ages[age])))}
      says={late.count === 0 ? 'pending, none for more than a day' : `pending, ${words(late)} for more than a day`}
      numbers={{ head: ['Waiting for', 'Pending'], rows: AGES.map((age) => [WORDS[age].long, words(ages[age])]) }}
    >
      <svg
        viewBox={`0 0 ${WIDTH} 150`}
        role="img"
        aria-label={`Pending by age: ${AGES.map((age) => `${words(ages[age])} ${WORDS[age].long}`).join(', ')}`}
      >
        <line className={styles.grid} x1="0" x2={WIDTH} y1={FLOOR + 0.5} y2={FLOOR + 0.5} />
        {AGES.map((age) => {
          const x = band(age) ?? 0
          const middle = x + band.bandwidth() / 2
          const tall = height(ages[age].count)
          return (
            <g key={age}>
              <rect
                className={cx(styles.bar, WORDS[age].isLate && styles.late)}
                x={x}
                y={FLOOR - tall}
                width={band.bandwidth()}
                height={tall}
                rx="2"
              />
              <text className={styles.value} x={middle} y={FLOOR - tall - 7} textAnchor="middle">
                {words(ages[age])}
              </text>
              <text x={middle} y="142" textAnchor="middle">
                {WORDS[age].short}
              </text>
            </g>
          )
        })}
      </svg>
    </Plot>
  )
}

/** «7», or «2,500+» where counting stopped. */
export function words({ count, isMore }: Capped): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, ',')}${isMore ? '+' : ''}`
}

function sum(parts: readonly Capped[]): Capped {
  return {
    count: parts.reduce((total, part) => total + part.count, 0),
    isMore: parts.some((part) => part.isMore),
  }
}
