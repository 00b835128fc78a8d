import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'
import type { DeskDay } from '@/lib/inbox'
import { shortDay } from '../when/zoned'
import { Plot } from './plot'
import styles from './plots.module.css'

const LEFT = 34
const RIGHT = 426
const FLOOR = 124
const CEILING = 16
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

type Told = DeskDay & { medianMs: number; slowestTenthMs: number }

/** How long people took to decide, day by day: the median, and where the slowest tenth begins. */
export function TimeToDecision({ days }: { days: readonly DeskDay[] }) {
  const told = days.filter(
    (day): day is Told => day.decided > 0 && day.medianMs !== null && day.slowestTenthMs !== null,
  )
  const last = told.at(-1)
  const first = told[0]
  return (
    <Plot
      title="Time to decision"
      big={last === undefined ? '–' : duration(last.medianMs)}
      says={said(days, first, last)}
      numbers={{
        head: ['Day', 'Decided', 'Median', 'Slowest tenth'],
        rows: days.map((day) => [
          dayWord(day.day),
          String(day.decided),
          day.medianMs === null ? '–' : duration(day.medianMs),
          day.slowestTenthMs === null ? '–' : duration(day.slowestTenthMs),
        ]),
      }}
    >
      {told.length === 0 ? null : <Lines days={days} told={told} />}
    </Plot>
  )
}

function Lines({ days, told }: { days: readonly DeskDay[]; told: readonly Told[] }) {
  const x = scalePoint()
    .domain(days.map(({ day }) => day))
    .range([LEFT, RIGHT])
  const at = ({ day }: Told) => x(day) ?? LEFT
  const most = Math.max(MINUTE_MS, ...told.map((day) => day.slowestTenthMs))
  const step = stepFor(most)
  const y = scaleLinear()
    .domain([0, Math.ceil(most / step) * step])
    .range([FLOOR, CEILING])
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
  const median = line<Told>(at, (day) => y(day.medianMs))
  const slowest = line<Told>(at, (day) => y(day.slowestTenthMs))
  const between = area<Told>(
    at,
    (day) => y(day.medianMs),
    (day) => y(day.slowestTenthMs),
  )
  const last = told.at(-1)
  return (
    <svg className={styles.wide} viewBox="0 0 432 150" role="img" aria-label={label(told)}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles.grid} x1={LEFT} x2="430" y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
            {tick === 0 ? '0' : duration(tick)}
          </text>
        </g>
      ))}
      <path className={styles.band} d={between(told) ?? ''} />
      <path className={styles.slowest} d={slowest(told) ?? ''} />
      <path className={styles.median} d={median(told) ?? ''} />
      {last === undefined ? null : (
        <>
          <circle className={styles.point} cx={at(last)} cy={y(last.medianMs)} r="4" />
          <text x="428" y={CEILING - 5} textAnchor="end">
            slowest tenth
          </text>
        </>
      )}
      {[0, 7, 13].map((index) => {
        const day = days[index]?.day
        return day === undefined ? null : (
          <text key={day} x={x(day)} y="142" textAnchor={index === 0 ? 'start' : index === 13 ? 'end' : 'middle'}>
            {dayWord(day)}
          </text>
        )
      })}
    </svg>
  )
}

function said(days: readonly DeskDay[], first: Told | undefined, last: Told | undefined): string {
  if (first === undefined || last === undefined) return 'nothing was decided in the last 14 days'
  const when = last.day === days.at(-1)?.day ? 'median today' : `median on ${dayWord(last.day)}`
  return first.day === last.day ? when : `${when}, ${duration(first.medianMs)} on ${dayWord(first.day)}`
}

function label(told: readonly Told[]): string {
  const [first, last] = [told[0], told.at(-1)]
  if (first === undefined || last === undefined) return ''
  return `Median time to decision: ${duration(first.medianMs)} on ${dayWord(first.day)}, ${duration(last.medianMs)} on ${dayWord(last.day)}; the slowest tenth: ${duration(first.slowestTenthMs)}, then ${duration(last.slowestTenthMs)}`
}

/** «17 Nov» of `2026-11-17`. */
function dayWord(day: string): string {
  return shortDay(`${day}T12:00:00.000Z`, 'UTC')
}

/** «28 min», «3 h», «2 d»: one unit, as on an axis. */
export function duration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / 1000)} s`
  if (ms < 100 * MINUTE_MS) return `${Math.round(ms / MINUTE_MS)} min`
  if (ms < 48 * HOUR_MS) return `${Math.round(ms / HOUR_MS)} h`
  return `${Math.round(ms / DAY_MS)} d`
}

/** The finest of these with at most four steps up to `most`. */
function stepFor(most: number): number {
  const steps = [1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS)
  const longer = [1, 2, 6, 12, 24, 48, 96, 192].map((hours) => hours * HOUR_MS)
  return [...steps, ...longer].find((step) => most / step <= 4) ?? most
}
