import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { elsewhere, people } from './support/people'
import { signIn } from './support/sign-in'
import { sql } from './support/sql'
import { api, propose, proposeShift } from './support/stories'
import { expect, NO_SCRIPT, test } from './support/test'
import { world } from './support/world'

/** What differs from one answer to the next by itself: the nonce, the time, an id of the answer. */
const bytesOf = (text: string, id: string) =>
  text
    .replaceAll(id, 'ID')
    .replaceAll(/nonce\\?"?[=:]\\?"[^"\\]*/g, 'nonce')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"(request_id|instance)":"[^"]*"/g, '"$1"')

test('every route answers another organization’s id, to a lead and admin there, as it does a random one', async ({
  context,
  request,
}) => {
  const { id } = await proposeShift()
  await sql("update members set role = 'admin' where organization = 'saltmarsh'")
  await signIn(context, elsewhere)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const routes = (at: string) => [
    `/requests/${at}`,
    `/api/requests/${at}`,
    `/inbox?open=${at}`,
    `/api/inbox?cursor=${at}`,
    `/record?request=${at}`,
    `/record/export?format=csv&request=${at}`,
    `/record/export?format=jsonl&request=${at}`,
    `/desk?team=${at}`,
  ]
  const random = randomUUID()
  for (const [place, path] of routes(id).entries()) {
    const answers = []
    for (const [at, where] of [
      [id, path],
      [random, routes(random)[place] ?? ''],
    ] as const) {
      const answer = await request.get(where, { headers: { cookie } })
      answers.push([answer.status(), bytesOf(await answer.text(), at)])
    }
    expect(answers[0], path).toEqual(answers[1])
  }
  await sql("update members set role = 'lead' where organization = 'saltmarsh'")
})

test('and so does every call of the machine API that names a request', async () => {
  const { id } = await proposeShift()
  const described: { paths: Record<string, Record<string, unknown>> } = await (
    await fetch(`${world().url}/api/v1/openapi.json`)
  ).json()
  const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['get', 'post'].includes(method) && path.includes('{'))
      .map((method) => [method.toUpperCase() as 'GET' | 'POST', path.replace('/api/v1', '')] as const),
  )
  expect(calls.length).toBeGreaterThanOrEqual(4)
  const random = randomUUID()
  const bodies: unknown[] = [{}, { outcome: 'done' }, { outcome: 'done', note: 'x' }]
  for (const [method, path] of calls)
    for (const body of method === 'GET' ? [undefined] : bodies) {
      const answer = async (at: string) => {
        const { status, body: said } = await api(
          method,
          path.replace(/\{[^}]*\}/, at).replace(/\{[^}]*\}/, 'a1'),
          body,
          'other',
        )
        return [status, bytesOf(JSON.stringify(said), at)]
      }
      expect(await answer(id), `${method} ${path}`).toEqual(await answer(random))
    }
})

test('and so does every action, called with it in place of one’s own', async ({ as }) => {
  const { id } = await proposeShift()
  const random = randomUUID()
  const state = () => sql('select status, events from requests where id = $1', [id])
  const before = await state()
  const page = await as(elsewhere, NO_SCRIPT)
  const own = await ownRequest()
  const sent = async (at: string, verdict: 'Approve' | 'Reject' | 'Send back') => {
    await page.goto(`/requests/${own}`)
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: /^Approve/ }) })
    await named(page, 'request', at)
    await page.getByLabel('Note').fill('No.')
    await form.getByRole('button', { name: new RegExp(`^${verdict}`) }).click()
    const said = ((await page.locator('main').textContent()) ?? '').replaceAll(at, 'ID')
    return said
      .replaceAll(own, 'OWN')
      .replaceAll(/\d+ (second|minute)s?( ago)?/g, 'TIME')
      .replaceAll(/\b\d\d:\d\d\b/g, 'TIME')
  }
  for (const verdict of ['Approve', 'Reject', 'Send back'] as const) {
    const [there, nowhere] = [await sent(id, verdict), await sent(random, verdict)]
    expect(there, verdict).toBe(nowhere)
    expect(there).not.toMatch(/Approved|Rejected|Sent back by/)
  }
  expect(await state()).toEqual(before)
  // theirs is untouched, and still theirs to decide
  const dana = await as(people.dana)
  await dana.goto(`/requests/${id}`)
  await expect(dana.getByRole('button', { name: /^Approve/ })).toBeVisible()
})

async function named(page: Page, name: string, value: string): Promise<void> {
  for (const field of await page.locator(`input[type="hidden"][name="${name}"]`).all())
    await field.evaluate((input, text) => input.setAttribute('value', text), value)
}

async function ownRequest(): Promise<string> {
  const [shift] = await sql<{ id: string; date: string }>(
    `insert into staffing.shifts (org, id, place, role, starts, ends, opened)
     select 'saltmarsh', 'S-' || n, 'harbour-bar', 'bar_staff', d + time '10:00', d + time '18:00', d - 9
     from (select n, date '2029-03-01' + n as d from (select count(*)::int as n from staffing.shifts where id like 'S-%') c) x
     returning id, starts::date::text as date`,
  )
  const { id } = await propose(
    {
      tool: 'assign_shift',
      inputs: { date: shift?.date, place: 'harbour-bar', role: 'bar_staff', shift: shift?.id, worker: 'W-1190' },
      on_behalf_of: elsewhere.email,
    },
    'other',
  )
  return id
}
