import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Mailer, mailer, type Relay, relay } from '@/lib/notify'
import { type TestSmtp, testSmtp } from '@/lib/notify/testing'
import { noticeFor } from './notice'
import { aWorld, granted, HOUR_MS, MINUTE_MS, type World } from './testing'

const URL_HERE = 'https://countersign.northgate.example'

let world: World
let smtp: TestSmtp
let post: Mailer
let mails: Relay
beforeEach(async () => {
  ;[world, smtp] = await Promise.all([aWorld(), testSmtp()])
  post = mailer({ smtpUrl: smtp.url, from: 'Countersign <countersign@northgate.example>' })
  mails = relayTo(post)
})
afterEach(async () => {
  post.close()
  await smtp.close()
  await world.close()
})

const relayTo = (to: Mailer | null) =>
  relay({
    store: world.store,
    notice: (job) => noticeFor(world.ports, world.tools, job),
    mailer: to,
    url: URL_HERE,
    log: world.ports.log,
  })

/** Sends everything that is due, and says what came since the last time. */
async function sent() {
  const before = smtp.received.length
  while ((await mails.turn()) > 0);
  return smtp.received.slice(before).map(({ mail, to, raw }) => ({
    to: to.join(),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: typeof mail.html === 'string' ? mail.html : '',
    id: mail.messageId,
    thread: [mail.references].flat().join(),
    raw,
  }))
}
const towards = (all: { to: string; subject: string }[]) => all.map(({ to, subject }) => `${to}: ${subject}`).sort()

describe('a new request', () => {
  it('is told to those who can decide it, and to nobody else', async () => {
    const { id } = await world.propose()
    const came = await sent()
    expect(towards(came)).toEqual(
      ['ada', 'ben', 'cleo'].map(
        (who) => `${who}@northgate.example: Needs you by 09:00 tomorrow: Set the sign at the door to «Closed»`,
      ),
    )
    for (const { text, html } of came)
      for (const part of [text, html]) expect(part).toContain(`${URL_HERE}/requests/${id}`)
    expect(await sent()).toEqual([])
  })
  it('is not told to whom the tool says no by the time it is sent, nor to who has left or muted it', async () => {
    await world.propose()
    world.mood.barred.add('u-ada')
    await world.store.muteMail('northgate', 'u-ben', ['needs'])
    await world.test.query("delete from members where user_id = 'u-cleo'")
    expect(await sent()).toEqual([])
    expect(await world.test.query("select from outbox where topic in ('notify', 'mail') and done_at is null")).toEqual(
      [],
    )
  })
  it('waits to be told while the tool cannot be asked', async () => {
    await world.propose()
    world.mood.authorizeThrows = true
    expect(await sent()).toEqual([])
    world.mood.authorizeThrows = false
    await world.advance(MINUTE_MS)
    expect(await sent()).toHaveLength(3)
  })
  it('waits to be told while this installation has not its tool', async () => {
    const { id } = await world.propose()
    await world.test.query("update requests set version = '2' where id = $1", [id])
    expect(await sent()).toEqual([])
    await world.test.query("update requests set version = '1' where id = $1", [id])
    await world.advance(MINUTE_MS)
    expect(await sent()).toHaveLength(3)
  })
  it('is told to each in the role that they have now', async () => {
    await world.propose()
    await world.test.query("update members set role = 'admin' where user_id = 'u-ada'")
    await world.test.query("update members set role = 'lead' where user_id = 'u-ben'")
    world.mood.roles.clear()
    await sent()
    expect(Object.fromEntries(world.mood.roles)).toEqual({ 'u-ada': 'admin', 'u-ben': 'lead', 'u-cleo': 'member' })
  })
  it('is told to nobody who handed it to themselves, and nothing waits to be told', async () => {
    await world.test.query("update members set role = 'lead' where user_id = 'u-ada'")
    const { id } = await world.propose()
    await sent()
    granted(await world.inbox.assign({ ...world.people.ada, role: 'lead' }, id, ['u-ada']))
    expect(await world.test.query("select from outbox where topic = 'notify' and done_at is null")).toEqual([])
  })
  it('names as approved only those whose approval counts, and as missing those who were put back', async () => {
    await world.policy('set_sign', { who: { kind: 'people', people: ['u-ada', 'u-ben', 'u-cleo'] }, quorum: 2 })
    const { id } = await world.propose()
    await sent()
    granted(await world.approve(world.people.ada, id))
    await world.setSign('door', 'Another world')
    granted(await world.approve(world.people.ben, id))
    const [back] = await sent()
    expect(back?.to).toBe('ada@northgate.example')
    expect(back?.text).toContain('1 of 2. Ben approved')
    expect(back?.text).not.toMatch(/Ada approved|Ada and Ben/)
  })
  it('is told to who may decide it only since they came', async () => {
    await world.test.query("insert into teams (organization, id, name) values ('northgate', 't-bar', 'Bar')")
    const join = async (who: string) => {
      await world.test.query(
        "insert into team_members (organization, team, user_id) values ('northgate', 't-bar', $1)",
        [who],
      )
      await world.test.query("select mark_stale('northgate', $1, 't-bar', array[]::text[])", [who])
    }
    await join('u-ada')
    await world.policy('order_towels', { who: { kind: 'team', team: 't-bar' } })
    await world.propose({ tool: 'order_towels', inputs: {} })
    expect((await sent()).map(({ to }) => to)).toEqual(['ada@northgate.example'])
    await join('u-vic')
    while ((await world.work()) > 0);
    expect((await sent()).map(({ to }) => to)).toEqual(['vic@northgate.example'])
  })
  it('is told to whom a lead hands it, and not to the lead', async () => {
    await world.test.query("update members set role = 'lead' where user_id = 'u-ada'")
    const { id } = await world.propose()
    await sent()
    granted(await world.inbox.assign({ ...world.people.ada, role: 'lead' }, id, ['u-ada', 'u-cleo']))
    expect((await sent()).map(({ to }) => to)).toEqual(['cleo@northgate.example'])
  })
  it('that is over before its mail was sent is told to nobody', async () => {
    const { id } = await world.propose()
    granted(await world.inbox.decide(world.people.ada, { request: id, verdict: 'reject', note: 'No' }))
    expect(towards(await sent())).toEqual(['tomas@northgate.example: Rejected: Set the sign at the door to «Closed»'])
  })
  it('says nothing of what the agent said, and holds no token', async () => {
    const { id } = await world.propose({
      agent: { name: 'Nightjar', words: 'Trust me, approve at once', run: 'run-7' },
    })
    await world.openAs(world.people.ada, id)
    for (const { raw, text, html } of await sent())
      for (const part of [raw, text, html]) expect(part).not.toMatch(/Nightjar|Trust me|run-7|cnf_|grt_/)
  })
})

describe('what became of it', () => {
  it('is told to the person it was for: once for what was performed at once', async () => {
    const { id } = await world.propose()
    await sent()
    granted(await world.approve(world.people.ada, id))
    expect(towards(await sent())).toEqual(['tomas@northgate.example: Done: Set the sign at the door to «Closed»'])
  })
  it('and twice where the client performs it: approved, and done', async () => {
    const { id } = await world.approved({ tool: 'order_towels', inputs: {} })
    expect(towards(await sent())).toEqual(['tomas@northgate.example: Approved: Order 0 towels'])
    const { grant } = granted(await world.inbox.grant(world.client, id))
    granted(await world.inbox.redeem(world.client, grant, null))
    expect(await sent()).toEqual([])
    granted(await world.inbox.reportOutcome(world.client, id, { outcome: 'done', note: 'words of a client' }, null))
    const [done] = await sent()
    expect(done?.subject).toBe('Done: Order 0 towels')
    expect(done?.raw).not.toContain('words of a client')
  })
  it('unknown is told to who approved it, too', async () => {
    const { id } = await world.approved({ tool: 'order_towels', inputs: {} })
    await sent()
    const { grant } = granted(await world.inbox.grant(world.client, id))
    granted(await world.inbox.redeem(world.client, grant, null))
    granted(await world.inbox.reportOutcome(world.client, id, { outcome: 'unknown' }, null))
    expect((await sent()).map(({ to }) => to).sort()).toEqual(['ada@northgate.example', 'tomas@northgate.example'])
  })
  it('sent back, with the note that was left', async () => {
    const { id } = await world.propose()
    await sent()
    granted(await world.inbox.decide(world.people.ben, { request: id, verdict: 'return', note: 'Which door?' }))
    const [back] = await sent()
    expect(back?.subject).toMatch(/^Sent back: /)
    expect(back?.text).toContain('Ben wrote: «Which door?»')
  })
  it('an expiry, written down by the worker in its own time', async () => {
    await world.propose({ expiresInMs: HOUR_MS })
    await sent()
    await world.advance(HOUR_MS)
    await world.work()
    expect(towards(await sent())).toEqual(['tomas@northgate.example: Expired: Set the sign at the door to «Closed»'])
  })
})

describe('an expiry that is near', () => {
  it('is told an hour before to those for whom it still waits, once', async () => {
    await world.policy('order_towels', { who: { kind: 'people', people: ['u-ada', 'u-ben'] }, quorum: 2 })
    const { id } = await world.propose({ tool: 'order_towels', inputs: {}, expiresInMs: 4 * HOUR_MS })
    await sent()
    granted(await world.approve(world.people.ada, id))
    await world.advance(3 * HOUR_MS)
    while ((await world.work()) > 0);
    const came = await sent()
    expect(towards(came)).toEqual(['ben@northgate.example: Still needs you, by 13:00 today: Order 0 towels'])
    expect(came[0]?.text).toContain('1 of 2. Ada approved at 09:00 today; you are missing.')
    while ((await world.work()) > 0);
    expect(await sent()).toEqual([])
  })
  it('of a request that lives two hours is not', async () => {
    await world.propose({ expiresInMs: 2 * HOUR_MS })
    expect(await world.test.query("select from timers where what = 'near'")).toEqual([])
  })
})

describe('its rows', () => {
  it('are written in the transaction that causes them, and undone with it', async () => {
    const { id } = await world.propose()
    const { token } = await world.openAs(world.people.ada, id)
    await world.test.query(
      `create function break_it() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    )
    await world.test.query('create trigger broken before insert on outbox for each row execute function break_it()')
    await expect(
      world.inbox.decide(world.people.ada, { request: id, verdict: 'approve', ...(token === null ? {} : { token }) }),
    ).rejects.toThrow()
    expect(await world.test.query('select status from requests')).toEqual([{ status: 'pending' }])
    expect(await world.test.query("select from outbox where topic = 'notify'")).toHaveLength(1)
  })
  it('stand together for their reader: one thread for a request, a stable id for each mail', async () => {
    const { id } = await world.propose()
    const asked = await sent()
    granted(await world.approve(world.people.ada, id))
    const [done] = await sent()
    const thread = `<${id}@countersign.northgate.example>`
    expect([...asked, done].map((mail) => mail?.thread)).toEqual([thread, thread, thread, thread])
    // the server took it and the relay never heard: the same mail again, under the same id
    await world.test.query(
      "update outbox set done_at = null, locked_until = null where topic = 'mail' and payload->>'what' = 'outcome'",
    )
    const [again] = await sent()
    expect(again?.id).toBe(done?.id)
    expect(new Set([...asked, done].map((mail) => mail?.id)).size).toBe(4)
  })
  it('of an installation without mail wait for nobody', async () => {
    await world.propose()
    await relayTo(null).turn()
    expect(await world.test.query("select from outbox where topic in ('notify', 'mail') and done_at is null")).toEqual(
      [],
    )
  })
})

describe('a mail server', () => {
  it('that is away is tried again, later and later, and given up in the end, for an admin to see', async () => {
    await world.propose({ tool: 'set_own_sign', inputs: { sign: 'door', text: 'x' } })
    smtp.refuse = () => ({ code: 451, message: 'come back later' })
    let tries = 0
    for (let wait = 0; wait < 40 && (await world.store.deadMails('northgate')).length === 0; wait++) {
      while ((await mails.turn()) > 0) tries++
      await world.advance(HOUR_MS / 4)
    }
    const [dead] = await world.store.deadMails('northgate')
    expect(dead).toMatchObject({
      to: { id: 'u-tomas', name: 'Tomas' },
      what: 'needs',
      attempts: 10,
      why: expect.stringContaining('come back later'),
    })
    expect(tries).toBeGreaterThanOrEqual(10)
    expect(await world.store.deadMails('southgate')).toEqual([])

    smtp.refuse = () => null
    expect(await world.store.reviveMail('southgate', dead?.id ?? '')).toBe(false)
    expect(await world.store.reviveMail('northgate', dead?.id ?? '')).toBe(true)
    expect(await sent()).toHaveLength(1)
    expect(await world.store.deadMails('northgate')).toEqual([])
  })
  it('that says never is believed at once, and holds up nobody else’s mail', async () => {
    await world.propose()
    smtp.refuse = (to) => (to.startsWith('ada') ? { code: 550, message: 'no such mailbox' } : null)
    expect((await sent()).map(({ to }) => to).sort()).toEqual(['ben@northgate.example', 'cleo@northgate.example'])
    expect((await world.store.deadMails('northgate')).map(({ to }) => to.id)).toEqual(['u-ada'])
  })
})

describe('whatever a title or a name holds', () => {
  const HOSTILE =
    'Pay\r\nBcc: x@evil.example\r\n\r\n<b>hi</b> \u202Egnp.exe <a href="https://evil.example">Approve here</a>'

  it('starts no header, adds no link, turns no text, and stays below 80 KB', async () => {
    await world.test.query("update users set name = $1 where id = 'u-tomas'", [HOSTILE])
    await world.test.query("update clients set name = $1 where id = 'c-rota'", [HOSTILE])
    await world.test.query('update organizations set name = $1', [HOSTILE])
    world.mood.describes = {
      title: 'Pay <b>hi</b> <a href="https://evil.example">Approve here</a> see approve.example.com.evil.example',
      summary: '\u202E<img src=x>'.repeat(30),
      details: Array.from({ length: 40 }, (_one, n) => ({
        label: `D${n} <i>`,
        value: '\u202E'.repeat(2000),
        note: '"><script>',
      })),
      warnings: Array.from({ length: 20 }, () => ({ finding: '\u2066'.repeat(200), detail: '&'.repeat(400) })),
    }
    await world.propose()
    const came = await sent()
    expect([came.length, world.logged]).toEqual([3, []])
    for (const { raw, to, subject, text, html } of came) {
      const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
      expect(
        headers
          .split('\r\n')
          .map((line) => line.split(':')[0]?.toLowerCase())
          .sort(),
      ).toEqual(
        [
          'auto-submitted',
          'content-type',
          'date',
          'from',
          'in-reply-to',
          'message-id',
          'mime-version',
          'references',
          'subject',
          'to',
        ].sort(),
      )
      expect(to).toMatch(/^(ada|ben|cleo)@northgate\.example$/)
      expect(subject).not.toMatch(/[\r\n\u202E]/)
      for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(new URL(href ?? '').origin).toBe(URL_HERE)
      expect(html).not.toMatch(/<(b|i|img|script)\b/)
      for (const part of [text, html]) expect(part).not.toMatch(/[\u202E\u2066]/)
      expect(Buffer.byteLength(html)).toBeLessThan(80_000)
      expect(Buffer.byteLength(text)).toBeLessThan(80_000)
      expect(text).toMatch(/more characters are hidden/)
      expect(text).toMatch(/more details can be seen when you open it/)
      expect(html.indexOf('20 warnings')).toBeLessThan(html.indexOf('D0 &lt;i&gt;'))
    }
  })
})
