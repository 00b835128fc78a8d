import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The system account the server runs as. */
export type Account = { name: string; uid: number; gid: number }

/**
 * Returns the account to run as, or undefined where this process runs the server as itself.
 *
 * PostgreSQL refuses to run as root. As root, the owner of an existing cluster serves it; else `postgres`, else
 * `nobody`, as /etc/passwd has them. No account is made.
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  if (owner && owner.uid !== 0) {
    const name = accounts.find((account) => account.uid === owner.uid)?.name ?? `uid ${owner.uid}`
    return { name, uid: owner.uid, gid: owner.gid }
  }
  const found =
    accounts.find((account) => account.name === 'postgres') ?? accounts.find((account) => account.name === 'nobody')
  if (!found) {
    throw new Error(
      'PostgreSQL does not run as root, and there is neither an account «postgres» nor «nobody» to run it as. Start as another user, or set DATABASE_URL.',
    )
  }
  return found
}

/** Whether the account reaches a folder: asked of the system, so that modes, groups and access lists all count. */
export function mayEnter(account: Account, folder: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...ids(account), cwd: '/', timeout: 10_000 })
  return asked.status === 0
}

/** Whether the account can start a program, including everything the program loads. */
export function mayRun(account: Account, program: string): boolean {
  return spawnSync(program, ['--version'], { ...ids(account), cwd: '/', timeout: 10_000 }).status === 0
}

/** Spawn options that switch to the account; none where the server runs as this process. */
export function ids(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}

/** Gives a folder and everything below it to the account, without following links. */
export function giveTo(account: Account, folder: string): void {
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) giveTo(account, at)
    else lchownSync(at, account.uid, account.gid)
  }
}
