import { expecting } from './support/call'
import { type Finding, ratio, slowdown } from './support/finding'
import { inTurn, type Job, type Side } from './support/in-turn'
import { type Northgate, northgate } from './support/northgate'
import { fillPending } from './support/pending'
import { sized } from './support/size'

const FEW = 1_000

const DRAWING = `an empty page is Next and nothing else: no session and no statement. The inbox asks who it is and then four things at
  once, which is some 2 ms of PostgreSQL’s time and 1 of the driver’s; React draws fifty rows of some twenty elements, more than twice
  what it needs for the empty page; the rest is 76 KB of text on its way. Its data goes to the browser as one text, at next to no cost.`

/** The inbox, its query and its page: with a thousand pending, with a million, and against an empty page. */
export async function inbox(): Promise<Finding[]> {
  const small = await northgate()
  const large = await northgate()
  const many = sized(1_000_000, FEW * 10)
  try {
    await fillPending(small, FEW)
    await fillPending(large, many)
    const pages = await inTurn(
      [
        repeated('empty', () => page(`${small.url}/signin/sent`, '')),
        await inboxPage('few', small),
        await inboxPage('many', large),
      ],
      sized(400),
    )
    const queries = await inTurn([query('few', small), query('many', large)], sized(1_500))
    const against = `${many.toLocaleString('en')} pending ÷ with ${FEW.toLocaleString('en')}, in time`
    return [
      {
        ...ratio('the inbox page ÷ an empty page (/signin/sent)', pages, ['few', 'empty'], { least: 0.5 }),
        pays: DRAWING,
      },
      slowdown(`the inbox’s query with ${against}`, queries, ['many', 'few'], { most: 1.3 }),
      slowdown(`the inbox’s page with ${against}`, pages, ['many', 'few'], { most: 1.3 }),
    ]
  } finally {
    await small.close()
    await large.close()
  }
}

function query(name: string, { inbox: cases, dana }: Northgate): Side {
  return repeated(name, async () => {
    const { rows } = await cases.list(dana, { view: 'mine' })
    if (rows.length !== 50) throw new Error(`a page of ${rows.length}`)
  })
}

async function inboxPage(name: string, world: Northgate): Promise<Side> {
  const cookie = await world.signIn(world.dana.id)
  return repeated(name, () => page(`${world.url}/inbox`, cookie))
}

async function page(url: string, cookie: string): Promise<void> {
  await expecting(200, url, { headers: { accept: 'text/html', 'sec-fetch-dest': 'document', cookie } })
}

function repeated(name: string, job: Job): Side {
  return { name, prepare: async (count) => Array.from({ length: count }, () => job) }
}
