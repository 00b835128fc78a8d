import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { askGate, type Gate, isTrustedReadOnly, parseCommandConfig, readScript } from '@/lib/command'
import { runApproved } from './run-approved'

/** The folder that the variable names, else our own copy. */
const shared = process.env.COUNTERSIGN_VECTORS
const file = shared ? `${shared}/conformance/command.json` : new URL('../command/vectors/command.json', import.meta.url)

type Answer = 'allow' | 'deny' | 'throws' | 'dismissed' | 'times_out' | null
type Vector = {
  id: string
  why: string
  input: {
    gate?: Answer
    request?: { command: string; reason: string; full_access: boolean }
    config?: unknown
    containment?: string
    approval?: string
    command?: string
    sandbox_permissions?: string
    justification?: string
    first_run?: { exit: number; stderr: string }
    arguments?: Record<string, string | null>
    'trusted?'?: string[]
  }
  expect: {
    approved?: boolean
    gate_calls?: { reason: string; full_access: boolean }[]
    runs?: string[]
    error?: string
    config_error?: boolean
    script?: string
    all?: boolean
  }
}

const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'))
const SELF = { pid: 4242, names: ['ledger-agent'] }
const SHORT_MS = 40

function gateThat(answer: Answer | undefined, calls: unknown[] = []): Gate | null {
  if (answer === null || answer === undefined) return null
  return async ({ command: _whole, ...call }) => {
    calls.push(call)
    if (answer === 'throws') throw new Error('the channel broke')
    if (answer === 'times_out') return new Promise(() => {})
    return answer
  }
}

describe('shell vectors', () => {
  it('are all here', () => expect(vectors.length).toBeGreaterThanOrEqual(94))

  it.each(vectors)('$id: $why', async ({ input, expect: expected }) => {
    if (input['trusted?'] !== undefined) {
      for (const script of input['trusted?'])
        expect([script, isTrustedReadOnly(script)]).toEqual([script, expected.all])
      return
    }
    if (input.arguments !== undefined) {
      const script = readScript(input.arguments)
      expect(script.ok ? { script: script.value } : { error: script.error.code }).toEqual(expected)
      return
    }
    if (input.request !== undefined) {
      expect(await askGate(input.request, gateThat(input.gate), SHORT_MS)).toBe(expected.approved)
      return
    }
    const config = parseCommandConfig(input.config ?? { containment: input.containment, approval: input.approval })
    if (!config.ok) {
      // Nothing can be asked or run: both take a configuration that was parsed.
      expect({ config_error: true, gate_calls: [], runs: [] }).toMatchObject(expected)
      return
    }
    if (input.command === undefined) {
      expect(config.value).toMatchObject(expected)
      return
    }
    const gateCalls: unknown[] = []
    const runs: string[] = []
    const result = await runApproved(
      {
        command: input.command.replace('<agent name>', 'ledger-agent').replace('<other pid>', '31337'),
        sandbox_permissions: input.sandbox_permissions,
        justification: input.justification,
      },
      config.value,
      {
        gate: gateThat(input.gate, gateCalls),
        runner: async (_script, containment) => {
          runs.push(containment)
          return runs.length === 1 ? (input.first_run ?? { exit: 0, stderr: '' }) : { exit: 0, stderr: '' }
        },
        self: SELF,
        timeoutMs: SHORT_MS,
      },
    )
    expect({ gate_calls: gateCalls, runs, ...(result.ok ? {} : { error: result.error.code }) }).toEqual(expected)
  })
})
