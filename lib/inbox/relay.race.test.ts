import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestSmtp, testSmtp } from '@/lib/notify/testing'
import { aWorld, type World } from './testing'

/** How often the relay is killed; 50 by COUNTERSIGN_KILLS=50. */
const KILLS = Number(process.env.COUNTERSIGN_KILLS ?? 10)
const PROPOSALS = KILLS * 8

let world: World
let smtp: TestSmtp
beforeAll(async () => {
  ;[world, smtp] = await Promise.all([aWorld(), testSmtp()])
  await world.test.setClock(null)
})
afterAll(async () => {
  await smtp.close()
  await world.close()
})

it(`a relay killed ${KILLS} times under load: every mail arrives at least once, under one Message-ID, and none is lost`, {
  timeout: 120_000 + KILLS * 15_000,
}, async () => {
  let proposed = 0
  const proposing = (async () => {
    while (proposed < PROPOSALS) {
      await world.propose({ inputs: { sign: 'door', text: `Closed ${proposed}` } })
      proposed++
    }
  })()
  for (let kill = 0; kill < KILLS; kill++) {
    const relay = startRelay()
    // in the middle of its work: some mails after it came, wherever it is then
    await smtp.until(smtp.received.length + 1 + Math.floor(Math.random() * 15))
    await killed(relay)
  }
  await proposing
  const last = startRelay()
  await until(async () => (await rows()).every(({ done }) => done) && (await happenings()) === 0)
  await killed(last)

  const mails = await rows()
  expect(mails).toHaveLength(PROPOSALS * 3)
  const idsOf = new Map<string, Set<string>>()
  for (const { mail, to } of smtp.received) {
    const about = `${to.join()} ${[mail.references].flat().join()}`
    idsOf.set(about, (idsOf.get(about) ?? new Set()).add(mail.messageId ?? ''))
  }
  const lost = mails.filter(({ about }) => !idsOf.has(about))
  expect(lost).toEqual([])
  expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([])
  expect(idsOf.size).toBe(mails.length)
})

const rows = () =>
  world.test.query<{ about: string; done: boolean }>(
    `select u.email || ' <' || o.request || '@countersign.northgate.example>' as about, o.done_at is not null and o.dead_at is null as done
     from outbox o join users u on u.id = o.person where o.topic = 'mail'`,
  )
const happenings = async () =>
  (await world.test.query("select from outbox where topic = 'notify' and done_at is null")).length

function startRelay(): ChildProcess {
  const file = path.join(import.meta.dirname, 'relay.fixture.ts')
  return spawn(process.execPath, ['--import', 'tsx', file, world.test.url, smtp.url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
}
