import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { people } from './support/people'
import { signIn } from './support/sign-in'
import { everything, settled, sql } from './support/sql'
import { proposeShift } from './support/stories'
import { expect, test } from './support/test'

test('looking decides nothing: every address by GET, HEAD and prefetch leaves every row as it was', async ({
  context,
  request,
}) => {
  const { id } = await proposeShift()
  // an admin and a decider: there is no page that she may not see
  await signIn(context, people.priya)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await settled()
  const before = await everything()
  const paths = [
    '/',
    '/inbox',
    `/inbox?open=${id}`,
    '/inbox?view=asked',
    '/inbox?view=decided',
    '/inbox?q=leo&warned=1',
    `/requests/${id}`,
    `/requests/${randomUUID()}`,
    '/desk',
    '/record?verify=1',
    '/record/export?format=csv',
    '/record/export?format=jsonl',
    '/settings/notifications',
    '/signin',
    '/signin/sent',
    '/signin/error?error=Verification',
    '/api/inbox',
    `/api/requests/${id}`,
    '/api/auth/session',
    '/api/auth/signout',
    '/healthz',
    '/nothing-here',
    '/api/v1/openapi.json',
  ]
  const kinds: Record<string, string>[] = [
    {},
    { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate' },
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { 'x-countersign-load': 'document', rsc: '1' },
    { 'x-middleware-subrequest': 'proxy' },
  ]
  for (const path of paths)
    for (const headers of kinds) {
      await request.get(path, { headers: { cookie, ...headers }, maxRedirects: 0 })
      await request.head(path, { headers: { cookie, ...headers }, maxRedirects: 0 })
    }
  expect(await everything()).toEqual(before)
})

test('a token is minted by opening and by nothing else', async ({ context, request }) => {
  const { id } = await proposeShift()
  await signIn(context, people.dana)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const tokens = async () =>
    (await sql<{ n: number }>('select count(*)::int as n from tokens where request = $1', [id]))[0]?.n
  const get = (r: APIRequestContext, headers: Record<string, string>) =>
    r.get(`/requests/${id}`, { headers: { cookie, ...headers } })
  await request.head(`/requests/${id}`, { headers: { cookie } })
  await get(request, { rsc: '1' })
  await get(request, { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate' })
  await get(request, { 'sec-fetch-mode': 'cors' })
  await get(request, { rsc: '1', 'x-countersign-load': 'document' })
  expect(await tokens()).toBe(0)
  await get(request, {})
  expect(await tokens()).toBe(1)
})
