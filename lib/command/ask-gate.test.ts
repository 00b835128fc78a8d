import { describe, expect, it } from 'vitest'
import { askGate } from './index'

const question = { command: 'rm -rf build', reason: 'outside_trusted_set', full_access: false }

describe('asking', () => {
  it.each([true, 'ALLOW', 'allow ', 'yes', 1, null, undefined, {}, { toString: () => 'allow' }, ['allow']])(
    '%j is no yes',
    async (answer) => expect(await askGate(question, () => answer, 50)).toBe(false),
  )

  it('only the text «allow» is one, at once or as a promise', async () => {
    expect(await askGate(question, () => 'allow', 50)).toBe(true)
    expect(await askGate(question, async () => 'allow', 50)).toBe(true)
  })

  it('a gate that throws at once is a no', async () => {
    const broken = () => {
      throw new Error('no way to ask')
    }
    expect(await askGate(question, broken, 50)).toBe(false)
  })

  it('a gate that answers after the limit is a no, and is told that nobody waits', async () => {
    let told: AbortSignal | undefined
    const late = (_asked: unknown, signal: AbortSignal) => {
      told = signal
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('allow')))
    }
    expect(await askGate(question, late, 20)).toBe(false)
    expect(told?.aborted).toBe(true)
  })

  it.each([0, -1, Number.NaN])('a limit of %d asks nobody', async (limitMs) => {
    let asked = 0
    expect(
      await askGate(
        question,
        () => {
          asked++
          return 'allow'
        },
        limitMs,
      ),
    ).toBe(false)
    expect(asked).toBe(0)
  })
})
