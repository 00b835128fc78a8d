import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Finding } from './support/finding'
import { northgate } from './support/northgate'
import { sized } from './support/size'

/** A person has this many streams at most. */
const PER_PERSON = 20

/** What a server keeps for a browser that only listens. */
export async function streams(): Promise<Finding[]> {
  const world = await northgate()
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  try {
    const people = sized(100, 5)
    await world.database.query(
      `insert into users (id, email, name) select 'p' || n, 'p' || n || '@x.example', 'P' from generate_series(1, $1::int) n`,
      [people],
    )
    await world.database.query(
      `insert into members (organization, user_id) select 'northgate', 'p' || n from generate_series(1, $1::int) n`,
      [people],
    )
    // the first ones pay for what all share
    const warm = await open(world.url, agent, await world.signIn(world.dana.id))
    const before = await world.front.memory()
    const opened: IncomingMessage[] = []
    for (let n = 1; n <= people; n++) opened.push(...(await open(world.url, agent, await world.signIn(`p${n}`))))
    const after = await world.front.memory()
    for (const stream of [...warm, ...opened]) stream.destroy()
    return [
      {
        what: 'memory per idle event stream (resident, without collecting first)',
        value: (after - before) / opened.length / 1024,
        unit: 'KiB',
        figures: `${opened.length} streams; ${(before / 2 ** 20).toFixed(0)} → ${(after / 2 ** 20).toFixed(0)} MB`,
      },
    ]
  } finally {
    agent.destroy()
    await world.close()
  }
}

function open(url: string, agent: Agent, cookie: string): Promise<IncomingMessage[]> {
  return Promise.all(
    Array.from({ length: PER_PERSON }, async () => {
      const asking = get(`${url}/events`, { agent, headers: { accept: 'text/event-stream', cookie } })
      const [stream]: IncomingMessage[] = await once(asking, 'response')
      if (stream?.statusCode !== 200) throw new Error(`a stream answered ${stream?.statusCode}`)
      stream.on('error', () => undefined)
      stream.resume()
      return stream
    }),
  )
}
