import type { Dossier } from './dossier'

/** Tokens a day past their time are swept away; until then they must be there. */
const SWEPT_AFTER_MS = 24 * 3600_000

/** Each approval spent one token, made for that person and that very screen; each redemption one grant. */
export function spendingFaults({ now, request, tokens, verdicts, events }: Dossier): string[] {
  const faults: string[] = []
  const isKept = ({ at }: { at: number }) => at > now - SWEPT_AFTER_MS

  const approvals = verdicts.filter(({ verdict }) => verdict === 'approve')
  const spent = tokens.filter(({ kind, used }) => kind === 'cnf' && used !== null)
  for (const approval of approvals) {
    const paid = spent.filter(
      ({ by, digest, used }) => by === approval.person && digest === approval.digest && used === approval.at,
    )
    if (paid.length !== 1 && isKept(approval))
      faults.push(`the approval of ${approval.person} spent ${paid.length} tokens for what it saw`)
  }
  if (spent.length > approvals.length) faults.push(`${spent.length} tokens are spent for ${approvals.length} approvals`)

  const redeemed = events.filter(({ kind }) => kind === 'request.redeemed')
  const grants = tokens.filter(({ kind, used }) => kind === 'grt' && used !== null)
  if (redeemed.length > 1) faults.push(`it was redeemed ${redeemed.length} times`)
  if (grants.length > redeemed.length)
    faults.push(`${grants.length} grants are spent for ${redeemed.length} redemptions`)
  for (const event of redeemed)
    if (isKept(event) && !grants.some(({ used }) => used === event.at))
      faults.push('it was redeemed and no grant is spent')

  const isLive = ({ used, expires }: Dossier['tokens'][number]) => used === null && expires >= now
  const live = tokens.filter((token) => token.kind === 'grt' && isLive(token)).length
  if (live > 1 || (live === 1 && request.outcome !== 'waiting')) faults.push(`${live} grants of it are live`)
  for (const person of new Set(tokens.map(({ by }) => by))) {
    const held = tokens.filter((token) => token.kind === 'cnf' && token.by === person && isLive(token)).length
    if (held > 5) faults.push(`${person} holds ${held} live tokens of it`)
  }
  return faults
}
