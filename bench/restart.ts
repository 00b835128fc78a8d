import { expecting } from './support/call'
import type { Finding } from './support/finding'
import { freePort, startFront } from './support/front'
import { median } from './support/in-turn'
import { ownDatabase } from './support/postgres'
import { ROUNDS } from './support/size'

/** From asking a server to stop until its successor has answered its first page. The database goes on. */
export async function restart(): Promise<Finding[]> {
  const database = await ownDatabase()
  const env = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl }
  const port = await freePort()
  let front = await startFront(env, port)
  try {
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await expecting(200, `${front.url}/signin`)
      const began = performance.now()
      await front.stop()
      front = await startFront(env, port)
      await expecting(200, `${front.url}/signin`)
      took.push((performance.now() - began) / 1_000)
    }
    return [
      {
        what: 'restart: SIGTERM → the next server’s first page',
        value: median(took),
        unit: 's',
        figures: `rounds ${took.map((one) => one.toFixed(1)).join(', ')}`,
      },
    ]
  } finally {
    await front.stop()
    await database.drop()
  }
}
