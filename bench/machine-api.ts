import { granted } from '@/lib/inbox/testing'
import { startBare } from './support/bare'
import { expecting } from './support/call'
import { copies } from './support/copies'
import { type Finding, ratio } from './support/finding'
import { inTurn, type Job, type Side } from './support/in-turn'
import { type Northgate, northgate, ORDER } from './support/northgate'
import { sized } from './support/size'

const PROPOSING = `three round trips where the bare server has one: the tool’s authorize, its describe, and one function that writes
  six tables with some twenty index entries, which takes PostgreSQL three to four times as long as the bare insert. A profile finds no one
  place in the server: about half is the driver and its round trips, the rest HTTP, JSON, hashes and what V8 spends on them. The tool’s two
  questions cannot be one, as describing needs what authorizing returned.`
const REDEEMING = `one round trip on either side; the function also proves the key, locks the request, chains an event, moves the
  timer and tells the feed: about a quarter of a millisecond of PostgreSQL’s time, and six more rows in the log that a commit waits for.`

/** Proposing and redeeming over HTTP, against a bare server that does one statement for each. */
export async function machineApi(): Promise<Finding[]> {
  const world = await northgate()
  const bare = await startBare(world.database)
  try {
    const json = { 'content-type': 'application/json' }
    const headers = { ...json, authorization: world.authorization }
    const proposal = JSON.stringify({ kind: 'write', ...ORDER })
    const many =
      (job: Job): Side['prepare'] =>
      async (count) =>
        Array.from({ length: count }, () => job)
    const proposals = await inTurn(
      [
        {
          name: 'bare',
          prepare: many(
            async () =>
              void (await expecting(201, `${bare.url}/insert`, { method: 'POST', headers: json, body: proposal })),
          ),
        },
        {
          name: 'proposals',
          prepare: many(
            async () =>
              void (await expecting(201, `${world.url}/api/v1/requests`, { method: 'POST', headers, body: proposal })),
          ),
        },
      ],
      sized(1_500),
    )
    const redemptions = await inTurn([bareRedeeming(world, bare.url), redeeming(world, headers)], sized(1_500))
    return [
      {
        ...ratio('proposals over HTTP ÷ a bare server that inserts one row', proposals, ['proposals', 'bare'], {
          least: 0.35,
        }),
        pays: PROPOSING,
      },
      {
        ...ratio(
          'redemptions over HTTP ÷ a bare server that does the bare statement',
          redemptions,
          ['redemptions', 'bare'],
          { least: 0.5 },
        ),
        pays: REDEEMING,
      },
    ]
  } finally {
    await bare.stop()
    await world.close()
  }
}

function redeeming(world: Northgate, headers: Record<string, string>): Side {
  let original: Promise<string> | null = null
  return {
    name: 'redemptions',
    async prepare(count) {
      original ??= approvedOrder(world)
      return (await copies(world.database, await original, 'grt', count)).map(({ token }) => async () => {
        const body = JSON.stringify({ grant: token })
        await expecting(200, `${world.url}/api/v1/redemptions`, { method: 'POST', headers, body })
      })
    },
  }
}

/** An order that Dana approved and purchasing has a grant for. */
async function approvedOrder({ inbox, dana, purchasing, proposeOrder }: Northgate): Promise<string> {
  const request = await proposeOrder()
  const { token } = granted(await inbox.open(dana, request))
  granted(await inbox.decide(dana, { request, verdict: 'approve', ...(token === null ? {} : { token }) }))
  granted(await inbox.grant(purchasing, request))
  return request
}

function bareRedeeming({ database }: Northgate, url: string): Side {
  let grants = 0
  return {
    name: 'bare',
    async prepare(count) {
      const first = grants + 1
      grants += count
      await database.query(
        `insert into bare.grants select encode(sha256(convert_to('g' || n, 'UTF8')), 'hex'), '{"quantity":2}', now() + interval '1 hour'
         from generate_series($1::int, $2::int) n`,
        [first, grants],
      )
      const headers = { 'content-type': 'application/json' }
      return Array.from({ length: count }, (_, n) => async () => {
        const body = JSON.stringify({ grant: `g${first + n}` })
        await expecting(200, `${url}/redeem`, { method: 'POST', headers, body })
      })
    },
  }
}
