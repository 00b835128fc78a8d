import { approveAnswer, proposeGate, proposePayout, recorded } from './support/gates'
import { people } from './support/people'
import { sights } from './support/sights'
import { signIn } from './support/sign-in'
import { expect, NO_SCRIPT, test } from './support/test'

test('a gate is answered: what is missing is said, the answer is shown as it will be, and the second person signs the same one', async ({
  page,
  as,
}) => {
  await signIn(page, people.dana)
  const id = await proposePayout()
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Release the November payout run?' })).toBeVisible()
  const preview = page.getByRole('group', { name: 'The answer as JSON' })
  await expect(preview).toContainText('"method": "bacs"')
  await expect(preview).toContainText('"release": not answered')
  await sights(page)

  await page.getByLabel('Largest difference to accept, in pounds').fill('750')
  await approveAnswer(page)
  await expect(page.getByRole('article').getByRole('alert')).toContainText('2 answers need another look')
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeFocused()
  await expect(page.getByText('Choose yes or no. Neither is assumed.', { exact: true })).toBeVisible()
  await sights(page)
  expect(await recorded(id, 'payroll')).toMatchObject({ status: 'pending', answer: null })

  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByLabel('Largest difference to accept, in pounds').fill('12.50')
  await page.getByRole('button', { name: 'Remove Hold back 2' }).click()
  await expect(page.getByRole('article').getByRole('alert')).toBeEmpty()
  await approveAnswer(page)
  await expect(page.getByText('1 of 2 approvals')).toBeVisible()
  await sights(page)

  const second = await as(people.ines)
  await second.goto(`/requests/${id}`)
  await expect(second.getByRole('heading', { name: 'The answer to countersign' })).toBeVisible()
  await sights(second)
  await approveAnswer(second)
  await expect(second.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  const answer = {
    hold: [{ amount_gbp: 1482.6, person: 'E-2291 Jo Marsh', reason: 'bank_details' }],
    method: 'bacs',
    release: true,
    tolerance_gbp: 12.5,
  }
  expect(await recorded(id, 'payroll')).toEqual({ status: 'approved', answer, text: JSON.stringify(answer) })
})

test('a plain form works without JavaScript, wrong answers and all', async ({ as }) => {
  const page = await as(people.dana, NO_SCRIPT)
  const id = await proposeGate({
    type: 'object',
    required: ['approved', 'how'],
    properties: {
      approved: { type: 'boolean' },
      how: { enum: ['now', null, { at: 'night' }] },
      most: { type: 'integer', maximum: 10 },
      note: { type: 'string' },
    },
    additionalProperties: false,
  })
  await page.goto(`/requests/${id}`)
  await page.getByLabel('Most').fill('11')
  await page.getByLabel(/^Note/).first().fill('by hand')
  await approveAnswer(page)
  await expect(page.getByRole('article').getByRole('alert')).toContainText('3 answers need another look')
  await expect(page.getByLabel('Most')).toHaveValue('11')
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await page.getByLabel('How').selectOption({ index: 3 })
  await page.getByLabel('Most').fill('10')
  await approveAnswer(page)
  await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  expect((await recorded(id)).answer).toEqual({ approved: false, how: { at: 'night' }, most: 10, note: 'by hand' })
})

test('without JavaScript what cannot be read is named, and nothing that was typed is lost', async ({ as }) => {
  const page = await as(people.dana, NO_SCRIPT)
  const id = await proposeGate({
    type: 'object',
    required: ['ok'],
    properties: { ok: { type: 'boolean' }, s: { type: 'string' }, n: { type: 'number', maximum: 5 } },
  })
  await page.goto(`/requests/${id}`)
  for (const unreadable of ['abc', '1e400', ' 12345678901234567890']) {
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    await page.getByLabel('S', { exact: true }).fill('  hello ')
    await page.getByLabel('N', { exact: true }).fill(unreadable)
    await approveAnswer(page)
    const alert = page.getByRole('article').getByRole('alert')
    await expect(alert).toContainText('1 answer needs another look')
    await expect(alert.getByRole('link', { name: /^N/ })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked()
    await expect(page.getByLabel('S', { exact: true })).toHaveValue('  hello ')
    await expect(page.getByLabel('N', { exact: true })).toHaveValue(unreadable)
  }
  // rejecting without a reason is refused as well, and keeps the answer
  await page.getByRole('button', { name: /^Reject/ }).click()
  await expect(page.getByLabel('S', { exact: true })).toHaveValue('  hello ')
  await page.getByLabel('N', { exact: true }).fill('4.5')
  await approveAnswer(page)
  await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  expect((await recorded(id)).answer).toEqual({ ok: false, s: '  hello ', n: 4.5 })
})

test('who has approved sees the answer they signed, in every tab, and no form that would say otherwise', async ({
  as,
}) => {
  const page = await as(people.dana)
  const id = await proposeGate(
    { properties: { a: { enum: ['one', 'other'] }, n: { type: 'integer' } } },
    { client: 'payroll' },
  )
  await page.goto(`/requests/${id}`)
  const other = await page.context().newPage()
  await other.goto(`/requests/${id}`)
  await expect(other.getByRole('heading', { name: 'Exactly this will be recorded' })).toBeVisible()
  await page.getByLabel('N', { exact: true }).fill('12')
  await approveAnswer(page)
  for (const tab of [page, other]) {
    const signed = tab.getByRole('region', { name: 'The answer that you signed' })
    await expect(signed).toContainText('{ "n": 12 }')
    await expect(tab.getByRole('heading', { name: 'Exactly this will be recorded' })).toHaveCount(0)
    await tab.reload()
    await expect(signed).toContainText('{ "n": 12 }')
  }
})

test('any other form is answered as JSON without JavaScript', async ({ as }) => {
  const page = await as(people.dana, NO_SCRIPT)
  const id = await proposeGate({ type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } })
  await page.goto(`/requests/${id}`)
  await page.getByLabel('Your answer, as JSON').fill('[{"a": "x"}]')
  await approveAnswer(page)
  await expect(page.getByRole('article').getByRole('alert')).toContainText('Must be a whole number')
  await page.getByLabel('Your answer, as JSON').fill('[{"a": 1}]')
  await approveAnswer(page)
  await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  expect((await recorded(id)).text).toBe('[{"a":1}]')
})

test('a schema within itself is answered as JSON, and the page says why and which names are asked for', async ({
  as,
}) => {
  const node = {
    type: 'object',
    required: ['v'],
    properties: { v: { type: 'string' }, kids: { type: 'array', items: { $ref: '#' } } },
  }
  for (const options of [undefined, NO_SCRIPT]) {
    const page = await as(people.dana, options ?? {})
    const id = await proposeGate(node)
    await page.goto(`/requests/${id}`)
    const box = page.getByLabel('Your answer, as JSON')
    await expect(box).toHaveValue('')
    await expect(box).toHaveAccessibleDescription(/answers of the same kind.*Asked for: "v" \(required\), "kids"\./)
    if (options === undefined) await sights(page)
    await box.fill('{"v":"a","kids":[{"v":"b"}]}')
    await approveAnswer(page)
    await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
    expect((await recorded(id)).text).toBe('{"kids":[{"v":"b"}],"v":"a"}')
  }
})

test('a member with a name that every object inherits is asked for by its own title', async ({ as }) => {
  const page = await as(people.dana)
  const id = await proposeGate(
    JSON.parse('{"type":"object","properties":{"__proto__":{"title":"The prototype","type":"integer"}}}'),
  )
  await page.goto(`/requests/${id}`)
  await page.getByLabel('The prototype').fill('12')
  await approveAnswer(page)
  await expect(page.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  expect((await recorded(id)).text).toBe('{"__proto__":12}')
})
