import { describe, expect, it } from 'vitest'
import { displayDigest, parseConfirmation } from '@/lib/confirmation'
import { type CommandCall, commandFaults, describeCommand } from './index'

const call: CommandCall = {
  script: 'systemctl stop ledger-sync\nrm -rf "$CACHE"/\n',
  working_dir: '/srv/ledger',
  host: 'deploy-03',
  run_as: 'ledger',
  session: 's-1',
  shell: 'bash',
  containment: 'workspace-write',
  runner: '/opt/contain',
  writable_roots: ['/srv/ledger/out'],
  full_access: true,
  background: false,
  timeout_secs: 600,
  asked_because: 'escalation_requested',
  first_run: null,
}

describe('a proposed command', () => {
  it('fits', () => expect(commandFaults(call)).toEqual([]))

  it.each([
    ['script', ''],
    ['script', ' \n\t'],
    ['script', 'a\0b'],
    ['script', 7],
    ['script', 'x'.repeat(20_001)],
    ['script', 'x\n'.repeat(1_002)],
    ['working_dir', ''],
    ['working_dir', 'relative/x'],
    ['working_dir', '/srv/../etc'],
    ['working_dir', '/srv\n/etc'],
    ['host', 'deploy\n-03'],
    ['host', null],
    ['host', 'h'.repeat(81)],
    ['containment', 'none'],
    ['full_access', 'yes'],
    ['background', 0],
    ['timeout_secs', 0],
    ['timeout_secs', 1.5],
    ['writable_roots', '/tmp'],
    ['asked_because', 'because'],
    ['first_run', { exit: 1, stderr: '' }],
    ['surprise', 1],
  ])('does not with %s: %j', (name, value) => {
    expect(commandFaults({ ...call, [name]: value }).map((fault) => fault.path)).toEqual([`$.${name}`])
  })

  it('of a retry says what the first run left, else it is refused', () => {
    const retry = { ...call, asked_because: 'containment_denial_retry' as const }
    expect(commandFaults(retry)).toEqual([{ path: '$.first_run', message: 'is needed for a retry' }])
    expect(commandFaults({ ...retry, first_run: { exit: 1, stderr: 'Permission denied' } })).toEqual([])
    const bare = { ...retry, full_access: false, first_run: { exit: 1, stderr: '' } }
    expect(commandFaults(bare).map((fault) => fault.path)).toEqual(['$.full_access'])
  })

  it('asks for no access that its host gives anyway, or that its reason does not', () => {
    const paths = (more: object) => commandFaults({ ...call, ...more }).map((fault) => fault.path)
    expect(paths({ containment: 'danger-full-access' })).toEqual(['$.full_access'])
    expect(paths({ asked_because: 'outside_trusted_set' })).toEqual(['$.full_access'])
  })
})

describe('its confirmation', () => {
  it('says how long it is, where it runs and that nothing contains it', () => {
    expect(describeCommand(call)).toMatchObject({
      title: 'Run a 2-line script on deploy-03',
      summary: 'It calls systemctl and rm. Nothing contains it.',
      warnings: [{ finding: 'Line 2: deletes what the script does not name.' }],
    })
    expect(describeCommand({ ...call, script: 'ls', full_access: false })).toMatchObject({
      title: 'Run a one-line script on deploy-03',
      summary: 'It calls ls. The sandbox lets it write in its folder only.',
    })
    const unnamed = describeCommand({ ...call, script: 'ls', full_access: false, runner: null })
    expect(unnamed.summary).toContain('What contains it is not said.')
    expect(unnamed.details).toContainEqual({ label: 'Contained by', value: 'Not said: only its host says so' })
  })

  it('keeps within its limits for the largest call there is', () => {
    const large: CommandCall = {
      ...call,
      script: Array.from({ length: 990 }, (_, line) => `rm -rf "$A${line}"`).join('\n'),
      working_dir: `/${'w'.repeat(999)}`,
      host: 'h'.repeat(80),
      session: 's'.repeat(200),
      writable_roots: Array.from({ length: 20 }, () => 'r'.repeat(200)),
      full_access: false,
      asked_because: 'outside_trusted_set',
    }
    const retried: CommandCall = {
      ...large,
      full_access: true,
      asked_because: 'containment_denial_retry',
      first_run: { exit: 1, stderr: 'e'.repeat(8_000) },
    }
    for (const one of [large, retried]) {
      expect(commandFaults(one)).toEqual([])
      const described = parseConfirmation(describeCommand(one))
      expect(described.ok ? [] : described.error.at).toEqual([])
    }
    expect(describeCommand(large).warnings.at(-1)?.finding).toMatch(/^\d+ more findings are not listed here\.$/)
  })

  it('differs for whatever of the host, the folder, the access and the time differs', () => {
    const digests = [
      call,
      { ...call, host: 'deploy-04' },
      { ...call, working_dir: '/srv' },
      { ...call, full_access: false },
      { ...call, background: true },
      { ...call, timeout_secs: 601 },
      { ...call, run_as: 'root' },
      { ...call, session: 's-2' },
    ].map((changed) => displayDigest(describeCommand(changed)))
    expect(new Set(digests).size).toBe(digests.length)
  })
})
