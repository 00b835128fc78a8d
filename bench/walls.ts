import { aWorld, granted, type World } from '@/lib/inbox/testing'
import { recordStore } from '@/lib/store'
import { copies } from './support/copies'
import { type Finding, ratio } from './support/finding'
import { inTurn, type Job, type Side } from './support/in-turn'
import { realClock } from './support/postgres'
import { POOL, sized } from './support/size'

/** As the sealer runs beside a server. */
const SEAL_MS = 2_000

/**
 * What the walls and the sealer cost a decision: the second approval of a quorum of two, all of it from the use case on, in
 * one busy organization; without row-level security, with it, and with the sealer at work as well.
 */
export async function walls(): Promise<Finding[]> {
  const worlds = await Promise.all([aWorld({ pool: POOL }), aWorld({ pool: POOL }), aWorld({ pool: POOL })])
  const [open, walled, sealed] = worlds
  const records = recordStore(sealed.db)
  const sealer = setInterval(() => void records.sealAll(thrown), SEAL_MS)
  try {
    for (const world of [open, walled]) await world.test.query('drop trigger unsealed on events')
    const tables = await open.test.query<{ name: string }>(
      "select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace",
    )
    for (const { name } of tables) await open.test.query(`alter table ${name} disable row level security`)
    const drain = async () => {
      while ((await records.sealAll(thrown)) > 0);
    }
    const sides = [
      await side('without walls', open),
      await side('walls', walled),
      await side('walls and sealer', sealed, drain),
    ]
    const rates = await inTurn(sides, sized(1_500))
    return [
      ratio(
        'a decision with policy, quorum and row-level security ÷ without row-level security',
        rates,
        ['walls', 'without walls'],
        { least: 0.7 },
      ),
      ratio(
        'decisions of one busy organization with the sealer at work ÷ without',
        rates,
        ['walls and sealer', 'walls'],
        {
          least: 0.95,
        },
      ),
    ]
  } finally {
    clearInterval(sealer)
    for (const world of worlds) await world.close()
  }
}

async function side(name: string, world: World, settle = async () => {}): Promise<Side> {
  await realClock(world.test)
  const { ada, ben } = world.people
  await world.policy('order_towels', { who: { kind: 'people', people: [ada.id, ben.id] }, quorum: 2 })
  const original = await world.propose({ tool: 'order_towels', inputs: { count: 1 } })
  granted(await world.approve(ben, original.id))
  await world.openAs(ada, original.id)
  return {
    name,
    async prepare(count) {
      const made = await copies(world.test, original.id, 'cnf', count)
      await settle()
      return made.map(
        ({ request, token }): Job =>
          async () => {
            const { status } = granted(await world.inbox.decide(ada, { request, verdict: 'approve', token }))
            if (status !== 'approved') throw new Error('a side did not do what it is measured for')
          },
      )
    },
  }
}

function thrown(error: unknown): never {
  throw error
}
