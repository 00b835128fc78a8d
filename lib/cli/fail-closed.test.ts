import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answers, type FakeInbox, fakeInbox, HANG, raw, redeemed, viewed } from './fake-inbox.fixture'
import { ASKS, aClient, type Client, type Ended, type How, until } from './testing'

let client: Client
const open: FakeInbox[] = []
let runs = 0
beforeAll(async () => {
  client = await aClient()
})
afterAll(async () => {
  for (const inbox of open) await inbox.close()
  await client.close()
})

async function inboxThat(answers: Answers = {}, tls?: { key: string; cert: string }): Promise<FakeInbox> {
  const inbox = await fakeInbox(answers, tls)
  open.push(inbox)
  return inbox
}

/** A script that leaves a file behind if it ever runs. */
function aTrap() {
  const trap = path.join(client.folder, `trap-${++runs}`)
  return { trap, script: `touch '${trap}'; exit 7` }
}

/** Runs the trap against an inbox; says how it ended, and whether it ran. */
async function attempt(
  inbox: FakeInbox | null,
  how: How = {},
  options: string[] = [],
): Promise<Ended & { ran: boolean }> {
  const { trap, script } = aTrap()
  const { ended } = client.start(['run', '--wait', '5', ...options, '--', script], {
    ...(inbox === null ? {} : { url: inbox.url }),
    ...how,
  })
  const end = await ended
  return { ...end, ran: existsSync(trap) }
}

/** Nothing ran, nothing stands on standard output, and why stands on standard error. */
function expectNo(end: Ended & { ran: boolean }, exit: number, why: string): void {
  expect({ ran: end.ran, exit: end.exit, stdout: end.stdout }).toEqual({ ran: false, exit, stdout: '' })
  expect(end.stderr).toContain(why)
}

const approved = viewed('approved')

describe('a yes for exactly this command', () => {
  it('runs it once, with its own exit code, and reports what became of it', async () => {
    const inbox = await inboxThat()
    const end = await attempt(inbox)
    expect({ ran: end.ran, exit: end.exit }).toEqual({ ran: true, exit: 7 })
    expect(end.stderr).toContain('Approved by Dana Whitlock: full access: nothing contains this run.')
    expect(inbox.reports).toEqual([
      { outcome: 'running', note: 'Started.' },
      { outcome: 'failed', note: 'Exit code 7.', output_tail: '' },
    ])
  })

  it('costs one open request, not polling', async () => {
    const inbox = await inboxThat({ wait: () => HANG })
    const { script } = aTrap()
    const { ended } = client.start(['run', '--wait', '50', '--', script], { url: inbox.url })
    await until(() => inbox.calls.length === 2)
    inbox.decide('approved')
    await ended
    expect(inbox.calls.filter((call) => call.startsWith('GET'))).toEqual([expect.stringContaining('?wait=50')])
  })
})

describe('nothing runs', () => {
  const cases: [what: string, answers: Answers, exit: number, why: string][] = [
    ['at a 500', { propose: raw(500, '{}') }, 69, 'Status 500'],
    ['at a 401', { propose: raw(401, '{"title":"This key is not known."}') }, 69, 'This key is not known.'],
    [
      'at a 422 that names a place',
      { propose: raw(422, '{"errors":[{"pointer":"/host","detail":"is no host"}]}') },
      69,
      '/host is no host',
    ],
    ['at broken JSON', { propose: raw(201, '{"id":') }, 69, 'not Countersign'],
    ['at an empty answer', { propose: raw(201, '') }, 69, 'not Countersign'],
    ['at a page of a proxy', { propose: raw(200, '<html>hello</html>') }, 69, 'not Countersign'],
    [
      'at a redirect',
      { propose: raw(307, '', { location: 'https://elsewhere.example/' }) },
      69,
      'could not be reached',
    ],
    ['when waiting answers 500', { wait: raw(500, '{}') }, 69, 'Status 500'],
    ['when waiting answers 404', { wait: raw(404, '{}') }, 69, 'Status 404'],
    ['when waiting answers broken JSON', { wait: raw(200, '{"status":"approved"') }, 69, 'not Countersign'],
    [
      'when the status is a word that is near',
      { wait: () => ({ ...viewed('approved'), status: 'Approved' }) },
      69,
      'not Countersign',
    ],
    ['when the status is true', { wait: () => ({ ...viewed('approved'), status: true }) }, 69, 'not Countersign'],
    [
      'when another request was approved',
      { wait: () => ({ ...viewed('approved'), id: 'another' }) },
      69,
      'not Countersign',
    ],
    ['when it was rejected', { wait: () => viewed('rejected') }, 77, 'A person said no. Dana Whitlock: Not today.'],
    ['when it was sent back', { wait: () => viewed('returned') }, 77, 'A person sent it back.'],
    ['when it expired', { wait: () => viewed('expired') }, 77, 'Nobody decided in time.'],
    ['when it was withdrawn', { wait: () => viewed('withdrawn') }, 77, 'taken back'],
    [
      'when there is no grant',
      { wait: () => approved, grant: raw(409, '{"title":"Not approved."}') },
      69,
      'Not approved.',
    ],
    ['when the grant is no text', { wait: () => approved, grant: () => ({ grant: 7 }) }, 69, 'not Countersign'],
    ['when the grant is spent', { wait: () => approved, redeem: raw(410, '{"title":"Spent."}') }, 69, 'Spent.'],
    [
      'when it is another’s grant',
      { wait: () => approved, redeem: raw(404, '{"title":"Not found."}') },
      69,
      'Not found.',
    ],
    [
      'when the grant is for another request',
      { wait: () => approved, redeem: ({ inputs }) => redeemed(inputs, { request: 'another' }) },
      77,
      'another call',
    ],
    [
      'when the grant is for a tool',
      { wait: () => approved, redeem: ({ inputs }) => redeemed(inputs, { tool: 'order_supplies' }) },
      77,
      'another call',
    ],
    [
      'when the grant is for another version',
      { wait: () => approved, redeem: ({ inputs }) => redeemed(inputs, { version: '2' }) },
      77,
      'another call',
    ],
    [
      'when one byte of the script differs',
      { wait: () => approved, redeem: ({ inputs }) => redeemed({ ...(inputs as object), script: 'ls' }) },
      77,
      'another call',
    ],
    [
      'when the access differs',
      { wait: () => approved, redeem: ({ inputs }) => redeemed({ ...(inputs as object), full_access: true }) },
      77,
      'another call',
    ],
    [
      'when the folder differs',
      { wait: () => approved, redeem: ({ inputs }) => redeemed({ ...(inputs as object), working_dir: '/' }) },
      77,
      'another call',
    ],
    [
      'when the two spellings of the call differ',
      { wait: () => approved, redeem: ({ inputs }) => redeemed(inputs, { inputs: null }) },
      77,
      'another call',
    ],
    [
      'when the canonical text differs',
      { wait: () => approved, redeem: ({ inputs }) => redeemed(inputs, { inputs_text: '{}' }) },
      77,
      'another call',
    ],
    [
      'when the server dies while it waits',
      { wait: ({ response }) => void response.destroy() },
      69,
      'could not be reached',
    ],
    [
      'when the server dies while it redeems',
      { wait: () => approved, redeem: ({ response }) => void response.destroy() },
      69,
      'could not be reached',
    ],
  ]

  it.concurrent.each(cases)('%s', async (_what, answers, exit, why) =>
    expectNo(await attempt(await inboxThat(answers)), exit, why),
  )

  it('when there is no server', async () => {
    const inbox = await inboxThat()
    await inbox.close()
    expectNo(await attempt(inbox), 69, 'could not be reached')
  })

  it('when the server is shut down while it waits', async () => {
    const inbox = await inboxThat({ wait: () => HANG })
    const { trap, script } = aTrap()
    const { ended } = client.start(['run', '--wait', '30', '--', script], { url: inbox.url })
    await until(() => inbox.calls.length === 2)
    await inbox.close()
    expectNo({ ...(await ended), ran: existsSync(trap) }, 69, 'could not be reached')
  })

  it('when the certificate is nobody’s', async () => {
    const inbox = await inboxThat({}, { key: KEY, cert: CERT })
    expectNo(await attempt(inbox), 69, 'could not be reached')
    expect(inbox.calls).toEqual([])
  })

  it('when it is no TLS at all', async () => {
    const inbox = await inboxThat()
    expectNo(await attempt(null, { url: inbox.url.replace('http:', 'https:') }), 69, 'could not be reached')
  })

  it('when nobody answers in time, and the question is taken back', async () => {
    const inbox = await inboxThat({
      wait: ({ response }) => {
        setTimeout(() => response.end(JSON.stringify(viewed('pending'))), 400)
        return HANG
      },
    })
    expectNo(await attempt(inbox, {}, ['--wait', '1']), 77, 'Nobody answered in the time that there was.')
    expect(inbox.calls.at(-1)).toContain('/withdraw')
  })

  it('when the clock is set back while it waits: the time is over all the same', async () => {
    const preload = path.join(client.folder, 'clock.mjs')
    writeFileSync(
      preload,
      'const real = Date.now\nconst began = real()\nDate.now = () => (real() - began > 200 ? real() - 86_400_000 : real())\n',
    )
    const inbox = await inboxThat({ wait: () => viewed('pending') })
    expectNo(await attempt(inbox, { node: ['--import', preload] }, ['--wait', '1']), 77, 'Nobody answered')
  })

  it('when standard input ends before there is a script', async () => {
    const inbox = await inboxThat()
    const end = await client.start(['run', '-'], { url: inbox.url, stdin: null }).ended
    expectNo({ ...end, ran: false }, 64, 'It is empty.')
    expect(inbox.calls).toEqual([])
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'after %s, also when a person says yes then',
    async (signal) => {
      const inbox = await inboxThat({ wait: () => HANG })
      const { trap, script } = aTrap()
      const { child, ended } = client.start(['run', '--wait', '30', '--', script], { url: inbox.url })
      await until(() => inbox.calls.length === 2)
      child.kill(signal)
      const end = await ended
      inbox.decide('approved')
      expect([end.signal === signal || (end.exit ?? 0) > 128, existsSync(trap)]).toEqual([true, false])
      if (signal !== 'SIGKILL') expect(inbox.calls.at(-1)).toContain('/withdraw')
    },
  )

  it.each([
    ['no policy', null, 'cannot be read'],
    ['a policy that is no JSON', '{', 'Nothing runs with a configuration'],
    ['a misspelt policy', { approval: 'untrustd' }, '$.approval must be'],
    ['an unknown field', { ...ASKS, sandbox: true }, '$.sandbox is not a field'],
    ['a policy that runs contained, and no runner', { approval: 'untrusted' }, 'no sandbox of its own'],
    ['the default policy, and no runner', {}, 'no sandbox of its own'],
  ])('with %s, and nobody is asked', async (_what, config, why) => {
    const inbox = await inboxThat()
    expectNo(await attempt(inbox, { config }), 78, why)
    expect(inbox.calls).toEqual([])
  })

  it.each([
    ['no address', { COUNTERSIGN_URL: '' }],
    ['an address in the clear', { COUNTERSIGN_URL: 'http://countersign.example' }],
    ['no key', { COUNTERSIGN_KEY: '' }],
    ['a key of two lines', { COUNTERSIGN_KEY: 'a\nb' }],
  ])('with %s', async (_what, env) => {
    const inbox = await inboxThat()
    expectNo(await attempt(inbox, { env }), 78, 'COUNTERSIGN_')
  })

  it('when the script signals what started it, whatever anybody says', async () => {
    const inbox = await inboxThat()
    const end = await client.start(['run', '--self-pid', '4242', '--', 'kill 4242'], { url: inbox.url }).ended
    expectNo({ ...end, ran: false }, 77, 'No approval can allow that.')
    expect(inbox.calls).toEqual([])
  })
})

describe('a lost answer', () => {
  it('to the question is asked for again under its key, so that the question is one', async () => {
    const inbox = await inboxThat({
      propose: ({ response, times }) => (times === 1 ? void response.destroy() : undefined),
    })
    const end = await attempt(inbox)
    expect({ ran: end.ran, exit: end.exit }).toEqual({ ran: true, exit: 7 })
    expect(inbox.calls.filter((call) => call === 'POST /api/v1/requests')).toHaveLength(2)
    expect(new Set(inbox.keys.slice(0, 2)).size).toBe(1)
  })

  it('to the question while it is stopped: the question is found under its key and taken back', async () => {
    const inbox = await inboxThat({ propose: ({ times }) => (times === 1 ? HANG : undefined) })
    const { child, ended } = client.start(['run', '--wait', '30', '--', 'true'], { url: inbox.url })
    await until(() => inbox.calls.length === 1)
    child.kill('SIGTERM')
    await ended
    expect(inbox.calls.at(-1)).toContain('/withdraw')
    expect(inbox.keys[0]).toBe(inbox.keys[1])
  })

  it('to a redemption is asked for once more, and then reported as not run', async () => {
    const inbox = await inboxThat({ redeem: ({ response }) => void response.destroy() })
    expectNo(await attempt(inbox), 69, 'could not be reached')
    expect(inbox.reports).toEqual([{ outcome: 'failed', note: 'It was not run: unreachable.' }])
  })

  it('another call than was asked is reported as not run', async () => {
    const inbox = await inboxThat({ redeem: ({ inputs }) => redeemed(inputs, { version: '2' }) })
    expectNo(await attempt(inbox), 77, 'another call')
    expect(inbox.reports).toEqual([{ outcome: 'failed', note: 'It was not run: another_call.' }])
  })
})

describe('what was asked about and what would run are the same', () => {
  async function whileWaiting(options: string[], change: () => void, how: How = {}) {
    const inbox = await inboxThat({ wait: () => HANG })
    const { ended } = client.start(['run', '--wait', '30', ...options], { url: inbox.url, ...how })
    await until(() => inbox.calls.length === 2)
    change()
    inbox.decide('approved')
    return { end: await ended, inbox }
  }

  it('a script file that was edited after it was asked is not run, old or new', async () => {
    const { trap, script } = aTrap()
    const file = path.join(client.folder, `script-${runs}.sh`)
    writeFileSync(file, script)
    const { end, inbox } = await whileWaiting(['--file', file], () => writeFileSync(file, `${script} # more`))
    expectNo({ ...end, ran: existsSync(trap) }, 77, 'holds another script now')
    expect(inbox.reports).toEqual([{ outcome: 'failed', note: 'It was not run: changed.' }])
  })

  it('a script file that is gone is not run', async () => {
    const { trap, script } = aTrap()
    const file = path.join(client.folder, `script-${runs}.sh`)
    writeFileSync(file, script)
    const { end } = await whileWaiting(['--file', file], () => rmSync(file))
    expectNo({ ...end, ran: existsSync(trap) }, 77, 'holds another script now')
  })

  it('nothing is run under a policy that was edited after it was asked', async () => {
    const { trap, script } = aTrap()
    const policy = path.join(client.folder, 'edited.json')
    writeFileSync(policy, JSON.stringify(ASKS))
    const tighter = JSON.stringify({ ...ASKS, foreground_timeout_secs: 1 })
    const { end, inbox } = await whileWaiting(['--config', policy, '--', script], () => writeFileSync(policy, tighter))
    expectNo({ ...end, ran: existsSync(trap) }, 77, 'another policy now')
    expect(inbox.reports).toEqual([{ outcome: 'failed', note: 'It was not run: changed.' }])
  })

  it('a folder that is another one now is not run in', async () => {
    const { trap, script } = aTrap()
    const [one, two, link] = ['one', 'two', 'link'].map((name) => path.join(client.folder, `${name}-${runs}`)) as [
      string,
      string,
      string,
    ]
    mkdirSync(one)
    mkdirSync(two)
    symlinkSync(one, link)
    const { end } = await whileWaiting(['--dir', link, '--', script], () => {
      rmSync(link)
      symlinkSync(two, link)
    })
    expectNo({ ...end, ran: existsSync(trap) }, 77, 'is another folder now')
  })

  it('a folder that was made anew under the same name is not run in', async () => {
    const { trap, script } = aTrap()
    const dir = path.join(client.folder, `dir-${runs}`)
    mkdirSync(dir)
    const { end } = await whileWaiting(['--dir', dir, '--', script], () => {
      mkdirSync(`${dir}-new`)
      rmSync(dir, { recursive: true })
      mkdirSync(dir)
    })
    expectNo({ ...end, ran: existsSync(trap) }, 77, 'is another folder now')
  })

  it('the folder that was asked about is the one that it runs in, by its real name', async () => {
    const { trap } = aTrap()
    const real = path.join(client.folder, `real-${runs}`)
    const link = path.join(client.folder, `link-${runs}`)
    mkdirSync(real)
    symlinkSync(real, link)
    const { end } = await whileWaiting(['--dir', link, '--', `pwd -P > '${trap}'`], () => undefined)
    expect([end.exit, readFileSync(trap, 'utf8').trim()]).toEqual([0, real])
  })
})

describe('a run', () => {
  const ASKS_NOBODY = { approval: 'never', containment: 'danger-full-access' }

  it('gets no key, no start-up file and no exported function from the environment', async () => {
    const file = path.join(client.folder, 'start-up')
    writeFileSync(file, 'echo started up\n')
    const env = { BASH_ENV: file, ENV: file, 'BASH_FUNC_ls%%': '() { echo not ls; }', RIPGREP_CONFIG_PATH: file }
    const end = await client.start(['run', '--', 'env; ls -d /'], {
      url: 'http://127.0.0.1:9',
      config: ASKS_NOBODY,
      env,
    }).ended
    expect([end.exit, end.stdout.endsWith('/\n')]).toEqual([0, true])
    expect(end.stdout).not.toMatch(/COUNTERSIGN_KEY|started up|not ls|RIPGREP/)
  })

  it('is ended with all that it started at its time limit, and reported so', async () => {
    const inbox = await inboxThat()
    const end = await client.start(['run', '--wait', '5', '--', 'sleep 60 & sleep 60'], {
      url: inbox.url,
      config: { ...ASKS, foreground_timeout_secs: 1 },
    }).ended
    expect(end.exit).toBe(143)
    expect(inbox.reports.at(-1)).toMatchObject({
      outcome: 'failed',
      note: 'Exit code 143. Stopped at its time limit of 1 s.',
    })
  })

  it('is ended when the client is told to end, and reported so', async () => {
    const inbox = await inboxThat()
    const { child, ended } = client.start(['run', '--wait', '5', '--', 'echo up; sleep 60'], { url: inbox.url })
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()))
    child.kill('SIGTERM')
    expect((await ended).exit).toBe(143)
    expect(inbox.reports.at(-1)).toMatchObject({ outcome: 'failed', output_tail: 'up\n' })
  })

  it('hands on no more than the policy lets through, and says that there was more', async () => {
    const end = await client.start(['run', '--', 'head -c 5000 /dev/zero | tr "\\\\0" x'], {
      url: 'http://127.0.0.1:9',
      config: { ...ASKS_NOBODY, max_output_bytes: 100 },
    }).ended
    expect(end.stdout).toBe(`${'x'.repeat(100)}\n[more than 100 bytes: the rest is not shown]\n`)
  })
})

describe('where a policy contains', () => {
  it('a runner is told what to contain, and starts the shell with the script', async () => {
    const runner = path.join(client.folder, 'runner.sh')
    writeFileSync(runner, '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const inbox = await inboxThat()
    const end = await client.start(['run', '--runner', runner, '--', 'make test'], {
      url: inbox.url,
      config: { approval: 'never', writable_roots: ['/srv/out'] },
    }).ended
    expect(end.stdout.split('\n')).toEqual([
      'workspace-write',
      '--writable',
      '/srv/out',
      '--',
      'bash',
      '-c',
      'make test',
      '',
    ])
    expect(inbox.calls).toEqual([])
  })

  it('full access is asked for with the agent’s words, runs without the runner, and says that nothing contains it', async () => {
    const inbox = await inboxThat()
    const { trap, script } = aTrap()
    const end = await client.start(
      ['run', '--runner', '/bin/false', '--full-access', '--because', 'needs the network', '--', script],
      {
        url: inbox.url,
        config: { approval: 'on-request' },
      },
    ).ended
    expect([end.exit, existsSync(trap)]).toEqual([7, true])
    expect(end.stderr).toContain('nothing contains this run')
  })

  it('a second run is asked about with what the first one left, and a no keeps the first result', async () => {
    const runner = path.join(client.folder, 'denier.sh')
    writeFileSync(runner, '#!/bin/sh\necho "open: Permission denied" >&2\nexit 13\n', { mode: 0o755 })
    let asked: unknown
    const inbox = await inboxThat({
      propose: ({ inputs }) => {
        asked = inputs
      },
      wait: () => viewed('rejected'),
    })
    const { trap, script } = aTrap()
    const end = await client.start(['run', '--runner', runner, '--', script], {
      url: inbox.url,
      config: { approval: 'on-failure' },
    }).ended
    expect([end.exit, existsSync(trap)]).toEqual([13, false])
    expect(asked).toMatchObject({
      full_access: true,
      asked_because: 'containment_denial_retry',
      first_run: { exit: 13, stderr: 'open: Permission denied\n' },
    })
  })
})

describe('a terminal', () => {
  const evil = 'echo "\u001b[2K\u001b]0;harmless\u0007\r ls -la" # \u202e\u200b\u009b31m'

  it('never receives a raw control character of a script, a reason, a folder or an answer', async () => {
    const dir = path.join(client.folder, 'a\u001b[31mb\rc')
    mkdirSync(dir, { recursive: true })
    const inbox = await inboxThat({
      wait: () => ({
        ...viewed('rejected'),
        url: 'http://x/\u001b[2J',
        decision: { by: { name: 'D\u001b[2Jana' }, note: 'no\rno\u202e' },
      }),
    })
    const end = await client.start(
      ['run', '--dir', dir, '--says', 'please\u001b[2J', '--agent', 'A\u001b[1m', '--host', 'h\u001b[0m', '--', evil],
      { url: inbox.url },
    ).ended
    expect(end.exit).toBe(77)
    expect(end.stderr).toContain('U+001B')
    expect(end.stderr).toContain('U+202E')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(end.stderr.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/)
  })

  it('nor of a faulty option, a policy or an answer of the server', async () => {
    const inbox = await inboxThat({ propose: raw(422, JSON.stringify({ title: '\u001b[2J\r' })) })
    for (const [args, config] of [
      [['run', '--\u001b[2J'], ASKS],
      [['run', '--', 'touch x'], { '\u001b[2J\r': 1 }],
      [['run', '--', 'touch x'], ASKS],
      [['run', '--file', '/nowhere/\u001b[2J'], ASKS],
      [['\u001b[2J'], ASKS],
    ] as const) {
      const end = await client.start([...args], { url: inbox.url, config }).ended
      expect(end.exit).toBeGreaterThan(0)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(end.stderr.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
    }
  })
})

/** Of nobody: made for this test, good for nothing else. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgriLxJyaACkL2Kies
q4/BwfGtaFraGYUiEt3oEM9+TiChRANCAASljSomGpbkfNd7EfweFtP4DU3nJz9i
LnPKHByxGSk2LC5P+faqGZ6g2OH8CDNgAsiTx/BhLcIiQrGEoDeeXBTw
-----END PRIVATE KEY-----`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUIV+Wuaums1WWp5kvCKV0rUBA3gswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTIwMTA0MTM0MFoYDzIxMjYxMTA3
MDQxMzQwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASljSomGpbkfNd7EfweFtP4DU3nJz9iLnPKHByxGSk2LC5P+faqGZ6g
2OH8CDNgAsiTx/BhLcIiQrGEoDeeXBTwo2QwYjAdBgNVHQ4EFgQUhPeldEg124xd
ub77H85UGwcsTSkwHwYDVR0jBBgwFoAUhPeldEg124xdub77H85UGwcsTSkwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQDMlYIW1vZOGU+fwYgVtHlbMeqZ/MftbpxYr2a3lCGOpwIgeImVKorDWBHFtKqI
N6ovTx2jK/KFGml6l7dwI8WUcqg=
-----END CERTIFICATE-----`
