import { plural } from '../words/plural'
import { daysBetween, shortDay, weekdayTime } from './zoned'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** How long until a time. `soon` is less than an hour, `share` what is left of the whole life, 0 to 1. */
export type Left = { text: string; soon: boolean; over: boolean; share: number }

/** «24 minutes», «5 hours», «2 days»: rounded down, so that nobody is promised time that is not there. */
export function timeLeft(createdAt: string, expiresAt: string, now: string): Left {
  const ms = Date.parse(expiresAt) - Date.parse(now)
  const life = Math.max(1, Date.parse(expiresAt) - Date.parse(createdAt))
  const share = Math.min(1, Math.max(0, ms / life))
  if (ms <= 0) return { text: 'No time', soon: false, over: true, share: 0 }
  return { text: ms < MINUTE_MS ? 'Less than a minute' : span(ms), soon: ms < HOUR_MS, over: false, share }
}

/** «40 minutes ago», «just now». */
export function ago(iso: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(iso)
  return ms < MINUTE_MS ? 'just now' : `${span(ms)} ago`
}

/** The time left in a row: «24 min», «5 h», then «Tue 09:00» and «12 Dec». */
export function rowLeft(expiresAt: string, zone: string, now: string): { text: string; soon: boolean } {
  const ms = Date.parse(expiresAt) - Date.parse(now)
  if (ms <= 0) return { text: 'time is over', soon: false }
  if (ms < HOUR_MS) return { text: `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`, soon: true }
  if (ms < 12 * HOUR_MS) return { text: `${Math.floor(ms / HOUR_MS)} h`, soon: false }
  const days = daysBetween(now, expiresAt, zone)
  return { text: days < 7 ? weekdayTime(expiresAt, zone) : shortDay(expiresAt, zone), soon: false }
}

function span(ms: number): string {
  if (ms < HOUR_MS) return plural(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < 2 * DAY_MS) return plural(Math.floor(ms / HOUR_MS), 'hour')
  return plural(Math.floor(ms / DAY_MS), 'day')
}
