import { approveAnswer, canonicalText, proposeGate, proposePayout, recorded } from './support/gates'
import { people } from './support/people'
import { sights } from './support/sights'
import { signIn } from './support/sign-in'
import { api } from './support/stories'
import { expect, test } from './support/test'
import { startTrap } from './support/trap'

test('no request leaves for a reference, and such a gate is refused', async () => {
  const trap = await startTrap()
  try {
    for (const reference of [`${trap.url}/schema.json`, `${trap.url}/schema.json#/a`]) {
      const gate = { kind: 'gate', prompt: '?', approval_schema: { properties: { a: { $ref: reference } } } }
      for (const path of ['/requests', '/gates/check']) {
        const { kind: _, ...fields } = gate
        const { status, body } = await api('POST', path, path === '/requests' ? gate : fields, 'purchasing')
        expect(status).toBe(422)
        expect(JSON.stringify(body)).toContain('/approval_schema/properties/a/$ref')
      }
    }
    expect(trap.asked()).toEqual([])
  } finally {
    await trap.stop()
  }
})

test('text of a schema stays text: no script runs, no link leads anywhere', async ({ page }) => {
  await signIn(page, people.dana)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  const id = await proposeGate({
    type: 'object',
    title: evil,
    description: '[open](javascript:alert(3))',
    properties: {
      x: { type: 'string', title: evil, description: evil, format: 'date' },
      y: { enum: [evil, 'javascript:alert(4)'] },
      [evil]: { type: 'string' },
      'a\u202eb': { type: 'string' },
    },
  })
  await page.goto(`/requests/${id}`)
  await expect(page.getByText(evil).first()).toBeVisible()
  await expect(page.getByText('U+202E right-to-left override').first()).toBeVisible()
  expect(await page.locator('main a[href^="javascript:"], main img, main script').count()).toBe(0)
  await page.getByRole('textbox').first().fill(evil)
  await approveAnswer(page)
  await expect(page.getByRole('article').getByRole('alert')).toContainText('1 answer needs another look')
  await sights(page)
  expect(dialogs).toEqual([])
})

test('a pattern that would never finish elsewhere freezes neither page nor server', async ({ page }) => {
  await signIn(page, people.dana)
  const id = await proposeGate({
    type: 'object',
    properties: { a: { type: 'string', pattern: '^(a+)+$' } },
    required: ['a'],
  })
  await page.goto(`/requests/${id}`)
  await page.getByLabel('A required').fill(`${'a'.repeat(40)}!`)
  await approveAnswer(page)
  await expect(page.getByRole('article').getByRole('alert')).toContainText('must match', { ignoreCase: true })
  await page.getByLabel('A required').fill('aaa')
  await approveAnswer(page)
  await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
})

test('two thousand entries can be read, typed into and answered', async ({ page }) => {
  await signIn(page, people.dana)
  const proposed = Array.from({ length: 2000 }, (_, n) => `Shift S-${10_000 + n}`)
  const id = await proposeGate({ type: 'array', items: { type: 'string', maxLength: 40 } }, { proposed })
  await page.goto(`/requests/${id}`)
  const editor = page.getByLabel('Your answer, as JSON')
  await expect(editor).toHaveValue(/Shift S-11999/)
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await editor.focus()
  await page.keyboard.press('Control+Home')
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
  const slowest = await page.evaluate(() => {
    const seen = { slowest: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'keydown' || entry.name === 'input') seen.slowest = Math.max(seen.slowest, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    Object.assign(window, { seen })
    return true
  })
  expect(slowest).toBe(true)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  for (const key of 'slowly') await page.keyboard.press(key)
  await expect(editor).toHaveValue(/slowly/)
  const worst = await page.evaluate(() => (window as unknown as { seen: { slowest: number } }).seen.slowest)
  expect(worst).toBeLessThan(200)
  await approveAnswer(page)
  await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  const { answer } = await recorded(id)
  expect(answer).toHaveLength(2000)
  expect(JSON.stringify(answer)).toContain('slowly')
})

test('a draft outlives a reload, an answer by somebody else and signing in again', async ({ page, context, as }) => {
  await signIn(page, people.dana)
  const id = await proposePayout()
  await page.goto(`/requests/${id}`)
  const tolerance = page.getByLabel('Largest difference to accept, in pounds')
  await page.getByRole('radio', { name: 'Yes' }).check()
  await tolerance.fill('7.25')
  await page.reload()
  await expect(tolerance).toHaveValue('7.25')
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expect(page.getByRole('group', { name: 'The answer as JSON' })).toContainText('7.25')

  // somebody else answers meanwhile: the page says so, and what is typed stays until she looks, and after it
  const ines = await as(people.ines)
  await ines.goto(`/requests/${id}`)
  await ines.getByRole('radio', { name: 'No', exact: true }).check()
  await approveAnswer(ines)
  await expect(page.getByRole('heading', { name: 'Something happened since you opened this' })).toBeVisible()
  await expect(tolerance).toHaveValue('7.25')
  await page.getByRole('article').getByRole('button', { name: 'Show what is new' }).click()
  await expect(page.getByRole('heading', { name: 'The answer to countersign' })).toBeVisible()
  await page.getByRole('button', { name: 'Give an answer of my own' }).click()
  await expect(tolerance).toHaveValue('7.25')

  await context.clearCookies()
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await page.getByRole('button', { name: 'Give an answer of my own' }).click()
  await expect(tolerance).toHaveValue('7.25')
  await approveAnswer(page)
  await expect(page.getByRole('heading', { name: '1 of 2 approvals' })).toBeVisible()
})

test('by keyboard alone: fields, an entry more, what is wrong, the verdict', async ({ page }) => {
  await signIn(page, people.dana)
  const id = await proposeGate({
    type: 'object',
    required: ['go', 'who'],
    properties: {
      go: { type: 'boolean' },
      who: { enum: ['Leo', 'Maya'] },
      days: { type: 'array', items: { type: 'integer' } },
    },
  })
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('button', { name: 'Edit as JSON' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: /^Approve this answer/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(/^Who required/)).toBeFocused()
  await page.keyboard.press('M')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add to Days' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('30')
  await page.getByRole('button', { name: 'Add to Days' }).focus()
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  expect((await recorded(id)).answer).toEqual({ days: [30], go: false, who: 'Maya' })
})

test('the second person gives another answer: then the first has to sign that one', async ({ page, as }) => {
  await signIn(page, people.dana)
  const id = await proposePayout()
  await page.goto(`/requests/${id}`)
  await page.getByRole('radio', { name: 'Yes' }).check()
  await approveAnswer(page)
  await expect(page.getByText('1 of 2 approvals')).toBeVisible()

  const ines = await as(people.ines)
  await ines.goto(`/requests/${id}`)
  await ines.getByRole('button', { name: 'Give an answer of my own' }).click()
  await ines.getByRole('radio', { name: 'No', exact: true }).check()
  await approveAnswer(ines)
  await expect(ines.getByText(/approved another answer/)).toBeVisible()
  await expect(ines.getByText('1 more approval is needed')).toBeVisible()
  await expect(ines.getByRole('heading', { name: '1 of 2 approvals' })).toBeVisible()
  expect((await recorded(id, 'payroll')).status).toBe('pending')

  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { name: 'The answer to countersign' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'The answer as JSON' })).toContainText('"release": false')
  await approveAnswer(page)
  await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  expect((await recorded(id, 'payroll')).answer).toMatchObject({ release: false })
})

for (const timezoneId of ['Europe/Berlin', 'Asia/Kolkata', 'UTC'])
  test(`a time that is not touched stays as it is, to the character, in ${timezoneId}`, async ({ as }) => {
    const page = await as(people.dana, { timezoneId })
    const proposed = { run_at: '2026-10-25T02:30:00+02:00' }
    const schema = { type: 'object', properties: { run_at: { type: 'string', format: 'date-time' } } }
    const id = await proposeGate(schema, { proposed })
    await page.goto(`/requests/${id}`)
    await expect(page.getByLabel(/^Run at/)).toHaveValue(proposed.run_at)
    await approveAnswer(page)
    await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
    expect((await recorded(id)).text).toBe(canonicalText(proposed))
  })

test('a run parked elsewhere whose schema cannot be read: the page says that nothing checks the answer', async ({
  page,
}) => {
  await signIn(page, people.dana)
  const id = await proposeGate({ type: 'not-a-json-type' }, { client: 'payroll', already_parked: true })
  await page.goto(`/requests/${id}`)
  await expect(page.getByText('Nothing checks the answer to this gate.')).toBeVisible()
  await page.getByLabel('Your answer, as JSON').fill('"whatever"')
  await sights(page)
  await page.getByRole('button', { name: /^Approve this answer with 1 warning/ }).click()
  await expect(page.getByText('1 of 2 approvals')).toBeVisible()
})

for (const [what, schema, name, typed] of [
  ['a form', { type: 'object', properties: { limit: { type: 'integer' } } }, /^Limit/, '12'],
  ['the JSON editor', { type: 'not-a-json-type' }, 'Your answer, as JSON', '{"limit":12}'],
] as const)
  test(`what is typed into ${what} before the page’s script runs is what is recorded`, async ({ page }) => {
    await signIn(page, people.dana)
    const isFree = schema.type !== 'object'
    const id = await proposeGate(schema, isFree ? { client: 'payroll', already_parked: true } : {})
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/requests/${id}`, { waitUntil: 'commit' })
    await page.getByLabel(name).fill(typed)
    letGo()
    await expect(page.getByRole('group', { name: 'The answer as JSON' })).toContainText('12')
    await approveAnswer(page)
    await expect(page.getByText(/1 of 2 approvals|What was answered/).first()).toBeVisible()
    if (!isFree) expect((await recorded(id)).text).toBe('{"limit":12}')
  })
