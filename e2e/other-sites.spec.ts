import { people } from './support/people'
import { signIn } from './support/sign-in'
import { api, holderOf, proposeShift } from './support/stories'
import { expect, NO_SCRIPT, test } from './support/test'
import { world } from './support/world'

test('a form of another site decides nothing, though it has the person’s cookie and a good token', async ({
  browser,
  request,
  watch,
}) => {
  const { id, shift } = await proposeShift()
  const context = await watch(await browser.newContext(NO_SCRIPT))
  await signIn(context, people.dana)
  const page = await context.newPage()
  await page.goto(`/requests/${id}`)
  const hidden = await page
    .locator('#decide input[type=hidden]')
    .evaluateAll((fields) => fields.map((field) => [field.getAttribute('name'), field.getAttribute('value')]))
  const approval = {
    ...Object.fromEntries(hidden.map(([name, value]) => [name ?? '', value ?? ''])),
    note: '',
    verdict: 'approve',
  }
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const post = (headers: Record<string, string>) =>
    request.post(`/requests/${id}`, { headers: { cookie, ...headers }, multipart: approval, maxRedirects: 0 })

  for (const origin of ['https://evil.example', 'null']) {
    await post({ origin })
    await post({ origin, host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  }
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'pending' })
  expect(await holderOf(shift)).toBeNull()

  // The same bytes from here decide: it was the origin that was refused.
  await post({ origin: world().url })
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'approved' })
  await context.close()
})
