import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answers, type FakeInbox, fakeInbox, HANG, raw, redeemed, viewed } from './fake-inbox.fixture'
import { ASKS, aClient, type Client, type How, until } from './testing'

let client: Client
const open: FakeInbox[] = []
beforeAll(async () => {
  client = await aClient()
})
afterAll(async () => {
  for (const inbox of open) await inbox.close()
  await client.close()
})

async function inboxThat(answers: Answers = {}): Promise<FakeInbox> {
  const inbox = await fakeInbox(answers)
  open.push(inbox)
  return inbox
}

const call = (more: object = {}) => ({
  session_id: 's-1',
  cwd: client.folder,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'touch x', description: 'Makes x' },
  tool_use_id: 'toolu_1',
  ...more,
})

async function hook(stdin: object | string | null, how: How = {}, options: string[] = []) {
  const text = typeof stdin === 'object' && stdin !== null ? JSON.stringify(stdin) : stdin
  return client.start(['hook', '--wait', '5', ...options], { stdin: text, ...how }).ended
}

/** The decision on standard output: one JSON object on one line, and nothing else. */
function decisionOf(stdout: string): { permissionDecision: string; permissionDecisionReason: string } {
  expect(stdout.split('\n').length).toBe(2)
  return JSON.parse(stdout).hookSpecificOutput
}

describe('a pre-tool-use hook', () => {
  it('allows what a person said yes to, and runs nothing itself', async () => {
    const inbox = await inboxThat({ wait: () => viewed('approved') })
    const end = await hook(call({ tool_use_id: 'toolu_2' }), { url: inbox.url })
    expect([end.exit, decisionOf(end.stdout)]).toEqual([
      0,
      {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'Approved by Dana Whitlock.',
      },
    ])
    expect(readdirSync(client.folder)).not.toContain('x')
  })

  it('proposes folder, session, time limit and access with the script, and the agent’s words beside it', async () => {
    let asked: unknown
    const inbox = await inboxThat({
      propose: ({ inputs }) => {
        asked = inputs
      },
    })
    await hook(call({ tool_input: { command: 'touch x', run_in_background: true } }), {
      url: inbox.url,
      config: { ...ASKS, background_timeout_secs: 99 },
    })
    expect(asked).toMatchObject({
      script: 'touch x',
      working_dir: client.folder,
      session: 's-1',
      background: true,
      timeout_secs: 99,
      full_access: false,
      containment: 'danger-full-access',
    })
  })

  it('allows what the policy asks nobody about, and asks nobody', async () => {
    const inbox = await inboxThat()
    const end = await hook(call({ tool_input: { command: 'ls -l' } }), { url: inbox.url })
    expect(decisionOf(end.stdout).permissionDecision).toBe('allow')
    expect(inbox.calls).toEqual([])
  })

  it.each([
    ['a rejection', { wait: () => viewed('rejected') }, 'A person said no. Dana Whitlock: Not today.'],
    ['an expiry', { wait: () => viewed('expired') }, 'Nobody decided in time.'],
    ['another call', { wait: () => viewed('approved'), redeem: () => redeemed({ script: 'ls' }) }, 'another call'],
    ['an answer that is none', { propose: raw(200, 'yes') }, 'not Countersign'],
    ['a 500', { wait: raw(500, '') }, 'Status 500'],
  ] as [string, Answers, string][])('denies at %s, and says why', async (_what, answers, why) => {
    const inbox = await inboxThat(answers)
    const { permissionDecision, permissionDecisionReason } = decisionOf((await hook(call(), { url: inbox.url })).stdout)
    expect(permissionDecision).toBe('deny')
    expect(permissionDecisionReason).toContain(why)
  })

  it.each([
    ['nothing', null],
    ['no JSON', 'allow'],
    ['half of it', '{"hook_event_name":"PreToolUse"'],
    ['two keys of one name', '{"tool_name":"Bash","tool_name":"Bash"}'],
    ['an event that it does not know', { hook_event_name: 'Stop', cwd: '/', tool_name: 'Bash', tool_input: {} }],
    [
      'a tool without a command',
      { hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Write', tool_input: { path: 'x' } },
    ],
    [
      'a command that is no text',
      { hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command: ['ls'] } },
    ],
    ['an empty command', { hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command: ' ' } }],
    [
      'a folder that is not there',
      { hook_event_name: 'PreToolUse', cwd: '/nowhere', tool_name: 'Bash', tool_input: { command: 'touch x' } },
    ],
  ])('denies %s', async (_what, stdin) => {
    const inbox = await inboxThat()
    expect(decisionOf((await hook(stdin, { url: inbox.url })).stdout).permissionDecision).toBe('deny')
    expect(inbox.calls).toEqual([])
  })

  it('denies where nobody can be asked', async () => {
    const gone = decisionOf((await hook(call(), { url: 'http://127.0.0.1:9' })).stdout)
    expect(gone).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('could not be reached'),
    })
  })

  it.each(
    ['never', 'untrusted', 'on-request', 'on-failure'].flatMap((approval) =>
      ['read-only', 'workspace-write'].map((containment) => ({ approval, containment })),
    ),
  )('denies what the policy would contain, trusted or not: $approval, $containment', async (config) => {
    const inbox = await inboxThat({ wait: () => viewed('approved') })
    for (const command of ['touch x', 'ls']) {
      const end = await hook(call({ tool_input: { command } }), { url: inbox.url, config })
      expect(decisionOf(end.stdout)).toMatchObject({
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('contained'),
      })
    }
    expect(inbox.calls).toEqual([])
  })

  it('asks about everything that another shell than the reviewed ones would read', async () => {
    for (const shell of ['/tmp/bash', 'zsh', 'python3', './sh']) {
      const inbox = await inboxThat({ wait: () => viewed('rejected') })
      const end = await hook(call({ tool_input: { command: 'ls' } }), { url: inbox.url }, ['--shell', shell])
      expect([shell, decisionOf(end.stdout).permissionDecision, inbox.calls.length > 0]).toEqual([shell, 'deny', true])
    }
  })

  it.runIf(existsSync('/dev/full'))('that cannot write its decision blocks by its exit code', async () => {
    const inbox = await inboxThat({ wait: () => viewed('approved') })
    for (const command of ['touch x', 'ls']) {
      const given = JSON.stringify(call({ tool_input: { command } }))
      const end = await client.start(['hook', '--wait', '5'], { url: inbox.url, stdin: given, stdoutTo: '/dev/full' })
        .ended
      expect(end.exit).toBe(2)
      expect(end.stderr).toContain('could not be written')
    }
  })

  it.each([
    ['no settings', [], { env: { COUNTERSIGN_KEY: '' } }],
    ['an option that it does not know', ['--alow'], {}],
    ['a runner, which it could never start', ['--runner', '/bin/true'], {}],
  ] as [string, string[], How][])(
    'with %s blocks by its exit code, and writes no decision',
    async (_what, options, how) => {
      const end = await hook(call(), { url: 'http://127.0.0.1:9', ...how }, options)
      expect([end.exit, end.stdout]).toEqual([2, ''])
      expect(end.stderr).not.toBe('')
    },
  )

  it('that is told to end while it waits denies, takes the question back, and a later yes changes nothing', async () => {
    const inbox = await inboxThat({ wait: () => HANG })
    const { child, ended } = client.start(['hook', '--wait', '30'], { url: inbox.url, stdin: JSON.stringify(call()) })
    await until(() => inbox.calls.length === 2)
    child.kill('SIGTERM')
    const end = await ended
    inbox.decide('approved')
    expect(decisionOf(end.stdout).permissionDecision).toBe('deny')
    expect(inbox.calls.at(-1)).toContain('/withdraw')
  })

  it('writes no control character of a reason to standard output or standard error', async () => {
    const inbox = await inboxThat({
      wait: () => ({ ...viewed('rejected'), decision: { by: { name: 'D\u001b[2Jana' }, note: 'no\r\u202e' } }),
    })
    const end = await hook(call({ tool_input: { command: 'touch "\u001b[2J"' } }), { url: inbox.url })
    expect(decisionOf(end.stdout).permissionDecisionReason).toContain('U+001B')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect((end.stdout + end.stderr).replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202e]/)
  })
})

describe('the same hook after the tool has run', () => {
  const afterwards = (more: object) => call({ hook_event_name: 'PostToolUse', ...more })

  it('reports exit code and output once, and remembers nothing longer than that', async () => {
    const inbox = await inboxThat({ wait: () => viewed('approved') })
    const home = { XDG_STATE_HOME: path.join(client.folder, 'state') }
    await hook(call(), { url: inbox.url, env: home })
    const kept = path.join(client.folder, 'state/countersign')
    const [file = ''] = readdirSync(kept)
    expect(statSync(path.join(kept, file)).mode & 0o777).toBe(0o600)
    const response = { stdout: 'made x\n\u0000', stderr: 'and said so' }
    expect((await hook(afterwards({ tool_response: response }), { url: inbox.url, env: home })).exit).toBe(0)
    expect((await hook(afterwards({ tool_response: response }), { url: inbox.url, env: home })).exit).toBe(0)
    expect(inbox.reports).toEqual([
      { outcome: 'done', note: 'Exit code 0.', output_tail: 'made x\n\u2400\nand said so' },
    ])
    expect(readdirSync(kept)).toEqual([])
  })

  it('reports a failure with the exit code that the host names', async () => {
    const inbox = await inboxThat({ wait: () => viewed('approved') })
    await hook(call({ tool_use_id: 'toolu_3' }), { url: inbox.url })
    const failed = {
      hook_event_name: 'PostToolUseFailure',
      tool_use_id: 'toolu_3',
      error: 'Exit code 3\ncannot touch x',
    }
    await hook(afterwards(failed), { url: inbox.url })
    expect(inbox.reports).toEqual([
      { outcome: 'failed', note: 'Exit code 3.', output_tail: 'Exit code 3\ncannot touch x' },
    ])
  })

  it('says nothing of a command that nobody was asked about', async () => {
    const inbox = await inboxThat()
    const end = await hook(afterwards({ tool_use_id: 'toolu_never', tool_response: {} }), { url: inbox.url })
    expect([end.exit, end.stdout, inbox.calls]).toEqual([0, '', []])
  })

  it('denies where it cannot remember which request it was', async () => {
    const inbox = await inboxThat({ wait: () => viewed('approved') })
    const blocked = path.join(client.folder, 'no-folder')
    writeFileSync(blocked, '')
    const end = await hook(call(), { url: inbox.url, env: { XDG_STATE_HOME: blocked } })
    expect(decisionOf(end.stdout).permissionDecision).toBe('deny')
  })
})

describe('a yes for somebody else', () => {
  it('is the exit code 0 of ask, with the request for the report that follows', async () => {
    const inbox = await inboxThat({ wait: () => viewed('approved') })
    const asked = await client.start(['ask', '--wait', '5', '--', 'touch x'], { url: inbox.url }).ended
    expect([asked.exit, asked.stdout]).toEqual([0, '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21\n'])
    const id = asked.stdout.trim()
    const reported = await client.start(['report', id, '--exit', '4', '--output'], {
      url: inbox.url,
      stdin: 'it broke',
    }).ended
    expect(reported.exit).toBe(0)
    expect(inbox.reports).toEqual([{ outcome: 'failed', note: 'Exit code 4.', output_tail: 'it broke' }])
  })
})
