import pg from 'pg'
import { aWorld, granted, type World } from '@/lib/inbox/testing'
import { type Copy, copies } from './support/copies'
import { type Finding, ratio } from './support/finding'
import { inTurn, type Job, type Side } from './support/in-turn'
import { ONE_STATEMENT } from './support/one-statement'
import { realClock } from './support/postgres'
import { POOL, sized } from './support/size'

const DECIDE = `select d.code, u.name as who, d.at, d.status, d.outcome, d.own_at as "ownAt", d.why
  from decide($1::text, $2::uuid, $3::text, 'approve', $4::text, $5::text, '', null, 'client') d
  left join users u on u.id = d.who`

const PERFORMING = `ten round trips where the statement has one: reading the request, describing, begin, the decision with its
  time limit, the savepoint, the tool’s three statements, what is said last (deferred constraints, outcome) and commit. Most of
  them are the tool’s own, or guard the decision against it.`

/** A decision, from the bare statement to the whole of it: what each layer costs. */
export async function decision(): Promise<Finding[]> {
  const world = await aWorld({ pool: POOL })
  await realClock(world.test)
  const pools = {
    serving: new pg.Pool({ connectionString: world.test.url, max: POOL }),
    // the hand-written statement knows no walls: the owner is not bound by row-level security
    owner: new pg.Pool({ connectionString: world.test.ownerUrl, max: POOL }),
  }
  try {
    const rates = await inTurn(await sides(world, pools), sized(1_500))
    return [
      ratio('the decision’s one round trip, through Prisma ÷ by plain pg', rates, ['Prisma', 'pg'], { least: 0.6 }),
      ratio('that round trip by pg ÷ one hand-written statement by pg', rates, ['pg', 'statement'], { least: 0.65 }),
      ratio('a whole decision, nothing performed ÷ the hand-written statement', rates, ['whole', 'statement'], {
        least: 0.3,
      }),
      {
        ...ratio('a whole decision that performs ÷ the hand-written statement', rates, ['performing', 'statement'], {
          least: 0.15,
        }),
        pays: PERFORMING,
      },
    ]
  } finally {
    await Promise.all([pools.serving.end(), pools.owner.end()])
    await world.close()
  }
}

async function sides(world: World, pools: { serving: pg.Pool; owner: pg.Pool }): Promise<Side[]> {
  const { ada } = world.people
  const original = await world.propose({ tool: 'order_towels', inputs: { count: 1 } })
  await world.openAs(ada, original.id)
  const [shown] = await world.test.query<{ digest: string }>(
    'select display_digest as digest from tokens where request = $1',
    [original.id],
  )
  if (shown === undefined) throw new Error('opening makes a token')
  const { digest } = shown
  const each = (name: string, decide: (copy: Copy) => Promise<void>): Side => ({
    name,
    prepare: async (count) =>
      (await copies(world.test, original.id, 'cnf', count)).map(
        (copy): Job =>
          () =>
            decide(copy),
      ),
  })
  return [
    each('statement', async ({ request, hash }) => {
      const body = JSON.stringify({ kind: 'request.verdict', request, actor: ada.id, verdict: 'approve', digest })
      const values = [ada.org, request, ada.id, hash, digest, body]
      const { rowCount } = await pools.owner.query({ name: 'statement', text: ONE_STATEMENT, values })
      expected(rowCount === 1)
    }),
    each('pg', async ({ request, hash }) => {
      const values = [ada.org, request, ada.id, hash, digest]
      const { rows } = await pools.serving.query<{ code: string }>({ name: 'decide', text: DECIDE, values })
      expected(rows[0]?.code === 'ok')
    }),
    each('Prisma', async ({ request, hash }) => {
      const { code } = await world.store.decide({
        org: ada.org,
        request,
        person: ada.id,
        verdict: 'approve',
        tokenHash: hash,
        displayDigest: digest,
        answer: '',
        note: null,
        performs: 'client',
      })
      expected(code === 'ok')
    }),
    each('whole', async ({ request, token }) => {
      const { status } = granted(await world.inbox.decide(ada, { request, verdict: 'approve', token }))
      expected(status === 'approved')
    }),
    performing(world),
  ]
}

/** Each sets a sign of its own: on one they would wait for each other. */
function performing(world: World): Side {
  const { ada } = world.people
  let signs = 0
  return {
    name: 'performing',
    async prepare(count) {
      const jobs: Job[] = []
      const first = signs
      signs += count
      await world.test.query(
        "insert into play.signs select 's' || n, 'Open' from generate_series($1::int, $2::int) n",
        [first, signs - 1],
      )
      for (let n = first; n < signs; n++) {
        const { id } = await world.propose({ inputs: { sign: `s${n}`, text: 'Closed' } })
        const { token } = await world.openAs(ada, id)
        if (token === null) throw new Error('Ada may decide')
        jobs.push(async () => {
          const { outcome } = granted(await world.inbox.decide(ada, { request: id, verdict: 'approve', token }))
          expected(outcome === 'done')
        })
      }
      return jobs
    },
  }
}

function expected(held: boolean): void {
  if (!held) throw new Error('a side did not do what it is measured for')
}
