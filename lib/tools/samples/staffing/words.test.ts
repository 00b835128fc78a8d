import { expect, it } from 'vitest'
import { dayOf, duration, hoursOf, money, zoneName } from './words'

it('says days, hours, lengths, money and zones in words', () => {
  expect(dayOf('2026-12-04 17:00')).toBe('Friday 4 December')
  expect(dayOf('2028-02-29')).toBe('Tuesday 29 February')
  expect(hoursOf('2026-12-04 17:00', '2026-12-05 01:30')).toBe('17:00 to 01:30')
  expect([0, 59, 60, 2490].map(duration)).toEqual(['0 min', '59 min', '1 h', '41 h 30 min'])
  expect([5, 12920, 128400, 123456789].map(money)).toEqual(['£0.05', '£129.20', '£1,284.00', '£1,234,567.89'])
  expect([zoneName('Europe/London'), zoneName('America/New_York'), zoneName('UTC')]).toEqual([
    'London time',
    'New York time',
    'UTC time',
  ])
})
