import fc from 'fast-check'
import { expect, it } from 'vitest'
import { zoned } from './zoned'

const ZONES = [
  'UTC',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Monrovia',
  'Asia/Pyongyang',
  'America/Caracas',
]

/** The platform's own answer, asked anew each time. */
function asked(ms: number, zone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
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
  const parts = Object.fromEntries(format.formatToParts(new Date(ms)).map(({ type, value }) => [type, Number(value)]))
  const { year, month, day, hour, minute, second } = parts
  return { year, month, day, hour, minute, second }
}

it('a time is what the platform says it is, in every zone, around every change of its clocks', () => {
  const times = fc.oneof(
    fc.integer({ min: Date.UTC(1973, 0, 1), max: Date.UTC(2060, 0, 1) }),
    // the hours in which clocks change, on every day of two years
    fc.integer({ min: 0, max: 800 * 96 }).map((quarter) => Date.UTC(2024, 0, 1) + quarter * 900_000 - 1),
    fc.integer({ min: -4e12, max: Date.UTC(1973, 0, 1) }),
  )
  fc.assert(
    fc.property(times, fc.constantFrom(...ZONES), (ms, zone) => {
      expect(zoned(new Date(ms).toISOString(), zone)).toMatchObject(asked(ms, zone))
    }),
    { numRuns: 3_000 },
  )
})

it('what is no time is no time', () => {
  expect(() => zoned('never', 'UTC')).toThrow(RangeError)
})
