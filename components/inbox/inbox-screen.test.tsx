import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ListPage, ListQuery } from '@/lib/inbox'
import { DecidedScreen } from '../decided/decided-screen'
import { pack } from '../packed'
import { Shell } from '../shell/shell'
import { aMe, anOpening, aPage, aRow, NOW, noActions, ZONE } from '../testing'
import { InboxScreen } from './inbox-screen'

describe('the inbox', () => {
  it('links each row to its request, so that it works without JavaScript', () => {
    expect(draw(aPage({ rows: [aRow({ id: 'one' })] }))).toMatch(/<a[^>]*href="\/requests\/one"/)
  })

  it('marks a command with full access in its row, and nothing else', () => {
    expect(draw(aPage({ rows: [aRow({ kind: 'command', fullAccess: true })] }))).toContain('Full access')
    expect(draw(aPage({ rows: [aRow({ kind: 'command' })] }))).not.toContain('Full access')
  })

  it('keeps the rows in the order of the page', () => {
    const html = draw(aPage({ rows: [aRow({ id: 'one' }), aRow({ id: 'two' }), aRow({ id: 'three' })] }))
    const places = ['one', 'two', 'three'].map((id) => html.indexOf(`/requests/${id}`))
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('searches by a GET form that keeps the view and the filters', () => {
    const html = draw(aPage(), { view: 'asked', q: 'maya', tool: 'assign_shift', from: 'rota', warned: true })
    const form = /<form[^>]*action="\/inbox".*?<\/form>/s.exec(html)?.[0] ?? ''
    expect(form).not.toContain('method="post"')
    for (const field of [
      'name="view" value="asked"',
      'name="tool" value="assign_shift"',
      'name="from" value="rota"',
      'name="warned" value="1"',
    ])
      expect(form).toContain(field)
  })

  it('filters by links that keep the search', () => {
    const html = draw(aPage(), { view: 'mine', q: 'maya' })
    expect(html).toContain('href="/inbox?q=maya&amp;tool=assign_shift"')
    expect(html).toContain('href="/inbox?q=maya&amp;warned=1"')
  })

  it('leads on to the next page by its cursor', () => {
    expect(draw(aPage({ next: 'after-this' }))).toContain('href="/inbox?cursor=after-this"')
  })

  it('says what to do next where nothing waits, and where nothing matches', () => {
    const counts = { pending: 2, mine: 0, asked: 2, attention: 1, capped: false }
    const empty = draw(aPage({ rows: [], counts }))
    expect(empty).toContain('All decided')
    expect(empty).toContain('1 outcome needs a look')
    const unmatched = draw(aPage({ rows: [] }), { view: 'mine', q: 'refund' })
    expect(unmatched).toContain('No pending request matches')
    expect(unmatched).toContain('Clear search and filters')
  })

  it('marks the request that the URL names, under the heading of the page', () => {
    const { id } = aRow()
    const html = draw(aPage(), { view: 'mine' }, id)
    expect(html).toMatch(/<a[^>]*aria-current="true"[^>]*data-row/)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it('shows no hidden character of a title, a client or a search', () => {
    const asker = { client: { id: 'c', name: 'A\u202e' }, onBehalfOf: null }
    const html = draw(aPage({ rows: [aRow({ title: 'x\u200by', asker })], clients: [{ id: 'c', name: 'A\u202e' }] }))
    expect(html).not.toMatch(/[\u200b\u202e]/)
    expect(html).toContain('U+202E right-to-left override')
  })

  it('carries no style attribute', () => {
    expect(draw(aPage())).not.toMatch(/\sstyle=/)
  })
})

describe('decided requests', () => {
  it('ask for a look where an approved one has no outcome', () => {
    const page = aPage({ rows: [aRow({ status: 'approved', outcome: null, decidedAt: NOW })] })
    const html = renderToStaticMarkup(shell('decided', page, <DecidedScreen page={page} query={{ view: 'decided' }} />))
    expect(html).toContain('Unknown: ')
    expect(html).toContain('Look, and say what you found')
  })
})

function draw(page: ListPage, query: ListQuery = { view: 'mine' }, open: string | null = null): string {
  const opened = open === null ? null : { id: open, opened: anOpening() }
  return renderToStaticMarkup(
    shell('inbox', page, <InboxScreen page={pack(page)} query={query} open={opened} actions={noActions()} />),
  )
}

function shell(current: 'inbox' | 'decided', page: ListPage, children: React.ReactNode) {
  return (
    <Shell me={aMe()} counts={page.counts} current={current} zone={ZONE} now={NOW} signOut={() => {}}>
      {children}
    </Shell>
  )
}
