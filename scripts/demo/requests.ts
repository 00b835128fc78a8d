import type { Json } from '@/lib/binding'
import type { Inbox, Proposal } from '@/lib/inbox'
import type { Client, Person } from '@/lib/policy'
import { invariant, type Result } from '@/lib/result'
import * as commands from './commands'
import { CLIENTS, ORG, PEOPLE, SCOPES } from './northgate'
import { PAYOUT_GATE, PAYOUT_WORDS } from './payout-gate'
import { onboarding } from './plans'

/** `lapse` lets a day go by for one approved request, and has the worker write what follows. */
type Means = { inbox: Inbox; monday: string; lapse(request: string): Promise<void> }

/** The clients and people of the demo, as the use cases take them. */
export function clientOf(id: keyof typeof CLIENTS): Client {
  return { kind: 'client', ...CLIENTS[id], org: ORG.id, scopes: SCOPES[id] }
}
export function personOf(id: keyof typeof PEOPLE): Person {
  const { name, role } = PEOPLE[id]
  return { kind: 'person', id, org: ORG.id, name, role }
}

/**
 * About twenty requests, in every state there is. Each came about as it would have by clicking: proposed, opened,
 * decided, redeemed and reported through the use cases.
 */
export async function fillRequests({ inbox, monday, lapse }: Means): Promise<void> {
  const rota = clientOf('rota')
  const purchasing = clientOf('purchasing')
  const ledger = clientOf('ledger')
  const on = (day: number) => {
    const date = new Date(`${monday}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + day)
    return date.toISOString().slice(0, 10)
  }
  const propose = async (client: Client, proposal: Proposal): Promise<string> =>
    got(await inbox.propose(client, proposal, null)).request.id
  const assign = (shift: string, day: number, role: string, worker: string, more: Partial<Proposal> = {}) => {
    const inputs: Json = { date: on(day), place: 'harbour-bar', role, shift, worker }
    return propose(rota, { tool: 'assign_shift', inputs, onBehalfOf: 'tomas', ...more })
  }
  const order = (item: string, quantity: number, words?: string) =>
    propose(purchasing, {
      tool: 'order_supplies',
      inputs: { place: 'harbour-bar', item, quantity },
      agent: { name: 'Purchasing', ...(words === undefined ? {} : { words }) },
    })
  const decide = async (
    who: keyof typeof PEOPLE,
    request: string,
    verdict: 'approve' | 'reject' | 'return',
    note?: string,
  ) => {
    const { token } = got(await inbox.open(personOf(who), request))
    return got(
      await inbox.decide(personOf(who), {
        request,
        verdict,
        ...(token === null ? {} : { token }),
        ...(note === undefined ? {} : { note }),
      }),
    )
  }
  const redeem = async (request: string, client = purchasing) => {
    const { grant } = got(await inbox.grant(client, request))
    got(await inbox.redeem(client, grant, null))
  }

  // over, each in its own way
  await decide('dana', await assign('S-20877', 5, 'bar_staff', 'W-1190'), 'approve')
  const overtaken = await assign('S-20880', 6, 'bar_supervisor', 'W-1190')
  await decide('ines', await assign('S-20880', 6, 'bar_supervisor', 'W-1211'), 'approve')
  await decide('dana', overtaken, 'approve', 'Leo asked first.')
  const menus = await order('winter-menus', 60)
  await decide('ines', menus, 'approve')
  await redeem(menus)
  got(
    await inbox.reportOutcome(
      purchasing,
      menus,
      { outcome: 'done', note: 'Order 88-1207, delivered by Thursday.' },
      null,
    ),
  )
  const glasses = await order('pint-glasses', 48)
  await decide('dana', glasses, 'approve')
  await redeem(glasses)
  got(
    await inbox.reportOutcome(
      purchasing,
      glasses,
      { outcome: 'unknown', note: 'The supplier stopped answering after it was asked. It may have taken the order.' },
      null,
    ),
  )
  const tests = await propose(ledger, commands.tests)
  await decide('priya', tests, 'approve')
  await redeem(tests, ledger)
  const printed = { note: 'Exit code 0.', outputTail: 'payouts: 41 checks\n\u001b[32mok\u001b[0m in 3.2 s\n' }
  got(await inbox.reportOutcome(ledger, tests, { outcome: 'done', ...printed }, null))
  await decide('priya', await assign('S-20884', 5, 'host', 'W-1187'), 'reject', 'Maya is not trained for the door.')
  const cancel = (shift: string, words?: string) =>
    propose(rota, {
      tool: 'cancel_shift',
      inputs: { place: 'harbour-bar', shift },
      onBehalfOf: 'tomas',
      agent: { name: 'Rota agent', ...(words === undefined ? {} : { words }) },
    })
  await decide('ines', await cancel('S-20879'), 'return', 'Offer it to Leo first, then ask again.')
  const withdrawn = await cancel('S-20878')
  got(await inbox.withdrawForClient(rota, withdrawn, null))
  await assign('S-20952', 9, 'bar_staff', 'W-1211', { expiresInMs: 1_000 })
  const towels = await order('bar-towels', 40)
  await decide('ines', towels, 'approve')
  await lapse(towels)

  // approved, and on their way
  await decide('dana', await order('lager-keg', 6), 'approve')
  const kegs = await order('lager-keg', 3)
  await decide('ines', kegs, 'approve')
  await redeem(kegs)
  await decide(
    'dana',
    await propose(rota, {
      tool: 'announce',
      inputs: {
        place: 'harbour-bar',
        subject: 'Tills',
        message: 'The tills are updated on Monday morning. Cash only until nine.',
      },
      onBehalfOf: 'tomas',
    }),
    'approve',
  )

  // pending
  await assign('S-20931', 4, 'bar_supervisor', 'W-1187', {
    agent: {
      name: 'Rota agent',
      words:
        'Maya asked for more evenings last month and has covered this role twice. Nobody else with a supervisor badge is free on Friday.',
    },
    expiresInMs: 24 * 60_000,
  })
  await decide('priya', await cancel('S-20882', 'Sunday is quiet: 14 covers are booked.'), 'approve', 'Fine with me.')
  await order('pint-glasses', 200, 'Breakage was high in November, and the supplier gives 5 % off from 200.')
  await propose(rota, {
    tool: 'announce',
    inputs: {
      place: 'anchor',
      subject: 'Closing early',
      message: 'We close at 22:00 on Sunday.\u202e!yadnuS no esolc eW',
    },
    onBehalfOf: 'tomas',
  })
  await propose(ledger, commands.repair)
  await propose(rota, onboarding)
  await assign('S-20884', 5, 'host', 'W-1215', { expiresInMs: 6 * 3_600_000 })
  await assign('S-20951', 9, 'bar_supervisor', 'W-1204')
  await propose(clientOf('payroll'), {
    kind: 'gate',
    inputs: PAYOUT_GATE,
    agent: PAYOUT_WORDS,
    expiresInMs: 2 * 3_600_000,
  })
}

function got<T>(result: Result<T>): T {
  invariant(
    result.ok,
    `the demo was refused: ${result.ok ? '' : `${result.error.code} ${JSON.stringify(result.error.at)}`}`,
  )
  return result.value
}
