import { describe, expect, it } from 'vitest'
import { commandFaults } from '@/lib/command'
import { command, toCommand } from './command'

const body = {
  kind: 'command',
  script: 'make deploy',
  working_dir: '/srv',
  host: 'deploy-03',
  containment: 'workspace-write',
  timeout_secs: 60,
}

describe('a command on the wire', () => {
  it('becomes a proposal in which nothing is left unsaid, and which fits', () => {
    const proposal = toCommand(command.parse(body))
    expect(proposal).toMatchObject({
      kind: 'command',
      inputs: {
        run_as: null,
        session: null,
        writable_roots: [],
        full_access: false,
        background: false,
        first_run: null,
      },
    })
    expect(commandFaults(proposal.inputs)).toEqual([])
  })

  it('keeps the agent’s words out of what is bound', () => {
    const said = toCommand(command.parse({ ...body, agent: { name: 'Deploy agent', words: 'It is urgent.' } }))
    expect(JSON.stringify(said.inputs)).not.toContain('urgent')
    expect(said).toMatchObject({ agent: { name: 'Deploy agent', words: 'It is urgent.' } })
  })

  it.each([
    ['an empty script', { script: '' }],
    ['a script with U+0000', { script: 'a\0b' }],
    ['no time limit', { timeout_secs: undefined }],
    ['an unknown containment', { containment: 'none' }],
    ['an unknown field', { sudo: true }],
    ['a title of its own', { title: 'Harmless' }],
  ])('is refused with %s', (_what, change) => expect(command.safeParse({ ...body, ...change }).success).toBe(false))
})
