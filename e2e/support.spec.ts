import { axe } from './support/axe'
import { test } from './support/test'

// Each of these stories must fail, and is expected to: a watch that never barks proves nothing.

const page = (body: string) => `<!doctype html><html lang="en"><title>x</title><main><h1>x</h1>${body}</main></html>`
const served = (body: string, csp: string) => ({
  contentType: 'text/html',
  headers: { 'content-security-policy': csp },
  body: page(body),
})

test.fail('an error on the console fails a story', async ({ page: tab }) => {
  await tab.route('**/*', (route) => route.fulfill(served('<script>console.error("no")</script>', '')))
  await tab.goto('/')
})

test.fail('an uncaught error fails a story', async ({ page: tab }) => {
  await tab.route('**/*', (route) => route.fulfill(served('<script>throw new Error("no")</script>', '')))
  await tab.goto('/')
})

test.fail('a violation of the content security policy fails a story', async ({ page: tab }) => {
  await tab.route('**/*', (route) => route.fulfill(served('<b style="color:red">x</b>', "style-src 'self'")))
  await tab.goto('/')
})

test.fail('a violation without JavaScript fails a story', async ({ browser, watch, baseURL }) => {
  const context = await watch(await browser.newContext({ javaScriptEnabled: false }))
  const tab = await context.newPage()
  await tab.route('**/*', (route) => route.fulfill(served('<b style="color:red">x</b>', "style-src 'self'")))
  await tab.goto(baseURL ?? '')
  await context.close()
})

test.fail('what axe finds fails a story', async ({ page: tab }) => {
  await tab.route('**/*', (route) => route.fulfill(served('<img src="data:,">', '')))
  await tab.goto('/')
  await axe(tab)
})

test('a page without complaints passes', async ({ page: tab }) => {
  await tab.route('**/*', (route) => route.fulfill(served('<p>fine</p>', "style-src 'self'")))
  await tab.goto('/')
  await axe(tab)
})

test('a complaint that belongs to the story is allowed', async ({ page: tab, allow }) => {
  allow(/^console on .*: expected/)
  await tab.route('**/*', (route) => route.fulfill(served('<script>console.error("expected")</script>', '')))
  await tab.goto('/')
})
