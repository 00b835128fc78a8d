import { existsSync } from 'node:fs'
import path from 'node:path'
import { openTerminal, pageOf, type Terminal } from './support/client'
import { people } from './support/people'
import { sights } from './support/sights'
import { sql } from './support/sql'
import { api, propose } from './support/stories'
import { expect, NO_SCRIPT, PHONE, test } from './support/test'

// A person, a terminal and a look in every size and colour: more than one story's time on a busy machine.
test.slow()

let terminal: Terminal
test.beforeEach(() => {
  terminal = openTerminal()
})
test.afterEach(() => terminal.close())

const command = {
  kind: 'command',
  script: 'make test',
  working_dir: '/srv/ledger',
  host: 'deploy-03',
  run_as: 'ledger',
  containment: 'workspace-write',
  timeout_secs: 600,
}
const long = Array.from({ length: 60 }, (_, line) => `echo line ${line + 1}`).join('\n')

test('an agent’s hook asks, a person approves on a phone, the command runs, and the page shows how it ended', async ({
  as,
}) => {
  const page = await as(people.dana, PHONE)
  const call = {
    session_id: 's-1',
    cwd: terminal.folder,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: {
      command: 'echo done > proof; printf "\\033[31mred\\033[0m\\n"; exit 3',
      description: 'Leaves a proof behind',
    },
    tool_use_id: 'toolu_1',
  }
  const hook = terminal.countersign(['hook', '--agent', 'Coding agent', '--wait', '300'], JSON.stringify(call))
  await page.goto(await pageOf(hook.said))
  await expect(page.getByRole('heading', { name: 'Full access: this host has no sandbox' })).toBeVisible()
  await expect(page.getByText('Leaves a proof behind')).toBeVisible()
  await expect(page.getByText('Full access', { exact: true }).or(page.getByText(/^Full access, /))).toBeVisible()

  await page.getByRole('link', { name: 'Decide', exact: true }).click()
  await page.getByLabel(/Let this run without a sandbox/).check()
  await page.getByRole('button', { name: 'Approve full access' }).click()
  const decided = await hook.ended
  expect([decided.exit, JSON.parse(decided.stdout)]).toEqual([
    0,
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'Approved by Dana Whitlock.',
      },
    },
  ])
  expect(existsSync(path.join(terminal.folder, 'proof'))).toBe(false)

  // the agent's host runs it now, and tells the hook what became of it
  const ran = terminal.countersign(
    ['hook'],
    JSON.stringify({
      ...call,
      hook_event_name: 'PostToolUse',
      tool_response: { stdout: '\u001b[31mred\u001b[0m\n', stderr: '', exit_code: 3 },
    }),
  )
  expect((await ran.ended).exit).toBe(0)
  await expect(page.getByText('Approved, but it failed')).toBeVisible()
  await expect(page.getByText('Exit code 3.').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'The end of its output' })).toContainText('U+001B')
  await sights(page)
})

test('in a terminal: it waits, a person approves, it runs with its own exit code, and its output stands on the page', async ({
  as,
}) => {
  const page = await as(people.dana)
  const run = terminal.countersign(['run', '--wait', '300', '--', 'echo out; echo err >&2; touch proof; exit 7'])
  await page.goto(await pageOf(run.said))
  expect(existsSync(path.join(terminal.folder, 'proof'))).toBe(false)
  await page.getByLabel(/Let this run without a sandbox/).check()
  await page.getByRole('button', { name: 'Approve full access' }).click()
  const ended = await run.ended
  expect([ended.exit, ended.stdout]).toEqual([7, 'out\n'])
  expect(ended.stderr).toContain('Approved by Dana Whitlock: full access: nothing contains this run.')
  expect(existsSync(path.join(terminal.folder, 'proof'))).toBe(true)
  await expect(page.getByText('Exit code 7.').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'The end of its output' })).toContainText('err')
})

test('a no reaches the terminal with its reason, and nothing runs', async ({ as }) => {
  const page = await as(people.priya)
  const run = terminal.countersign(['run', '--wait', '300', '--', 'touch proof'])
  await page.goto(await pageOf(run.said))
  await page.getByLabel('Note').fill('Not on a Friday.')
  await page.getByRole('button', { name: /^Reject/ }).click()
  const ended = await run.ended
  expect([ended.exit, existsSync(path.join(terminal.folder, 'proof'))]).toEqual([77, false])
  expect(ended.stderr).toContain('A person said no. Priya Raman: Not on a Friday.')
})

test('full access looks like nothing else, and is not approved without its own tick', async ({ as }) => {
  const page = await as(people.dana)
  const script = 'systemctl stop ledger-sync\nrm -rf "$CACHE"/ # \u202etset a ylno\n'
  const { id } = await propose(
    { ...command, script, full_access: true, asked_because: 'escalation_requested' },
    'ledger',
  )
  await page.goto('/inbox')
  const row = page.getByRole('link', { name: /Run a 2-line script on deploy-03/ }).first()
  await expect(row).toContainText('Full access')
  await row.click()
  await expect(page.getByRole('heading', { name: 'Full access: this runs outside the sandbox' })).toBeVisible()
  await sights(page)
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Run a 2-line script on deploy-03' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Full access: this runs outside the sandbox' })).toBeVisible()
  await expect(page.getByText('U+202E right-to-left override', { exact: true }).first()).toBeVisible()
  await sights(page)
  await page.getByRole('button', { name: 'Approve full access' }).click()
  await expect(page.getByRole('checkbox')).toBeFocused()
  expect((await api('GET', `/requests/${id}`, undefined, 'ledger')).body.status).toBe('pending')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve full access' }).click()
  await expect(page.getByText(/^Approved/).first()).toBeVisible()
  expect((await api('GET', `/requests/${id}`, undefined, 'ledger')).body.status).toBe('approved')
})

test('a long script says how much is below the fold, and its end has to be ticked', async ({ as }) => {
  const page = await as(people.dana)
  const { id } = await propose({ ...command, script: long }, 'ledger')
  await page.goto(`/requests/${id}`)
  const script = page.getByRole('group', { name: 'Script, line by line' })
  await expect(page.getByText(/^\d+ more lines below$/)).toBeVisible()
  await sights(page)
  await page.getByRole('button', { name: /^Approve/ }).click()
  expect((await api('GET', `/requests/${id}`, undefined, 'ledger')).body.status).toBe('pending')
  await script.focus()
  await page.keyboard.press('End')
  await expect(page.getByText('That was all of it: 60 lines')).toBeVisible()
  await page.getByLabel('I read all 60 lines').check()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText(/It waits for Ledger agent to carry it out/)).toBeVisible()
})

test('without JavaScript the whole script precedes the buttons, and the tick is needed all the same', async ({
  as,
}) => {
  const page = await as(people.dana, NO_SCRIPT)
  const { id } = await propose({ ...command, script: long }, 'ledger')
  await page.goto(`/requests/${id}`)
  await expect(page.getByText('echo line 60', { exact: true })).toBeVisible()
  await expect(page.getByText(/more lines below/)).toHaveCount(0)
  await page.getByLabel('I read all 60 lines').check()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText(/It waits for Ledger agent to carry it out/)).toBeVisible()
})

for (const [how, options] of [
  ['with', {}],
  ['without', NO_SCRIPT],
] as const)
  test(`Enter on a tick decides nothing, ${how} JavaScript`, async ({ as }) => {
    const page = await as(people.dana, options)
    const { id } = await propose(
      { ...command, script: long, full_access: true, asked_because: 'escalation_requested' },
      'ledger',
    )
    await page.goto(`/requests/${id}`)
    await page.getByLabel('Note').fill('a reason, so that nothing else stands in the way')
    for (const tick of await page.getByRole('checkbox').all()) {
      await tick.check()
      await tick.press('Enter')
    }
    await expect(page.getByRole('button', { name: 'Approve full access' })).toBeVisible()
    const [row] = await sql<{ n: number }>('select count(*)::int as n from verdicts where request = $1', [id])
    expect(row?.n).toBe(0)
    expect(await page.getByLabel('Note').inputValue()).toContain('a reason')
    if (how === 'with') await page.keyboard.press('a')
    else await page.getByRole('button', { name: 'Approve full access' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/It waits for Ledger agent to carry it out/)).toBeVisible()
  })

test('a box that was taken out of the page is asked for by the server', async ({ as }) => {
  const page = await as(people.dana)
  const { id } = await propose({ ...command, full_access: true, asked_because: 'escalation_requested' }, 'ledger')
  await page.goto(`/requests/${id}`)
  await page.getByRole('checkbox').evaluate((box) => box.remove())
  await page.getByRole('button', { name: 'Approve full access' }).click()
  await expect(page.getByText('Not recorded: your answer does not fit yet')).toBeVisible()
  const [row] = await sql<{ n: number }>('select count(*)::int as n from verdicts where request = $1', [id])
  expect(row?.n).toBe(0)
})

test('a script that nests without an end makes no page wider than the phone', async ({ as }) => {
  const { id } = await propose({ ...command, script: `echo ${'$('.repeat(6_000)}` })
  const page = await as(people.dana, PHONE)
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const tooWide = await page.evaluate(() => {
    const wide = [...document.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    return document.documentElement.scrollWidth > innerWidth ? wide.map((one) => `${one.tagName}.${one.className}`) : []
  })
  expect(tooWide).toEqual([])
})
