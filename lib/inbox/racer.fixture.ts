import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { v7 } from 'uuid'
import { compileInputs } from '@/lib/schemas'
import { makeStore, openDatabase } from '@/lib/store'
import { registry } from '@/lib/tools'
import { planKind } from './kinds/plan'
import { makeInbox } from './make-inbox'
import type { Ports } from './ports'
import type { RacerCall } from './race.fixture'
import { aClient, aMood, aPerson, aProposal, planValidators, playTools } from './testing'
import { work } from './work'

// A server of its own, for tests that race several of them. Reads one line of JSON with calls, makes all of them at
// once, and prints one line with what each answered.

const [url = ''] = process.argv.slice(2)
const mood = { ...aMood(), die: () => process.kill(process.pid, 'SIGKILL') }
const ports: Ports = {
  store: makeStore(openDatabase(url, { max: 8 }), (error) => console.error(new Date().toISOString(), error)),
  random: (bytes) => randomBytes(bytes),
  newId: () => v7(),
  feed: { subscribe: () => () => undefined },
  log: () => undefined,
}
const plays = playTools(mood)
const tools = registry(plays, compileInputs, [planKind(plays, planValidators)])
const inbox = makeInbox(ports, tools)
const client = aClient('c-rota')

function make(call: RacerCall): Promise<unknown> {
  switch (call.do) {
    case 'decide':
      return inbox.decide(aPerson(call.who), call.command)
    case 'withdraw':
      return inbox.withdraw(aPerson('tomas'), call.request)
    case 'work':
      return work(ports, tools)
    case 'grant':
      return inbox.grant(client, call.request)
    case 'redeem':
      return inbox.redeem(client, call.grant, call.key)
    case 'resolve':
      return inbox.resolve(client, { grant: call.grant, tool: 'order_towels', inputs: { count: 1 } }, null)
    case 'report':
      return inbox.reportOutcome(client, call.request, { outcome: 'failed', note: 'It did not' }, null)
    case 'settle':
      return inbox.settle(aPerson(call.who), call.request, { happened: true, note: 'Seen' })
    case 'propose':
      return inbox.propose(client, aProposal(), call.key)
    case 'open':
      return inbox.open(aPerson(call.who), call.request)
  }
}

async function answer(line: string): Promise<void> {
  const calls: RacerCall[] = JSON.parse(line)
  const answers = await Promise.all(calls.map((call) => make(call).catch((error) => ({ threw: String(error) }))))
  console.log(JSON.stringify(answers))
}

createInterface({ input: process.stdin })
  .on('line', (line) => void answer(line))
  .on('close', () => process.exit(0))
console.log('ready')
