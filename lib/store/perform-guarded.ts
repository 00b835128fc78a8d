import type { Store } from '@/lib/inbox'
import type { Performed } from '@/lib/tools'
import type { PrismaClient } from '@/prisma/generated/client'
import { broken, FAILED, lentSql, PERFORM_MS } from './lent-sql'
import { toolSql } from './tool-sql'

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/**
 * Performs inside an open transaction, behind a savepoint: whatever goes wrong, what stood before stays and what the tool
 * wrote does not. `settle` records what was done, checks deferred constraints where they can still be undone alone, and
 * sets the organization again, in case the tool changed it; what breaks in it is undone as well.
 */
export async function performGuarded(
  tx: Transaction,
  perform: Parameters<Store['decideAndPerform']>[1],
  settle: (performed: Performed & { did: true }) => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<Performed> {
  await tx.$executeRaw`SAVEPOINT performing`
  const signal = AbortSignal.timeout(PERFORM_MS)
  const lent = lentSql(toolSql(tx))
  let why = FAILED
  try {
    const performed = await Promise.race([perform(lent.sql, signal), broken(signal)])
    lent.takeBack()
    if (performed.did) {
      await settle(performed)
      return performed
    }
    why = performed.why
  } catch (error) {
    lent.takeBack()
    onFailure(error)
  }
  await tx.$executeRaw`ROLLBACK TO SAVEPOINT performing`
  return { did: false, why }
}
