import type { Dossier } from './dossier'

/** Whoever must come back to it will, and nobody comes back to what has ended. */
export function leftoverFaults({ now, request, events, people, timers, outbox }: Dossier): string[] {
  const faults: string[] = []
  const isPending = request.status === 'pending'
  const has = (what: string) => timers.some((timer) => timer.what === what)

  // whoever could may have left since
  const haveLeft = events.some(({ kind }) => kind === 'request.deciders')
  if (!haveLeft && !people.some(({ may }) => may)) faults.push('nobody may decide it')
  if (people.some(({ closed }) => (closed === null) !== isPending))
    faults.push(isPending ? 'it is pending, and closed to somebody' : 'it has ended, and stands open in a list')
  else if (!isPending && people.some(({ closed }) => closed !== request.decided))
    faults.push('it was closed at another time')
  if (people.some(({ expires }) => expires !== request.expires)) faults.push('a list has another time for it to end')

  if (has('expire') !== isPending)
    faults.push(isPending ? 'nothing will expire it' : 'it has ended, and will be expired')
  if (timers.some(({ what, due }) => what === 'expire' && due !== request.expires))
    faults.push('it expires at another time')

  const jobs = outbox.filter(({ topic }) => topic === 'perform')
  const isQueued = jobs.some(({ done }) => !done)
  const isLeased = jobs.some(({ done, leased }) => !done && leased !== null && leased > now)
  const waits = request.outcome === 'waiting' || request.outcome === 'running'
  if (jobs.length > 1) faults.push(`it is queued ${jobs.length} times`)
  if (jobs.length > 0 && request.status !== 'approved') faults.push('it is not approved, and queued to be performed')
  // whoever holds the lease may be about to say that it is done
  if (isQueued && !waits && !isLeased)
    faults.push(`it is ${request.outcome ?? request.status}, and still queued to be performed`)

  for (const [what, when] of [
    ['lapse', 'waiting'],
    ['unknown', 'running'],
  ] as const) {
    if (has(what) && request.outcome !== when) faults.push(`a «${what}» timer is left of it`)
    if (request.outcome === when && !isQueued && !has(what))
      faults.push(`it is ${when}, and nobody will come back to it`)
    if (request.outcome === when && isQueued && has(what)) faults.push(`it is ${when} here and with its client`)
  }
  return faults
}
