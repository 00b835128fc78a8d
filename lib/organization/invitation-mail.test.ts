import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noticeFor } from '@/lib/inbox'
import { aWorld, granted, HOUR_MS, MINUTE_MS, type World } from '@/lib/inbox/testing'
import { type Mailer, mailer, relay } from '@/lib/notify'
import { type TestSmtp, testSmtp } from '@/lib/notify/testing'
import type { Person } from '@/lib/policy'
import { administration, organizationStore } from '@/lib/store'
import { makeOrganization, type Organization } from './index'

const boss: Person = { kind: 'person', id: 'u-boss', org: 'northgate', name: 'Boss', role: 'admin' }
let world: World
let smtp: TestSmtp
let post: Mailer
let organization: Organization
beforeEach(async () => {
  ;[world, smtp] = await Promise.all([aWorld(), testSmtp()])
  post = mailer({ smtpUrl: smtp.url, from: 'Countersign <countersign@northgate.example>' })
  await administration(world.db).putMember({ ...boss, email: 'boss@northgate.example' })
  const ports = { store: organizationStore(world.db), newId: () => v7(), newKey: () => ({ key: '', hash: '' }) }
  organization = makeOrganization({ ...ports, follow: async () => undefined }, world.tools)
})
afterEach(async () => {
  post.close()
  await smtp.close()
  await world.close()
})

const invite = async (email: string) => granted(await organization.invite(boss, { email, name: 'Nora', role: 'lead' }))
const turn = (to: Mailer | null = post) =>
  relay({
    store: world.store,
    notice: (job) => noticeFor(world.ports, world.tools, job),
    mailer: to,
    url: 'https://countersign.northgate.example',
    log: world.ports.log,
  }).turn()
const came = () => smtp.received.map(({ to, mail }) => ({ to: to.join(), subject: mail.subject, id: mail.messageId }))
const failing: Mailer = { send: async () => Promise.reject(new Error('no mail server')), close: () => undefined }

it('an invitation is sent once, to its address, with a link that holds no secret', async () => {
  await invite('nora@x.example')
  expect(await turn()).toBe(1)
  expect(await turn()).toBe(0)
  expect(came()).toEqual([
    {
      to: 'nora@x.example',
      subject: 'You are invited to Countersign at countersign.northgate.example',
      id: expect.stringMatching(/^<invite\.[0-9a-f-]{36}@countersign\.northgate\.example>$/),
    },
  ])
  const { text } = smtp.received[0]?.mail ?? {}
  expect(text).toContain('https://countersign.northgate.example/join\n')
  expect(text).toContain('Boss invited you')
})

it('one that cannot be sent is tried again, and what is given up stands before admins, who have it tried again', async () => {
  await invite('nora@x.example')
  for (let tries = 0; tries < 10; tries++) {
    expect(await turn(failing)).toBe(1)
    await world.advance(2 * HOUR_MS)
  }
  expect(await turn()).toBe(0)
  const [dead] = await world.store.deadMails('northgate')
  expect(dead).toMatchObject({
    request: null,
    what: 'invite',
    to: { name: 'Nora (nora@x.example)' },
    attempts: 10,
    why: 'no mail server',
  })
  expect(await world.store.reviveMail('southgate', dead?.id ?? '')).toBe(false)
  expect(await world.store.reviveMail('northgate', dead?.id ?? '')).toBe(true)
  expect(await turn()).toBe(1)
  expect(came()).toHaveLength(1)
})

it('a relay that dies sends it again under the same Message-ID', async () => {
  await invite('nora@x.example')
  const dying: Mailer = { send: (mail) => post.send(mail).then(() => new Promise(() => undefined)), close: post.close }
  void turn(dying)
  await smtp.until(1)
  await world.advance(3 * MINUTE_MS)
  expect(await turn()).toBe(1)
  const [one, two] = came()
  expect(two).toEqual(one)
})

it('one that was taken back, or replaced by a newer one, is not sent', async () => {
  await invite('nora@x.example')
  await invite('nora@x.example')
  await invite('gone@x.example')
  const overview = await organization.overview(boss)
  const gone = overview.invites.find(({ email }) => email === 'gone@x.example')
  granted(await organization.closeInvite(boss, gone?.id ?? ''))
  while ((await turn()) > 0);
  expect(came().map(({ to }) => to)).toEqual(['nora@x.example'])
})

it('where no mail is sent, none waits for ever', async () => {
  await invite('nora@x.example')
  expect(await turn(null)).toBe(0)
  expect(await turn()).toBe(0)
  expect(came()).toEqual([])
})
