import { expecting } from './support/call'
import { type Finding, slowdown } from './support/finding'
import { inTurn, type Side } from './support/in-turn'
import { type Northgate, northgate } from './support/northgate'
import { fillPending } from './support/pending'
import { sized } from './support/size'

const FEW = 10_000

/** The desk of a lead: its page with ten thousand pending, and with a million. */
export async function desk(): Promise<Finding[]> {
  const small = await northgate()
  const large = await northgate()
  const many = sized(1_000_000, FEW * 2)
  try {
    await fillPending(small, FEW)
    await fillPending(large, many)
    const pages = await inTurn([await deskPage('few', small), await deskPage('many', large)], sized(200))
    const against = `${many.toLocaleString('en')} pending ÷ with ${FEW.toLocaleString('en')}, in time`
    return [slowdown(`the desk’s page with ${against}`, pages, ['many', 'few'], { most: 1.5 })]
  } finally {
    await small.close()
    await large.close()
  }
}

async function deskPage(name: string, world: Northgate): Promise<Side> {
  const cookie = await world.signIn(world.dana.id)
  const job = () =>
    expecting(200, `${world.url}/desk`, { headers: { accept: 'text/html', 'sec-fetch-dest': 'document', cookie } })
  return { name, prepare: async (count) => Array.from({ length: count }, () => async () => void (await job())) }
}
