import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { type CommandCall, commandQuestion, describeCommand, readingOf } from '@/lib/command'
import type { RequestView } from '@/lib/inbox'
import { Frame } from '../frame/frame'
import { RequestScreen } from '../request/request-screen'
import { aMe, anOpening, aView, NOW, noActions, ZONE } from '../testing'

const call: CommandCall = {
  script: 'make test\nrm -rf build # \u202eelbissop\n',
  working_dir: '/srv/ledger',
  host: 'deploy-03',
  run_as: 'ledger',
  session: null,
  shell: 'bash',
  containment: 'workspace-write',
  runner: '/opt/contain',
  writable_roots: [],
  full_access: false,
  background: false,
  timeout_secs: 600,
  asked_because: 'outside_trusted_set',
  first_run: null,
}
const long = Array.from({ length: 40 }, (_, line) => `echo ${line}`).join('\n')

function draw(changes: Partial<CommandCall> = {}, says: Partial<RequestView> = {}): string {
  const asked = { ...call, ...changes }
  const question: Json = commandQuestion(asked, readingOf(asked.script))
  const view = aView({ kind: 'command', performs: 'client', question, ...says })
  return renderToStaticMarkup(
    <Frame me={aMe()} zone={ZONE} now={NOW}>
      <RequestScreen
        view={view}
        opened={anOpening({ view, confirmation: describeCommand(asked) })}
        actions={noActions()}
      />
    </Frame>,
  )
}

describe('a command on screen', () => {
  it('shows every line with what hides in it as a chip, before anything that decides', () => {
    const html = draw()
    expect(html).toContain('make test')
    expect(html).toContain('U+202E right-to-left override')
    expect(html).not.toContain('\u202e')
    expect(html.indexOf('rm -rf build')).toBeLessThan(html.indexOf('value="reject"'))
    expect(html).toContain('bash</bdi>, 2 lines, 35 characters')
    expect(html).toContain('1 hidden character')
  })

  it('says what was recognised, by line, and what it calls', () => {
    const html = draw()
    expect(html).toContain('Deletes without asking.')
    expect(html).toContain('make, rm')
    expect(html).toContain('Line 2: hides something.')
  })

  it('asks for no tick where it is short and contained', () => expect(draw()).not.toContain('type="checkbox"'))

  it('of a long script shows all of it without our script, and a tick at its end that the form needs', () => {
    const html = draw({ script: long })
    for (const line of [0, 20, 39]) expect(html).toContain(`echo ${line}</bdi>`)
    expect(html).not.toContain('below')
    expect(html).toMatch(
      /<input type="checkbox"[^>]*required=""[^>]*name="answer.read"[^>]*value="40"|<input type="checkbox"[^>]*name="answer.read"/,
    )
    expect(html).toContain('I read all 40 lines')
    expect(html).toContain('form="decide"')
    expect(html.indexOf('echo 39')).toBeLessThan(html.indexOf('I read all 40 lines'))
    expect(html.indexOf('I read all 40 lines')).toBeLessThan(html.indexOf('value="approve"'))
  })

  it('with full access says so before all else, has its own tick, and a button that names it', () => {
    const html = draw({ full_access: true, asked_because: 'escalation_requested' })
    expect(html.indexOf('Full access: this runs outside the sandbox')).toBeLessThan(html.indexOf('<h1'))
    expect(html).toContain('name="answer.full_access"')
    expect(html).toContain('Let this one run out of the sandbox, on ')
    expect(html).toContain('Approve full access')
    expect(html).toContain('Full access, 2 warnings')
  })

  it('says it as well of a host that has no sandbox', () => {
    const html = draw({ containment: 'danger-full-access', runner: null })
    expect(html).toContain('Full access: this host has no sandbox')
    expect(html).toContain('Let this run without a sandbox, on ')
  })

  it('of a retry shows what the first run printed, every character of it, as the client’s word', () => {
    const html = draw({
      full_access: true,
      asked_because: 'containment_denial_retry',
      first_run: { exit: 13, stderr: 'open: \u001b[31mPermission denied' },
    })
    expect(html).toContain('ended with exit code 13')
    expect(html).toContain('U+001B')
    expect(html).toContain('Its own words. Countersign has not checked them.')
  })

  it('once it is over asks for no tick, and a rejected one looks like any other', () => {
    const over = { status: 'rejected' as const, decidedAt: NOW }
    const html = draw({ full_access: true, script: long }, over)
    expect(html).not.toContain('type="checkbox"')
    expect(html).not.toContain('Full access: this runs')
  })
})
