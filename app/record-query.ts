import type { RecordSearch } from '@/components/record/record-address'
import { zoned } from '@/components/when/zoned'
import { EVENT_KINDS, ORGANIZATION_EVENT_KINDS } from '@/lib/audit'
import type { RecordQuery } from '@/lib/record'
import { text } from './list-query'

type Search = { [name: string]: string | string[] | undefined }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A year of five digits is no date to PostgreSQL, and a day's end may lie in the next year. */
const NO_DAY_LATER = Date.UTC(9999, 0, 1)
const DAY = /^\d{4}-\d\d-\d\d$/

/** Reads what of the record is asked for from an address. What is not understood is left out. */
export function recordSearch(search: Search): RecordSearch {
  const kinds = [...EVENT_KINDS, ...ORGANIZATION_EVENT_KINDS]
  const kind = kinds.find((known) => known === text(search, 'kind'))
  const [who, request, cursor] = [
    text(search, 'who'),
    text(search, 'request').trim().toLowerCase(),
    text(search, 'cursor'),
  ]
  const [from, until] = [dayOf(text(search, 'from')), dayOf(text(search, 'until'))]
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(who === '' ? {} : { who }),
    ...(UUID.test(request) ? { request } : {}),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...(cursor === '' ? {} : { cursor }),
  }
}

/** As a query: days are the reader's own, and the last one is in it. */
export function recordQuery({ kind, who, request, from, until, cursor }: RecordSearch, zone: string): RecordQuery {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(who === undefined ? {} : { actor: who }),
    ...(request === undefined ? {} : { request }),
    ...(from === undefined ? {} : { from: startOfDay(from, 0, zone) }),
    ...(until === undefined ? {} : { until: startOfDay(until, 1, zone) }),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

function dayOf(day: string): string | null {
  const time = Date.parse(`${day}T00:00:00.000Z`)
  return DAY.test(day) && time > 0 && time < NO_DAY_LATER && new Date(time).toISOString().startsWith(day) ? day : null
}

/** When a day begins on the clocks of a zone, `later` days on. */
function startOfDay(day: string, later: number, zone: string): string {
  const wall = Date.parse(`${day}T00:00:00.000Z`) + later * 86_400_000
  let at = wall
  // twice: the first guess may lie on the other side of a change of clocks
  for (let turn = 0; turn < 2; turn++) {
    const { year, month, day: date, hour, minute, second } = zoned(new Date(at).toISOString(), zone)
    at += wall - Date.UTC(year, month - 1, date, hour, minute, second)
  }
  return new Date(at).toISOString()
}
