/** A moment as a calendar and a clock on the wall of one zone show it. `weekday` 0 is Sunday, `month` 1 is January. */
export type Zoned = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAY_MS = 86_400_000

/** Since then no zone has changed its clocks but on a quarter of an hour. */
const QUARTERS_SINCE = Date.UTC(1973, 0, 1)
const QUARTER_MS = 900_000
const OFFSETS_KEPT = 5_000
const TIMES_KEPT = 200

const formats = new Map<string, Intl.DateTimeFormat>()
/** By zone, then by quarter of an hour. */
const offsets = new Map<string, Map<number, number>>()
/** By zone, then as written: a row asks for its own time and for now several times over. */
const times = new Map<string, Map<string, Zoned>>()

/**
 * Reads an ISO time in a zone. Only numbers are taken from the platform: names of days and months differ between the
 * server's and a browser's Unicode data, and a page must be the same on both.
 */
export function zoned(iso: string, zone: string): Zoned {
  const ofZone = times.get(zone) ?? new Map<string, Zoned>()
  const known = ofZone.get(iso)
  if (known !== undefined) return known
  const at = asked(iso, zone)
  if (ofZone.size >= TIMES_KEPT) ofZone.clear()
  times.set(zone, ofZone.set(iso, at))
  return at
}

function asked(iso: string, zone: string): Zoned {
  const ms = Date.parse(iso)
  if (!(ms >= QUARTERS_SINCE)) return read(new Date(iso), zone)
  const at = new Date(ms + offsetMs(Math.floor(ms / QUARTER_MS) * QUARTER_MS, zone))
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    weekday: at.getUTCDay(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  }
}

/** How far the clocks of a zone are ahead. Kept, as formatting is the dearest thing that drawing a list does. */
function offsetMs(quarter: number, zone: string): number {
  const ofZone = offsets.get(zone) ?? new Map<number, number>()
  const known = ofZone.get(quarter)
  if (known !== undefined) return known
  const { year, month, day, hour, minute, second } = read(new Date(quarter), zone)
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter
  if (ofZone.size >= OFFSETS_KEPT) ofZone.clear()
  offsets.set(zone, ofZone.set(quarter, offset))
  return offset
}

function read(at: Date, zone: string): Zoned {
  const parts = new Map(
    formatIn(zone)
      .formatToParts(at)
      .map((part) => [part.type, Number(part.value)]),
  )
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const [year, month, day] = [get('year'), get('month'), get('day')]
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { year, month, day, weekday, hour: get('hour'), minute: get('minute'), second: get('second') }
}

/** «14:52» */
export function clockTime(iso: string, zone: string): string {
  const at = zoned(iso, zone)
  return `${two(at.hour)}:${two(at.minute)}`
}

/** «4 December», with the year where it is not this one. */
export function dayName(iso: string, zone: string, now: string): string {
  const at = zoned(iso, zone)
  return `${at.day} ${MONTHS[at.month - 1]}${at.year === zoned(now, zone).year ? '' : ` ${at.year}`}`
}

/** «14:52» today, else «4 Dec». */
export function dayOrTime(iso: string, zone: string, now: string): string {
  return daysBetween(now, iso, zone) === 0 ? clockTime(iso, zone) : shortDay(iso, zone)
}

/** «4 Dec» */
export function shortDay(iso: string, zone: string): string {
  const at = zoned(iso, zone)
  return `${at.day} ${MONTHS[at.month - 1]?.slice(0, 3)}`
}

/** «Tue 09:00» */
export function weekdayTime(iso: string, zone: string): string {
  return `${WEEKDAYS[zoned(iso, zone).weekday]?.slice(0, 3)} ${clockTime(iso, zone)}`
}

/** «14:52» today, else «14:52 yesterday», «14:52 on 4 December»: for sentences. */
export function atTime(iso: string, zone: string, now: string): string {
  const days = daysBetween(now, iso, zone)
  const time = clockTime(iso, zone)
  if (days === 0) return time
  if (days === -1) return `${time} yesterday`
  if (days === 1) return `${time} tomorrow`
  return `${time} on ${dayName(iso, zone, now)}`
}

/** «15:40 today», «09:00 tomorrow», «17:00 on Wednesday 2 December». */
export function untilTime(iso: string, zone: string, now: string): string {
  const days = daysBetween(now, iso, zone)
  const time = clockTime(iso, zone)
  if (days === 0) return `${time} today`
  if (days === 1) return `${time} tomorrow`
  if (days === -1) return `${time} yesterday`
  return `${time} on ${WEEKDAYS[zoned(iso, zone).weekday]} ${dayName(iso, zone, now)}`
}

/** «30 November 2026, 14:36:04, Europe/London»: nothing left open. */
export function exactTime(iso: string, zone: string): string {
  const at = zoned(iso, zone)
  return `${at.day} ${MONTHS[at.month - 1]} ${at.year}, ${two(at.hour)}:${two(at.minute)}:${two(at.second)}, ${zone}`
}

/** Whole days on the calendar of a zone from one time to another. */
export function daysBetween(from: string, to: string, zone: string): number {
  const midnight = (at: Zoned) => Date.UTC(at.year, at.month - 1, at.day)
  return Math.round((midnight(zoned(to, zone)) - midnight(zoned(from, zone))) / DAY_MS)
}

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
