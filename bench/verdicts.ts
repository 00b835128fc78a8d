import { granted } from '@/lib/inbox/testing'
import { callDecide, decideAction } from './support/actions'
import { copies } from './support/copies'
import { type Finding, rate, ratio } from './support/finding'
import { inTurn, type Side } from './support/in-turn'
import { type Northgate, northgate } from './support/northgate'
import { sized } from './support/size'

/**
 * A person's verdict through the server action, against the emptiest action that this build has: the same one called by
 * nobody. It is parsed, finds no session and answers «signed out», without a query.
 */
export async function verdicts(): Promise<Finding[]> {
  const world = await northgate()
  try {
    const action = await decideAction()
    const cookie = await world.signIn(world.dana.id)
    const rates = await inTurn(
      [
        await orders(world, 'empty', { action, cookie: null, answers: '"signed_out"' }),
        await orders(world, 'decision', { action, cookie, answers: '"status":"approved"' }),
      ],
      sized(600),
    )
    const performed = await inTurn([shifts(world, { action, cookie })], sized(400))
    return [
      ratio('a person’s decision through the server action ÷ an empty action', rates, ['decision', 'empty'], {
        least: 0.4,
      }),
      rate('approve → performed, end to end over HTTP', performed, 'shifts'),
    ]
  } finally {
    await world.close()
  }
}

async function orders(
  world: Northgate,
  name: string,
  { action, cookie, answers }: { action: string; cookie: string | null; answers: string },
): Promise<Side> {
  const original = await world.proposeOrder()
  granted(await world.inbox.open(world.dana, original))
  return {
    name,
    prepare: async (count) =>
      (await copies(world.database, original, 'cnf', count)).map(({ request, token }) => async () => {
        const form = { request, verdict: 'approve', token, note: '' }
        expectText(await callDecide(world.url, { action, cookie, form }), answers)
      }),
  }
}

/** Each fills a shift of its own, in a week of its own; the answer says that it is done. */
function shifts({ database, inbox, rota, dana, url }: Northgate, session: { action: string; cookie: string }): Side {
  return {
    name: 'shifts',
    async prepare(count) {
      const made = await database.query<{ id: string; date: string }>(
        `insert into staffing.shifts (org, id, place, role, starts, ends, opened)
         select 'northgate', 'E-' || n, 'harbour-bar', 'bar_staff', d + time '10:00', d + time '18:00', d - 9
         from (select c.n + s as n, date '2029-03-01' + 7 * (c.n + s) as d
               from (select count(*)::int as n from staffing.shifts where id like 'E-%') c, generate_series(1, $1::int) s) x
         returning id, starts::date::text as date`,
        [count],
      )
      return Promise.all(
        made.map(async ({ id, date }) => {
          const proposed = granted(
            await inbox.propose(
              rota,
              {
                tool: 'assign_shift',
                inputs: { date, place: 'harbour-bar', role: 'bar_staff', shift: id, worker: 'W-1190' },
              },
              null,
            ),
          )
          const request = proposed.request.id
          const { token } = granted(await inbox.open(dana, request))
          const form = { request, verdict: 'approve', token: token ?? '', note: '' }
          return async () => expectText(await callDecide(url, { ...session, form }), '"outcome":"done"')
        }),
      )
    },
  }
}

function expectText(answer: string, text: string): void {
  if (!answer.includes(text)) throw new Error(`the action did not answer ${text}: ${answer.slice(0, 400)}`)
}
