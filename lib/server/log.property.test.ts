import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonLog } from './log'

/** What shows nothing, turns the text around it, or controls a terminal; written here once more. */
const HIDDEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\u001b[2J',
        '\u001b]8;;https://evil.example\u0007',
        '\u009b31m',
        '\r',
        '\n',
        '\b',
        '\u007f',
        '\u0090q',
      ),
      fc.constantFrom('\u202e', '\u2066', '\u200b', '\u034f', '\u115f', '\u{e0041}', '\ufe0f', '\u2028', 'a', ' '),
      fc.constantFrom('"}\n{"level":"error"', '\n    at evil (file.js:1:1)', '\\u001b', '\u0301'.repeat(6)),
    ),
  )
  .map((parts) => parts.join(''))

it('a line of the log is one line of JSON that hides, turns and controls nothing, whatever was said or thrown', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, (value, message, name, cause) => {
      const lines: string[] = []
      const log = jsonLog(
        (line) => void lines.push(line),
        (line) => void lines.push(line),
      )
      const error = new Error(message, { cause })
      error.name = name
      log.info('seen', { value })
      log.error('failed', error, { value })
      log.error('failed', value)
      expect(lines).toHaveLength(3)
      for (const line of lines) {
        expect(line.endsWith('\n')).toBe(true)
        expect(HIDDEN.test(line.slice(0, -1))).toBe(false)
        // also when the JSON is read and then drawn
        for (const told of Object.values<unknown>(JSON.parse(line))) expect(HIDDEN.test(String(told))).toBe(false)
      }
    }),
    { numRuns: 200 },
  )
})
