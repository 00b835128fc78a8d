/** Who proposes: the clients of Northgate, and one of the other organization. */
export type ClientId = 'rota' | 'purchasing' | 'ledger' | 'payroll' | 'other'

/** What the global set-up made, as the stories see it: addresses only, as they run in another process. */
export type World = {
  /** Where Countersign answers; an origin. */
  url: string
  /** The database, as its owner. */
  ownerUrl: string
  /** Where what left Countersign arrived: mail and announcements. */
  outsideUrl: string
  /** The API key of each client. */
  keys: Record<ClientId, string>
}

const variable = 'COUNTERSIGN_E2E_WORLD'

/** The world of this run. */
export function world(): World {
  const text = process.env[variable]
  if (text === undefined) throw new Error('no world: stories run under Playwright, whose global set-up makes one')
  const made: World = JSON.parse(text)
  return made
}

/** Hands the world to the processes that run the stories. */
export function publishWorld(made: World): void {
  process.env[variable] = JSON.stringify(made)
}
