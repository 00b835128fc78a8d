import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Opened, RequestView } from '@/lib/inbox'
import { Frame } from '../frame/frame'
import { aConfirmation, aMe, anOpening, aView, NOW, noActions, ZONE } from '../testing'
import { RequestScreen } from './request-screen'

const OVERRIDE = '\u202e'

describe('a pending request on screen', () => {
  it('says what will happen before the warnings, and the warnings before any button that decides', () => {
    const html = draw(aView(), anOpening())
    const places = [
      html.indexOf('<h1'),
      html.indexOf('This takes Maya over 48 hours'),
      html.indexOf('Its own words.'),
      html.indexOf('Exact inputs'),
      html.indexOf('value="reject"'),
      html.indexOf('value="return"'),
      html.indexOf('value="approve"'),
    ]
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('counts the warnings in the button that approves', () => {
    expect(draw(aView(), anOpening())).toContain('Approve with 2 warnings')
    expect(draw(aView(), anOpening({ confirmation: aConfirmation({ warnings: [] }) }))).not.toContain('Approve with')
  })

  it('lets Enter in a field or on a tick decide nothing: the first submit button of the form sends nothing', () => {
    const [first = ''] = formOf(draw(aView(), anOpening())).split('</button>')
    expect(first).toMatch(/^<form[^>]*><button type="submit"[^>]* formMethod="dialog"/)
    expect(first).not.toMatch(/ disabled| name=/)
  })

  it('validates for approve only: reject and send back carry formnovalidate', () => {
    const html = draw(aView(), anOpening())
    expect(buttonOf(html, 'reject')).toMatch(/formnovalidate/i)
    expect(buttonOf(html, 'return')).toMatch(/formnovalidate/i)
    expect(buttonOf(html, 'approve')).not.toMatch(/formnovalidate/i)
  })

  it('holds the token of its opening in one hidden field and nowhere else', () => {
    const opened = anOpening()
    const html = draw(aView(), opened)
    expect(html.split(String(opened.token))).toHaveLength(2)
    expect(html).toContain(`<input type="hidden" name="token" value="${opened.token}"/>`)
  })

  it('draws an approval for another version as one that does not count', () => {
    const html = draw(aView(), anOpening({ displayDigest: `jcs-sha256:${'b'.repeat(64)}` }))
    expect(html).toContain('0 of 2 approvals')
    expect(html).toContain('That does not count for this one')
  })

  it('offers no approval before it was opened, and rejecting all the same', () => {
    const html = draw(aView(), null)
    expect(html).not.toContain('value="approve"')
    expect(html).toContain('value="reject"')
  })

  it('offers no approval where the tool could not describe it, and rejecting all the same', () => {
    const html = draw(aView(), anOpening({ confirmation: null, displayDigest: null, token: null }))
    expect(html).not.toContain('value="approve"')
    expect(html).toContain('value="return"')
    expect(html).toContain('could not be checked just now')
  })

  it('tells who may not decide why, without greyed-out buttons, and what they can do instead', () => {
    const you = {
      mayDecide: false,
      why: 'asked_on_their_behalf',
      mayWithdraw: true,
      maySettle: false,
      verdict: null,
    } as const
    const html = draw(aView({ you }), anOpening({ token: null, view: aView({ you }) }))
    expect(html).toContain('Rota agent asked on your behalf')
    expect(html).toContain('Withdraw the request')
    expect(html).not.toContain('name="verdict"')
  })

  it('names who took it back, a person or the client', () => {
    const over = { status: 'withdrawn' as const, decidedAt: NOW }
    expect(draw(aView({ ...over, decidedBy: null }), null)).toMatch(/Rota agent(<\/bdi>)? took it back at/)
    const tomas = { id: 'tomas', name: 'Tomás Herrera' }
    expect(draw(aView({ ...over, decidedBy: tomas }), null)).toMatch(/Tomás Herrera(<\/bdi>)? took it back at/)
  })

  it('counts the approvals of the newest answer together, and tells of the other one', () => {
    const [given] = aView().approvals
    if (given === undefined) throw new Error('the view has an approval')
    const one = { ...given, answer: '{"release":true}' }
    const other = { ...given, person: { id: 'ines', name: 'Ines Okafor' }, answer: '{"release":false}' }
    const kind = 'gate' as const
    const view = aView({ kind, approvals: [one, other] })
    const html = draw(view, anOpening({ view }))
    expect(html).toContain('1 of 2 approvals')
    expect(html).toMatch(/approved(<!-- -->)? (<!-- -->)?another answer/)
    const same = aView({ kind, approvals: [one, { ...other, answer: one.answer }] })
    expect(draw(same, anOpening({ view: same }))).toContain('2 of 2 approvals')
  })

  it('says that fewer people are left than approvals are missing, instead of waiting in silence', () => {
    const deciders = [{ id: 'dana', name: 'Dana', mayDecide: true, why: null, isYou: true }]
    const few = aView({ deciders, quorum: 2, approvals: [] })
    const enough = aView({ deciders, quorum: 1, approvals: [] })
    const html = draw(few, anOpening({ view: few }))
    expect(html).toContain('Nobody can sign now')
    expect(html).toMatch(/Only (<!-- -->)?1(<!-- -->)? of the (<!-- -->)?2(<!-- -->)? missing can come/)
    expect(draw(enough, anOpening({ view: enough }))).not.toContain('missing can come')
  })

  it('notes another pending request for the same call outside the confirmation, as a link', () => {
    const sameCall = [{ id: 'other', title: 'The same again', createdAt: NOW }]
    const view = aView({ sameCall })
    expect(draw(view, anOpening({ view }))).toMatch(/The same call is pending as <a href="\/requests\/other"/)
  })
})

describe('text from outside', () => {
  it('never reaches the page with a hidden character in it: each is a labelled chip', () => {
    const hidden = `Refund ${OVERRIDE}000,1 to\u200bAnn`
    const view = aView({
      title: hidden,
      asker: { client: { id: 'c', name: `Agent${OVERRIDE}` }, onBehalfOf: { id: 'p', name: `P\u200b` } },
      agent: { name: `A${OVERRIDE}`, words: hidden },
      inputs: `{"to${OVERRIDE}":"x\u200b"}`,
      deciders: [{ id: 'x', name: `X${OVERRIDE}`, mayDecide: true, why: null, isYou: false }],
      sameCall: [{ id: 'o', title: hidden, createdAt: NOW }],
    })
    const confirmation = aConfirmation({
      title: hidden,
      summary: hidden,
      details: [{ label: hidden, value: hidden, before: hidden, note: hidden }],
      warnings: [{ finding: hidden, detail: hidden }],
    })
    const html = draw(view, anOpening({ view, confirmation }))
    expect(html).not.toContain(OVERRIDE)
    expect(html).not.toContain('\u200b')
    expect(html).toContain('U+202E right-to-left override')
  })

  it('says how much of a long text is folded away', () => {
    const confirmation = aConfirmation({ details: [{ label: 'Note', value: 'x'.repeat(814) }] })
    expect(draw(aView(), anOpening({ confirmation }))).toMatch(
      /214 more characters are<!-- --> hidden. Show all|214 more characters are hidden. Show all/,
    )
  })

  it('keeps what an agent wrote inside its frame, what it reports of an outcome included', () => {
    const view = aView({
      status: 'approved',
      outcome: 'failed',
      outcomeNote: 'agent-outcome-note',
      outputTail: 'agent-output-tail',
      performs: 'client',
      confirmation: aConfirmation(),
      agent: { name: 'Rota agent', words: 'agent-words' },
      history: [
        {
          n: 1,
          at: NOW,
          kind: 'request.outcome',
          actor: { kind: 'client', id: 'rota', name: 'Rota agent' },
          verdict: null,
          note: 'agent-outcome-note',
          status: null,
          outcome: 'failed',
        },
      ],
    })
    const html = draw(view, anOpening({ view, token: null }))
    const outside = html.replaceAll(/<figure.*?<\/figure>/gs, '')
    for (const words of ['agent-words', 'agent-outcome-note', 'agent-output-tail']) {
      expect(html).toContain(words)
      expect(outside).not.toContain(words)
    }
  })
})

it('an agent’s report stays in its frame when nobody heard of it again', () => {
  const event = { at: NOW, verdict: null, status: null }
  const agent = { kind: 'client', id: 'rota', name: 'Rota agent' } as const
  const view = aView({
    status: 'approved',
    outcome: 'unknown',
    outcomeNote: 'agent-outcome-note',
    performs: 'client',
    confirmation: aConfirmation(),
    history: [
      { ...event, n: 1, kind: 'request.outcome', actor: agent, note: 'agent-outcome-note', outcome: 'running' },
      { ...event, n: 2, kind: 'request.silent', actor: null, note: null, outcome: 'unknown' },
    ],
  })
  expect(draw(view, null)).toContain('agent-outcome-note')
  expect(draw(view, null).replaceAll(/<figure.*?<\/figure>/gs, '')).not.toContain('agent-outcome-note')
})

describe('a request that is over', () => {
  it('is unknown where it was approved and nobody reported an outcome', () => {
    const html = draw(over({ status: 'approved', outcome: null }), null)
    expect(html).toContain('Unknown: was it done?')
    expect(html).not.toContain('name="verdict"')
  })

  it('asks only those who may what became of it', () => {
    const view = over({ status: 'approved', outcome: 'unknown' })
    expect(draw(view, null)).not.toContain('It was not done')
    expect(draw({ ...view, you: { ...view.you, maySettle: true } }, null)).toContain('It was not done')
  })

  it('says who decided, when, and that nothing was done', () => {
    const html = draw(over({ status: 'rejected', decidedBy: { id: 'ines', name: 'Ines Okafor' } }), null)
    expect(html).toContain('Ines Okafor rejected it at 15:16. Nothing was done.')
  })
})

it('carries no style attribute: the content security policy allows none', () => {
  for (const html of [draw(aView(), anOpening()), draw(over({ status: 'approved', outcome: 'unknown' }), null)])
    expect(html).not.toMatch(/\sstyle=/)
})

function draw(view: RequestView, opened: Opened | null): string {
  return renderToStaticMarkup(
    <Frame me={aMe()} zone={ZONE} now={NOW}>
      <RequestScreen view={view} opened={opened} actions={noActions()} />
    </Frame>,
  )
}

function over(says: Partial<RequestView>): RequestView {
  return aView({ confirmation: aConfirmation(), decidedAt: NOW, ...says })
}

function formOf(html: string): string {
  return /<form[^>]*id="decide".*?<\/form>/s.exec(html)?.[0] ?? ''
}

function buttonOf(html: string, verdict: string): string {
  return (
    [...html.matchAll(/<button[^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(`value="${verdict}"`)) ?? ''
  )
}
