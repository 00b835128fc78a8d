import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText, HIDDEN } from '@/lib/confirmation/testing'
import { jsonLog } from './log'

const evil = anyText('"}\n{"level":"error"', '\n    at evil (file.js:1:1)', '\\u001b')

it('a line of the log is one line of JSON that hides, turns and controls nothing, whatever was said or thrown', () => {
  fc.assert(
    fc.property(evil, evil, evil, evil, (value, message, name, cause) => {
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
