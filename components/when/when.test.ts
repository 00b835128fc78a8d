import { describe, expect, it } from 'vitest'
import { ago, rowLeft, timeLeft } from './spans'
import { atTime, clockTime, dayOrTime, exactTime, untilTime } from './zoned'

const LONDON = 'Europe/London'
const NOW = '2026-11-30T15:16:00.000Z'

describe('a time on the wall of a zone', () => {
  it('follows the zone, not the machine', () => {
    expect(clockTime('2026-11-30T23:30:00Z', LONDON)).toBe('23:30')
    expect(clockTime('2026-11-30T23:30:00Z', 'Asia/Tokyo')).toBe('08:30')
    expect(clockTime('2026-07-01T12:00:00Z', LONDON)).toBe('13:00')
    expect(clockTime('2026-11-30T00:05:00Z', LONDON)).toBe('00:05')
  })

  it('names the day where it is not today, by the calendar of the zone', () => {
    expect(untilTime('2026-11-30T15:40:00Z', LONDON, NOW)).toBe('15:40 today')
    expect(untilTime('2026-12-01T09:00:00Z', LONDON, NOW)).toBe('09:00 tomorrow')
    expect(untilTime('2026-12-02T17:00:00Z', LONDON, NOW)).toBe('17:00 on Wednesday 2 December')
    expect(untilTime('2027-01-02T17:00:00Z', LONDON, NOW)).toBe('17:00 on Saturday 2 January 2027')
    expect(atTime('2026-11-29T14:52:00Z', LONDON, NOW)).toBe('14:52 yesterday')
    expect(dayOrTime('2026-11-28T14:52:00Z', LONDON, NOW)).toBe('28 Nov')
    expect(untilTime('2026-11-30T15:40:00Z', 'Asia/Tokyo', NOW)).toBe('00:40 today')
  })

  it('says the exact second and the zone on demand', () => {
    expect(exactTime('2026-11-30T14:36:04Z', LONDON)).toBe('30 November 2026, 14:36:04, Europe/London')
  })
})

describe('the time left', () => {
  const left = (expiresAt: string) => timeLeft('2026-11-30T14:36:00Z', expiresAt, NOW)

  it('is rounded down: nobody is promised time that is not there', () => {
    expect(left('2026-11-30T15:40:59Z').text).toBe('24 minutes')
    expect(left('2026-11-30T17:15:59Z').text).toBe('1 hour')
    expect(left('2026-11-30T15:16:59Z').text).toBe('Less than a minute')
  })

  it('is soon under an hour, and over at its end', () => {
    expect(left('2026-11-30T16:15:59Z').soon).toBe(true)
    expect(left('2026-11-30T16:16:00Z').soon).toBe(false)
    expect(left(NOW)).toMatchObject({ over: true, share: 0 })
  })

  it('is short in a row: minutes, hours, then the day', () => {
    expect(rowLeft('2026-11-30T15:40:00Z', LONDON, NOW)).toEqual({ text: '24 min', soon: true })
    expect(rowLeft('2026-11-30T20:17:00Z', LONDON, NOW)).toEqual({ text: '5 h', soon: false })
    expect(rowLeft('2026-12-01T09:00:00Z', LONDON, NOW)).toEqual({ text: 'Tue 09:00', soon: false })
    expect(rowLeft('2026-12-12T09:00:00Z', LONDON, NOW)).toEqual({ text: '12 Dec', soon: false })
  })

  it('and the time past are told in one unit', () => {
    expect(ago('2026-11-30T14:36:00Z', NOW)).toBe('40 minutes ago')
    expect(ago('2026-11-30T15:15:30Z', NOW)).toBe('just now')
    expect(ago('2026-11-26T15:15:30Z', NOW)).toBe('4 days ago')
  })
})
