import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { mailer, relay } from '@/lib/notify'
import { compileInputs } from '@/lib/schemas'
import { makeStore, openDatabase } from '@/lib/store'
import { registry } from '@/lib/tools'
import { noticeFor } from './notice'
import type { Ports } from './ports'
import { aMood, playTools } from './testing'

// A relay of its own, for the test that kills it: sends what is due, for ever.

const [url = '', smtpUrl = ''] = process.argv.slice(2)
const ports: Ports = {
  store: makeStore(openDatabase(url, { max: 4 }), (error) => console.error(error)),
  random: (bytes) => randomBytes(bytes),
  newId: () => v7(),
  feed: { subscribe: () => () => undefined },
  log: () => undefined, // whoever is killed breaks connections
}
const tools = registry(playTools(aMood()), compileInputs)
const { turn } = relay({
  store: ports.store,
  notice: (job) => noticeFor(ports, tools, job),
  mailer: mailer({ smtpUrl, from: 'Countersign <countersign@northgate.example>' }),
  url: 'https://countersign.northgate.example',
  log: ports.log,
  leaseMs: 1_500,
})
for (;;) if ((await turn()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
