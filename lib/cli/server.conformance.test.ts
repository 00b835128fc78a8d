import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type World } from '@/lib/inbox/testing'
import { ask } from './ask'
import { inboxClient } from './inbox-client'
import { readOptions } from './options'
import { type People, type RunningInbox, runningInbox } from './running-inbox.fixture'
import { aClient, type Client } from './testing'

/** The folder that the variable names, else our own copy. */
const shared = process.env.COUNTERSIGN_VECTORS
const file = shared ? `${shared}/conformance/command.json` : new URL('../command/vectors/command.json', import.meta.url)

type Gate = 'allow' | 'deny' | 'throws' | 'dismissed' | 'times_out' | null
type Vector = {
  id: string
  why: string
  input: {
    gate?: Gate
    request?: { command: string; reason: string; full_access: boolean }
    config?: unknown
    containment?: string
    approval?: string
    command?: string
    sandbox_permissions?: string
    justification?: string
    first_run?: { exit: number; stderr: string }
    arguments?: Record<string, unknown>
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
const PEOPLE: Record<NonNullable<Gate>, People> = {
  allow: 'approve',
  deny: 'reject',
  throws: 'breaks',
  dismissed: 'return',
  times_out: 'nobody',
}

let world: World
let inbox: RunningInbox
let client: Client
let log: string
beforeAll(async () => {
  world = await aWorld()
  await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada'] } }, 'command')
  inbox = await runningInbox(world)
  client = await aClient()
  log = path.join(client.folder, 'runs')
  for (const [name, containment] of [
    ['runner', '$1'],
    ['bash', 'danger-full-access'],
  ] as const) {
    // Both write down how they were started, and end as the vector's first run did, the first time.
    const program = `#!/bin/sh\necho "${containment}" >> '${log}'\nif [ -f '${log}.first' ]; then . '${log}.first'; fi\n`
    writeFileSync(path.join(client.folder, name), program)
    chmodSync(path.join(client.folder, name), 0o755)
  }
})
afterAll(async () => {
  await client.close()
  await inbox.close()
  await world.close()
})

/** Nobody there is a server that is not there. */
const urlFor = (gate: Gate | undefined) => (gate === null || gate === undefined ? 'http://127.0.0.1:9' : inbox.url)

async function countersign(args: string[], config: unknown, gate: Gate | undefined, stdin = '') {
  rmSync(log, { force: true })
  inbox.people(gate === null || gate === undefined ? 'nobody' : PEOPLE[gate])
  const { ended } = client.start(
    [...args.slice(0, 1), '--self-pid', '4242', '--self-name', 'ledger-agent', ...args.slice(1)],
    {
      url: urlFor(gate),
      config: config === undefined ? null : JSON.parse(JSON.stringify(config)),
      stdin,
      // the «bash» that writes down how it was started is found first
      env: { PATH: `${client.folder}:${process.env.PATH ?? ''}` },
    },
  )
  const end = await ended
  const runs = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  return { ...end, runs }
}

function asOptions({ sandbox_permissions, justification }: Vector['input']): string[] {
  return [
    ...(sandbox_permissions === 'require_escalated' ? ['--full-access'] : []),
    ...(justification === undefined ? [] : ['--because', justification]),
  ]
}

/** What each question said: whether it is for full access, and why, in the agent's words where it is the agent's wish. */
function questions() {
  return inbox.asked.map(({ inputs, words }) => {
    const { full_access, asked_because, script } = inputs as Record<string, unknown>
    return { script, full_access, reason: asked_because === 'escalation_requested' ? words : asked_because }
  })
}

describe('shell vectors, by the command-line client against a running server', () => {
  it.each(vectors.filter(({ input }) => input.command !== undefined))(
    '$id: $why',
    async ({ input, expect: expected }) => {
      const { exit = 0, stderr = '' } = input.first_run ?? {}
      writeFileSync(`${log}.first`, `rm '${log}.first'\necho '${stderr}' >&2\nexit ${exit}\n`)
      const script = (input.command ?? '').replace('<agent name>', 'ledger-agent').replace('<other pid>', '31337')
      const config = input.config ?? { containment: input.containment, approval: input.approval }
      const runner = path.join(client.folder, 'runner')
      const options = ['--wait', input.gate === 'times_out' ? '1' : '20', '--runner', runner, ...asOptions(input)]
      const end = await countersign(['run', ...options, '--', script], config, input.gate)
      const calls = expected.gate_calls ?? []
      expect({ runs: end.runs, questions: questions() }).toEqual({
        runs: expected.runs ?? [],
        questions: calls.map((call) => ({ script, ...call })),
      })
      const isFine = expected.error === undefined && expected.config_error === undefined
      const last = (expected.runs ?? []).length > 1 ? 0 : exit
      if (isFine) expect(end.exit).toBe(last)
      else expect(end.exit).toBeGreaterThan(0)
      if (expected.config_error) expect(end.exit).toBe(78)
    },
  )

  it.each(vectors.filter(({ input }) => input.request !== undefined))(
    '$id: $why',
    async ({ input, expect: expected }) => {
      const { command = '', reason = '', full_access } = input.request ?? {}
      const config = {
        approval: full_access ? 'on-request' : 'untrusted',
        containment: full_access ? 'workspace-write' : 'danger-full-access',
      }
      const options = full_access ? ['--full-access', '--because', reason] : []
      const end = await countersign(['ask', '--wait', '20', ...options, '--', command], config, input.gate)
      expect(end.exit === 0).toBe(expected.approved)
    },
  )

  it.each(vectors.filter(({ input }) => input.config !== undefined && input.command === undefined))(
    '$id: $why',
    async ({ input, expect: expected }) => {
      const end = await countersign(['run', '--runner', '/bin/true', '--', 'pwd'], input.config, null)
      expect(end.exit === 78).toBe(expected.config_error ?? false)
    },
  )

  it.each(vectors.filter(({ input }) => input.arguments !== undefined))(
    '$id: $why',
    async ({ input, expect: expected }) => {
      const call = { hook_event_name: 'PreToolUse', cwd: client.folder, tool_name: 'Bash', tool_input: input.arguments }
      const asks = { approval: 'untrusted', containment: 'danger-full-access' }
      const end = await countersign(['hook'], asks, null, JSON.stringify(call))
      const { permissionDecision } = JSON.parse(end.stdout).hookSpecificOutput
      expect(permissionDecision).toBe(expected.error === undefined ? 'allow' : 'deny')
    },
  )

  const scripts = vectors.flatMap(({ id, input, expect: { all } }) =>
    (input['trusted?'] ?? []).map((script) => ({ id, script, all })),
  )
  it.each(scripts)('$id: $script is run unasked: $all', async ({ script, all }) => {
    expect(await askHere(script, client.folder)).toBe(all ? 0 : 69)
  })
})

/** `countersign ask` in this process, with nobody there to be asked. */
async function askHere(script: string, folder: string): Promise<number> {
  const policy = path.join(folder, 'asks.json')
  writeFileSync(policy, '{"approval":"untrusted","containment":"danger-full-access"}')
  const options = readOptions(['--wait', '1', '--', script], folder)
  if (!options.ok) throw new Error('the options are understood')
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  return ask(options.value, {
    terminal: { out: sink, isInteractive: false },
    stdin: Readable.from([]),
    stdout: sink,
    cwd: folder,
    childEnv: { NODE_ENV: 'test' },
    host: 'here',
    user: null,
    parent: { pid: 4242, name: null },
    configFile: policy,
    stateDir: folder,
    client: inboxClient({ url: 'http://127.0.0.1:9', key: 'key' }),
    signal: new AbortController().signal,
  })
}
