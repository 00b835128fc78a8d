import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, describe, expect, it } from 'vitest'
import type { Reply } from './composition'
import { consoleToLog } from './console-to-log'
import { jsonLog } from './log'

const kept = { ...console }
afterEach(() => void Object.assign(console, kept))

function listening() {
  const lines: string[] = []
  const log = jsonLog(
    (line) => lines.push(line),
    (line) => lines.push(line),
  )
  const reply = new AsyncLocalStorage<Reply>()
  consoleToLog(log, reply)
  return { reply, said: () => lines.map((line) => JSON.parse(line)), text: () => lines.join('') }
}

describe('what Next prints', () => {
  it('is one line of the log, in which no visitor’s character turns or hides anything', () => {
    const { said, text } = listening()
    console.error(' ⨯', new SyntaxError('Unexpected token, "\u001b[2J\u202eevil\nline" is not JSON'))
    expect(said()).toHaveLength(1)
    expect(said()[0]).toMatchObject({ level: 'error', event: 'next' })
    expect(said()[0].error).toContain('evil')
    for (const character of ['\u001b', '\u202e', '\n', '\\u202e']) expect(text().trimEnd()).not.toContain(character)
  })

  it('of a post that nothing of ours has seen is no error, and has no stack', () => {
    const { reply, said } = listening()
    const printed = () => console.error(' ⨯', new TypeError('junk'))
    reply.run({ isPost: true }, printed)
    reply.run({ isPost: true, isReached: true }, printed)
    reply.run({ isPost: false }, printed)
    expect(said().map(({ level, event }) => [level, event])).toEqual([
      ['info', 'post_not_read'],
      ['error', 'next'],
      ['error', 'next'],
    ])
    expect(said()[0]).not.toHaveProperty('stack')
  })
})
