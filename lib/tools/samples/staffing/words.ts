/** Numbers and times in words, the same for every reader: no locale, no zone but the place's, no clock. */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
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

/** `2026-12-04…` → Friday. */
export function weekday(day: string): string {
  return DAYS[new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''
}

/** `2026-11-29…` → 29 November. */
export function dayAndMonth(day: string): string {
  return `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`
}

/** `2026-12-04…` → Friday 4 December. */
export function dayOf(day: string): string {
  return `${weekday(day)} ${dayAndMonth(day)}`
}

/** Of `2026-12-04 17:00` and `2026-12-05 01:30`: 17:00 to 01:30. */
export function hoursOf(starts: string, ends: string): string {
  return `${starts.slice(11, 16)} to ${ends.slice(11, 16)}`
}

/** 510 → 8 h 30 min. */
export function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** 128400 → £1,284.00. */
export function money(pence: number): string {
  const pounds = String(Math.floor(pence / 100)).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `£${pounds}.${String(pence % 100).padStart(2, '0')}`
}

/** `Europe/London` → London time. */
export function zoneName(zone: string): string {
  return `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`
}

export function firstName(name: string): string {
  return name.split(' ', 1)[0] ?? name
}
