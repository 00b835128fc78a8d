import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from './account'
import { isAlive } from './is-alive'

/** This launcher's stake in the shared server. */
export type Stake = {
  /** Gives the stake up; `lastOneOut` runs only where no other live launcher holds one. Later calls do nothing. */
  leave(lastOneOut: () => Promise<void>): Promise<void>
}

/**
 * Registers this process as a user of the server, as a file named after its pid; files of dead processes do not count.
 *
 * A leaver writes its `stopping` mark and then looks for users; a joiner writes its `using` mark and then looks for
 * leavers. So at least one of two sees the other, and nobody is handed a server that is about to be stopped.
 */
export async function joinLaunchers(folder: string, account: Account | undefined): Promise<Stake> {
  mkdirSync(folder, { recursive: true })
  // a later start may be made by that account's owner instead of root, and must be able to register too
  if (account) chownSync(folder, account.uid, account.gid)
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`
  const using = path.join(folder, `using-${name}`)
  writeFileSync(using, '')
  while (marks(folder, 'stopping').length > 0) await pause(20)

  let isLeft = false
  return {
    async leave(lastOneOut) {
      if (isLeft) return
      isLeft = true
      const stopping = path.join(folder, `stopping-${name}`)
      writeFileSync(stopping, '')
      try {
        rmSync(using, { force: true })
        if (marks(folder, 'using').length === 0) await lastOneOut()
      } finally {
        rmSync(stopping, { force: true })
      }
    },
  }
}

/** The marks of live processes; those of dead ones are swept away. */
function marks(folder: string, kind: 'using' | 'stopping'): string[] {
  return readdirSync(folder).filter((name) => {
    const pid = new RegExp(`^${kind}-(\\d+)-`).exec(name)?.[1]
    if (pid === undefined) return false
    if (isAlive(Number(pid))) return true
    rmSync(path.join(folder, name), { force: true })
    return false
  })
}
