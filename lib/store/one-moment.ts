import type { PrismaClient } from '@/prisma/generated/client'
import type { Raw } from './within'

/** As long as a reader may take; who reads slower gets an error, never a part that looks like the whole. */
const LIMIT_MS = 10 * 60_000
/** Each holds a connection of the pool while somebody reads; more wait for their turn. */
const AT_ONCE = 2

const waiting: (() => void)[] = []
let open = 0

/**
 * Reads portion by portion what was committed when the first one was read, and nothing later: one transaction with one
 * snapshot (`REPEATABLE READ`), open until the reader is done or gives up. At most two at once in a process.
 */
export async function* inOneMoment<Portion>(
  db: PrismaClient,
  read: (tx: Raw) => AsyncIterable<Portion>,
): AsyncGenerator<Portion> {
  if (open >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else open += 1
  try {
    const { tx, end } = await begin(db)
    try {
      yield* read(tx)
    } finally {
      await end()
    }
  } finally {
    const next = waiting.shift()
    if (next === undefined) open -= 1
    else next()
  }
}

/** Prisma ends a transaction when its callback does; here the callback waits until it is told to. */
function begin(db: PrismaClient): Promise<{ tx: Raw; end(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const held = db.$transaction(
      (tx) =>
        new Promise<void>((release) => {
          const end = async () => {
            release()
            // a transaction that was given up meanwhile has told its reader already
            await held.catch(() => undefined)
          }
          resolve({ tx, end })
        }),
      { isolationLevel: 'RepeatableRead', timeout: LIMIT_MS },
    )
    held.catch(reject)
  })
}
