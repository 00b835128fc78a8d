import pg from 'pg'
import { bindingFaults, chainFaults } from './chain'
import { decisionFaults } from './decision'
import { dossiers } from './dossier'
import { effectFaults } from './effects'
import type { Fault } from './fault'
import { leftoverFaults } from './leftovers'
import { outcomeFaults } from './outcome'
import { rowFaults } from './rows'
import { spendingFaults } from './spending'

export type Report = { counts: { [what: string]: number }; faults: Fault[] }

const RULES = [chainFaults, bindingFaults, decisionFaults, spendingFaults, outcomeFaults, leftoverFaults]

/**
 * Reads a whole database and says what in it cannot be. It shares no code with the product: rules are written here once
 * more, from the design. One snapshot, read only; may run beside a server.
 */
export async function checkDatabase(url: string): Promise<Report> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await examine(client)
  } finally {
    await client.end()
  }
}

/** The same, in whatever transaction the connection is in. */
export async function examine(client: pg.Client): Promise<Report> {
  const report: Report = { counts: {}, faults: [] }
  const count = (what: string, by = 1) => {
    report.counts[what] = (report.counts[what] ?? 0) + by
  }
  for await (const dossier of dossiers(client)) {
    const { org, id: request, status, outcome } = dossier.request
    count('requests')
    count(outcome === null ? status : `${status}, ${outcome}`)
    count('events', dossier.events.length)
    count('verdicts', dossier.verdicts.length)
    count('tokens', dossier.tokens.length)
    for (const rule of RULES) for (const what of rule(dossier)) report.faults.push({ org, request, what })
  }
  report.faults.push(...(await rowFaults(client)), ...(await effectFaults(client)))
  return report
}
