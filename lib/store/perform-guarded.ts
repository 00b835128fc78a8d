import type { Store } from '@/lib/inbox'
import type { Performed } from '@/lib/tools'
import type { PrismaClient } from '@/prisma/generated/client'
import { broken, FAILED, lentSql, PERFORM_MS } from './lent-sql'
import { toolSql } from './tool-sql'

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/**
 * Performs a step inside its own transaction, behind a savepoint: whatever goes wrong, the claim on the step stays and
 * what the tool wrote does not. Deferred constraints are checked here, where they can still be undone alone; the
 * organization is set again, in case the tool changed it.
 */
export async function performGuarded(
  tx: Transaction,
  org: string,
  perform: Parameters<Store['decideAndPerform']>[1],
  onFailure: (error: unknown) => void,
): Promise<Performed> {
  await tx.$executeRaw`SAVEPOINT performing`
  const signal = AbortSignal.timeout(PERFORM_MS)
  const lent = lentSql(toolSql(tx))
  try {
    await tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${PERFORM_MS}`)
    const performed = await Promise.race([perform(lent.sql, signal), broken(signal)])
    lent.takeBack()
    if (!performed.did) {
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT performing`
      return performed
    }
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`
    await tx.$queryRaw`SELECT set_config('app.org_id', ${org}, true)`
    await tx.$executeRaw`RELEASE SAVEPOINT performing`
    return performed
  } catch (error) {
    lent.takeBack()
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT performing`
    onFailure(error)
    return { did: false, why: FAILED }
  }
}
