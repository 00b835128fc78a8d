import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PERFORM_ATTEMPTS } from '@/lib/inbox'
import { checkDatabase } from '../check-database/check'
import type { Fault } from '../check-database/fault'
import { agent, type Ended } from './agents'
import { aWorldToCrash, type World } from './world'

export type Story = {
  kills: { [victim: string]: number }
  ended: Ended[]
  counts: { [what: string]: number }
  /** Everything that must not be. */
  wrong: string[]
}

const AGENTS = 6
const VICTIMS = ['server', 'worker', 'database'] as const
type Name = (typeof VICTIMS)[number]

/**
 * Kills a server, a worker or the database at `points` random moments (or two of them at once) while agents propose,
 * people decide and writes are performed; lets everything end; and says what is wrong.
 */
export async function crash(points: number, say: (line: string) => void = () => undefined): Promise<Story> {
  const world = await aWorldToCrash()
  try {
    const kills: Story['kills'] = {}
    let n = 0
    let isOver = false
    const started = new Set<string>()
    const agents = Promise.all(Array.from({ length: AGENTS }, () => agent(world, () => (isOver ? null : n++), started)))
    const chaos = (async () => {
      for (let point = 0; point < points; point++) {
        await someWork(world)
        const names = VICTIMS.filter(() => Math.random() < 0.4)
        const hit = names.length === 0 ? [VICTIMS[point % VICTIMS.length] ?? 'server'] : names
        await strike(world, hit, kills)
        say(`${point + 1}: killed ${hit.join(' and ')}; ${started.size} requests so far`)
      }
      isOver = true
    })()
    // whichever fails first is told first
    await Promise.race([chaos, agents.then(() => chaos)])
    const ended = (await agents).flat()
    const givenUp = await quiet(world.ownerUrl)
    const { counts, faults } = await checkDatabase(world.ownerUrl)
    return { kills, ended, counts, wrong: [...faults.map(inWords), ...wrongs(world, ended, started, givenUp)] }
  } finally {
    await world.close()
  }
}

/** A few answers more, then a random moment after the last of them; not for ever, should nobody get any. */
async function someWork(world: World): Promise<void> {
  const wanted = world.answers + Math.floor(Math.random() * 20)
  for (const until = Date.now() + 30_000; world.answers < wanted && Date.now() < until; ) await pause(5)
  await pause(Math.random() * 60)
}

/** Kills all of them at once and starts them again; with a database that moved, whoever was told where it is. */
async function strike({ victims }: World, hit: Name[], kills: Story['kills']): Promise<void> {
  const kill = async (names: readonly Name[]) => {
    await Promise.all(names.map((name) => victims[name].kill()))
    for (const name of names) kills[name] = (kills[name] ?? 0) + 1
  }
  await kill(hit)
  const others: Name[] = (['server', 'worker'] as const).filter((name) => hit.includes(name))
  if (hit.includes('database')) {
    const { port } = victims.database.embedded
    await victims.database.start() // a server that starts needs it
    if (victims.database.embedded.port !== port) {
      const left = (['server', 'worker'] as const).filter((name) => !hit.includes(name))
      await kill(left)
      others.push(...left)
    }
  }
  await Promise.all(others.map((name) => victims[name].start()))
}

function inWords({ org, request, what }: Fault): string {
  return `${org} ${request ?? ''}: ${what}`
}

/** What the world outside saw, against what people were told. */
function wrongs(world: World, ended: Ended[], started: Set<string>, givenUp: Set<string>): string[] {
  const wrong = Object.values(world.victims).flatMap(({ died }) => died ?? [])
  for (const { id, way, status, outcome, performed } of ended) {
    const wanted = way === 'reject' ? 'rejected' : way === 'withdraw' ? 'withdrawn' : 'approved'
    if (status !== wanted) wrong.push(`${way} ${id} should be ${wanted} and is ${status}`)
    // whose every attempt was lost to a kill is given to a person, who can see it
    const isGivenUp = outcome === 'unknown' && givenUp.has(id)
    if (status === 'approved' && outcome !== 'done' && !isGivenUp)
      wrong.push(`${way} ${id} is approved, and ${outcome}`)
    if (way === 'order' && performed !== 1) wrong.push(`${id} was taken away ${performed} times`)
    if (way === 'announce' && !isGivenUp && !world.received.has(`cs-${id}`)) wrong.push(`${id} was never sent`)
  }
  const announced = new Set(ended.filter(({ way }) => way === 'announce').map(({ id }) => `cs-${id}`))
  for (const key of world.received.keys())
    if (!announced.has(key)) wrong.push(`${key} was sent, and nobody approved it`)
  for (const key of world.contradictions) wrong.push(`${key} was sent twice with different words`)
  if (started.size !== ended.length) wrong.push(`${started.size} were proposed and ${ended.length} ended`)
  return wrong
}

/** Until the worker has put its last job away; says which of them it gave up, after as many attempts as there are. */
async function quiet(ownerUrl: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const until = Date.now() + 60_000; Date.now() < until; await pause(100)) {
      const { rowCount } = await client.query("select 1 from outbox where topic = 'perform' and done_at is null")
      if (rowCount === 0) break
    }
    const { rows } = await client.query<{ request: string }>(
      "select request::text as request from outbox where topic = 'perform' and attempts > $1",
      [PERFORM_ATTEMPTS],
    )
    return new Set(rows.map(({ request }) => request))
  } finally {
    await client.end()
  }
}
