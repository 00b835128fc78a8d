import { axe } from './support/axe'
import { people } from './support/people'
import { onboard, state, tools } from './support/plans'
import { sights } from './support/sights'
import { sql } from './support/sql'
import { api, holderOf, openShift, propose } from './support/stories'
import { expect, NO_SCRIPT, test } from './support/test'

const assign = (id: string, { shift, date }: { shift: string; date: string }) => ({
  id,
  type: 'tool_call',
  tool: 'assign_shift',
  parameters: { date, place: 'harbour-bar', role: 'bar_staff', shift, worker: 'W-1190' },
})

test('a plan with advice is approved with one step left out, countersigned by a second person, and run by its client', async ({
  as,
}) => {
  test.setTimeout(150_000)
  const { id } = await onboard()
  const page = await as(people.dana)
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Call check_passport, and 6 more steps' })).toBeVisible()
  await expect(page.getByText('Step 5 may fail.')).toBeVisible()
  await expect(page.getByRole('group', { name: /7 steps in 4 levels/ })).toBeVisible()

  // a step that another needs stays, and why is said at once
  await page.getByRole('button', { name: 'Leave out step 4' }).click()
  await expect(page.getByText('Step 4 stays as it is. Step 7 needs what step 4 writes.')).toBeVisible()
  await page.getByRole('button', { name: 'Leave out step 6' }).click()
  await expect(page.getByText('You left out 1 step, so 6 run. Checked again without it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Put back step 6' })).toBeVisible()
  await sights(page)
  await page.getByRole('button', { name: 'Approve 6 of 7 steps' }).click()
  await expect(page.getByText('1 of 2 approvals')).toBeVisible()

  // the second person sees the steps of the first, read-only, and countersigns them
  const second = await as(people.priya)
  await second.goto(`/requests/${id}`)
  await expect(second.getByText('Approved so far without 1 step: 6 of 7 would run.')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Leave out step 7' })).toHaveCount(0)
  await sights(second)
  await second.getByRole('button', { name: 'Approve 6 of 7 steps' }).click()
  await expect(second.getByText('1 step was left out: 6 of 7 were approved.')).toBeVisible()

  // the client takes one grant for all of it and tells of each step
  const { body: given } = await api('POST', `/requests/${id}/grant`)
  const { body: call } = await api('POST', '/redemptions', { grant: given.grant })
  expect(call.answer).toEqual({ steps: ['passport', 'record', 'payroll', 'account', 'shifts', 'welcome'] })
  expect((await api('POST', `/requests/${id}/steps/uniforms`, { outcome: 'done' })).status).toBe(404)
  await api('POST', `/requests/${id}/steps/passport`, { outcome: 'done' })
  await api('POST', `/requests/${id}/steps/record`, {
    outcome: 'failed',
    note: 'The directory is away.',
    output_tail: 'LDAP\u001b[2J timed out',
  })
  const steps = second.getByRole('region', { name: 'The steps' })
  await expect(steps.getByText('done', { exact: true })).toBeVisible()
  await expect(steps.getByText('The directory is away.')).toBeVisible()
  await expect(steps.getByRole('group', { name: 'The end of its output' })).toContainText('timed out')
  await api('POST', `/requests/${id}/outcome`, { outcome: 'failed', note: 'Stopped at step 2.' })
  await expect(second.getByText('Approved, but it failed')).toBeVisible()
  await sights(second)
})

test('a second person may start over with steps of their own', async ({ as }) => {
  const { id } = await onboard()
  const first = await as(people.dana)
  await first.goto(`/requests/${id}`)
  await first.getByRole('button', { name: 'Leave out step 6' }).click()
  await first.getByRole('button', { name: 'Approve 6 of 7 steps' }).click()
  await expect(first.getByText('1 of 2 approvals')).toBeVisible()
  const second = await as(people.ines)
  await second.goto(`/requests/${id}`)
  await second.getByRole('button', { name: 'Choose the steps yourself' }).click()
  await second.getByRole('button', { name: 'Leave out step 7' }).click()
  await second.getByRole('button', { name: 'Approve 6 of 7 steps' }).click()
  await expect.poll(async () => (await api('GET', `/requests/${id}`)).body.status).toBe('pending')
  await expect
    .poll(async () => (await sql('select answer from verdicts where request = $1 order by n', [id])).length)
    .toBe(2)
})

test('a plan performed here whose third step fails is shown as it is', async ({ as }) => {
  test.setTimeout(120_000)
  const [first, second, fourth] = [await openShift(), await openShift(), await openShift()]
  const { id } = await propose({
    kind: 'plan',
    plan: { actions: [assign('a', first), assign('b', second), assign('again', first), assign('d', fourth)] },
    perform: 'here',
    on_behalf_of: people.tomas.email,
  })
  for (const person of [people.dana, people.priya]) {
    const page = await as(person)
    await page.goto(`/requests/${id}`)
    await expect(page.getByText(/Leo Park/).first()).toBeVisible()
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect(page.getByText(person === people.dana ? '1 of 2 approvals' : /Approved/).first()).toBeVisible()
  }
  const page = await as(people.dana)
  await page.goto(`/requests/${id}`)
  await expect(page.getByText('Approved, but it failed')).toBeVisible()
  await expect(page.getByText(/^Step 3 failed\./).first()).toBeVisible()
  const steps = page.getByRole('region', { name: 'The steps' })
  await expect(steps.getByText('done', { exact: true })).toHaveCount(2)
  await expect(steps.getByText('failed', { exact: true })).toHaveCount(1)
  await expect(steps.getByText('not begun', { exact: true })).toHaveCount(1)
  expect([await holderOf(first.shift), await holderOf(second.shift), await holderOf(fourth.shift)]).toEqual([
    'W-1190',
    'W-1190',
    null,
  ])
  await sights(page)
})

test('by keyboard alone: arrows go through the picture, Enter opens a step, and the list says the same', async ({
  as,
}) => {
  const { id } = await onboard()
  const page = await as(people.dana)
  await page.goto(`/requests/${id}`)
  const box = (name: RegExp) => page.getByRole('link', { name })
  // only the page's script draws this: from here on keys are heard
  await expect(page.getByRole('button', { name: 'Larger' })).toBeVisible()
  await box(/^Step 1: Call check_passport/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(box(/^Step 2: /)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('svg a:focus')).toHaveAttribute('aria-label', /^Step [56], after 3: /)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('region', { name: 'The steps' }).getByText('Declares writing').filter({ visible: true }),
  ).toHaveCount(1)
  // the picture is one stop
  await page.keyboard.press('Tab')
  await expect(page.locator('svg a:focus')).toHaveCount(0)

  await page.getByRole('button', { name: 'Leave out step 6' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Approve 6 of 7 steps' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 2 approvals')).toBeVisible()
})

test('without JavaScript the picture, the list and an approval of all steps are there', async ({ as }) => {
  const { id } = await onboard()
  const page = await as(people.ines, NO_SCRIPT)
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('group', { name: /7 steps in 4 levels/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Call send_welcome' })).toBeVisible()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('1 of 2 approvals')).toBeVisible()
})

test('a hundred steps stay readable: the picture scrolls in its frame, larger and smaller', async ({ as }) => {
  const actions = Array.from({ length: 100 }, (_, n) => ({
    id: `s${n}`,
    type: 'tool_call',
    tool: 'send_welcome',
    parameters: { name: `Guest ${n}` },
    failure_behavior: 'skip',
    state_dependencies: n < 4 ? [] : [`k${n - 4}`, `k${n - (n % 3) - 2}`],
    expected_effects: { [`k${n}`]: n },
  }))
  test.setTimeout(180_000)
  const { id } = await propose({ kind: 'plan', plan: { actions }, tools, state })
  const page = await as(people.dana)
  await page.goto(`/requests/${id}`)
  const picture = page.getByRole('group', { name: /^100 steps in/ })
  await expect(picture).toBeVisible()
  const wide = async () => (await picture.boundingBox())?.width ?? 0
  const before = await wide()
  await page.getByRole('button', { name: 'Larger' }).click()
  expect(await wide()).toBeGreaterThan(before)
  await expect(page.getByText('Level 1, together').first()).toBeVisible()
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(tooWide).toBeLessThanOrEqual(0)
  await axe(page)
})

test('a plan in which every step needs all before it opens at once, and its server goes on answering', async ({
  as,
}) => {
  const needs = (n: number) => Array.from({ length: n }, (_, before) => `k${before}`)
  const actions = Array.from({ length: 100 }, (_, n) => ({
    id: `s${n}`,
    type: 'tool_call',
    tool: 'do_it',
    parameters: {},
    failure_behavior: 'retry',
    state_dependencies: needs(n),
    expected_effects: { [`k${n}`]: 1 },
  }))
  const { id } = await propose({ kind: 'plan', plan: { actions }, tools: { do_it: {} }, state: {} })
  const page = await as(people.dana)
  const began = Date.now()
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { name: 'The steps' })).toBeVisible()
  expect(Date.now() - began).toBeLessThan(8_000)
  await expect(page.getByText(/more arrows are not drawn/)).toBeVisible()
})

test('whatever a plan is called and filled with, the page is as wide as its window', async ({ as }) => {
  test.setTimeout(120_000)
  const action = {
    id: 's',
    type: 'tool_call',
    tool: `W${'\u202e'}${'W'.repeat(50)}`,
    parameters: { t: 'W'.repeat(1_000) },
    failure_behavior: 'retry',
  }
  const { id } = await propose({ kind: 'plan', plan: { actions: [action] }, tools: { [action.tool]: {} }, state: {} })
  const page = await as(people.dana)
  await page.goto(`/requests/${id}`)
  await page.getByText('Details').first().click()
  await sights(page)
})
