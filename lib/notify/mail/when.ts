/**
 * «15:40 today», «15:40 tomorrow», «15:40 on Friday 4 December»: a time as a mail says it, in the reader's zone. With the
 * year where it is not this one.
 */
export function timeOf(iso: string, zone: string, now: string): string {
  const at = partsOf(iso, zone)
  const today = partsOf(now, zone)
  const clock = `${at.hour}:${at.minute}`
  if (at.date === today.date) return `${clock} today`
  if (at.date === partsOf(new Date(Date.parse(now) + DAY_MS).toISOString(), zone).date) return `${clock} tomorrow`
  return `${clock} on ${at.weekday} ${at.day} ${at.month}${at.year === today.year ? '' : ` ${at.year}`}`
}

const DAY_MS = 86_400_000

function partsOf(iso: string, zone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = new Map(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const [year, month, day] = [get('year'), get('month'), get('day')]
  return {
    year,
    month,
    day,
    weekday: get('weekday'),
    hour: get('hour'),
    minute: get('minute'),
    date: `${year} ${month} ${day}`,
  }
}
