import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeInbox, fakeInbox, viewed } from './fake-inbox.fixture'
import { aClient, type Client, until } from './testing'

let client: Client
let inbox: FakeInbox
let pipe: string
beforeAll(async () => {
  client = await aClient()
  inbox = await fakeInbox({ wait: () => viewed('approved') })
  pipe = path.join(client.folder, 'pipe')
  execFileSync('mkfifo', [pipe])
})
afterAll(async () => {
  await inbox.close()
  await client.close()
})

describe('what never ends is no input', () => {
  it('a pipe that nobody writes to is no script', async () => {
    const end = await client.start(['run', '--file', pipe], { url: inbox.url }).ended
    expect([end.exit, end.stderr]).toEqual([64, expect.stringContaining('cannot be read as a text')])
  })

  it('nor is it a policy', async () => {
    const end = await client.start(['run', '--config', pipe, '--', 'ls'], { url: inbox.url }).ended
    expect([end.exit, end.stderr]).toEqual([78, expect.stringContaining('cannot be read')])
  })

  it('nor is a script longer than a megabyte', async () => {
    const file = path.join(client.folder, 'long.sh')
    writeFileSync(file, `: ${'x'.repeat(1024 * 1024)}`)
    expect((await client.start(['run', '--file', file], { url: inbox.url }).ended).exit).toBe(64)
  })

  it.each([
    ['run', ['run', '--', '-'], 143],
    ['hook', ['hook'], 0],
  ] as const)('%s ends when it is told to while it reads standard input', async (_what, args, exit) => {
    const { child, ended } = client.start([...args], {
      url: inbox.url,
      stdin: 'open',
      node: ['--import', SAYS_WHEN_READY],
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
    })
    await until(() => said.includes('listening'))
    child.kill('SIGTERM')
    const end = await ended
    expect(end.exit).toBe(exit)
    if (exit === 0) expect(end.stdout).toContain('"deny"')
  })
})

/** Says when the client listens to signals, so that one is not sent too early. */
const SAYS_WHEN_READY = `data:text/javascript,${encodeURIComponent(`
  const on = process.on
  process.on = function (name, ...rest) {
    const made = on.call(this, name, ...rest)
    if (name === 'SIGHUP') process.stderr.write('listening\\n')
    return made
  }
`)}`

describe('standard input as the script', () => {
  it.each([
    ['run', '--file', '-'],
    ['run', '--', '-'],
  ])('%s %s %s runs it', async (...args) => {
    const end = await client.start(args, { url: inbox.url, stdin: 'pwd\n', config: NOBODY }).ended
    expect([end.exit, end.stdout]).toEqual([0, `${client.folder}\n`])
  })
})

const NOBODY = { approval: 'never', containment: 'danger-full-access' }

it('a program whose output nobody reads any more learns it, as in a pipe of its own', async () => {
  const { child, ended } = client.start(['run', '--', 'yes'], { url: inbox.url, config: NOBODY })
  child.stdout?.once('data', () => child.stdout?.destroy())
  expect((await ended).exit).toBeGreaterThan(0)
})
