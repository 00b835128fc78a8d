import { type Dossier, said } from './dossier'

type Verdict = Dossier['verdicts'][number]

/** It ended once or not at all, as its row says, by verdicts that add up to it. */
export function decisionFaults(dossier: Dossier): string[] {
  const { request, events, verdicts } = dossier
  const faults: string[] = []
  const endings = events.filter((event) => {
    const { status } = said(event)
    return event.kind !== 'request.proposed' && status !== undefined && status !== 'pending'
  })
  const [ending] = endings
  if (request.status === 'pending') {
    if (ending !== undefined) faults.push('it is pending, and its history has ended it')
    if (request.decided !== null || request.by !== null) faults.push('it is pending, and its row names a decision')
  } else if (ending === undefined) faults.push(`it is ${request.status}, and nothing in its history says so`)
  else {
    const { status, actor } = said(ending)
    if (endings.length > 1) faults.push(`it was ended ${endings.length} times`)
    if (status !== request.status) faults.push(`its row says ${request.status}, its history ${status}`)
    if (request.decided !== (ending.kind === 'request.expired' ? request.expires : ending.at))
      faults.push('it was not decided when its history says')
    if (request.by !== (actor?.kind === 'person' ? actor.id : null))
      faults.push('it was not decided by whom its history says')
    if (ending.kind === 'request.verdict' && ending.at >= request.expires) faults.push('it was decided after its time')
    if (events.some(({ n, kind }) => kind === 'request.verdict' && n > ending.n))
      faults.push('somebody gave a verdict after it had ended')
  }
  const given = verdicts.filter(({ verdict }) => verdict !== 'taken_back')
  return [...faults, ...rowFaults(dossier), ...given.flatMap((verdict) => sumFaults(dossier, verdict))]
}

/** Rows of verdicts and their events are the same. */
function rowFaults({ events, verdicts }: Dossier): string[] {
  const told = events.filter(({ kind }) => kind === 'request.verdict' || kind === 'request.taken_back')
  const lines = told.map((event) => {
    const { verdict, actor, note, display_digest, person } = said(event)
    if (event.kind === 'request.taken_back') return JSON.stringify([event.n, 'taken_back', 'person', person, null, ''])
    return JSON.stringify([event.n, verdict, actor?.kind, actor?.id, note ?? null, display_digest ?? ''])
  })
  const rows = verdicts.map(({ n, verdict, person, note, digest }) =>
    JSON.stringify([n, verdict, 'person', person, note, digest]),
  )
  return JSON.stringify(lines) === JSON.stringify(rows) ? [] : ['its verdicts are not those of its history']
}

/** What the verdicts up to this one add up to is what its event says. */
function sumFaults({ request, events, verdicts, people }: Dossier, last: Verdict): string[] {
  const may = mayAt(people, events, last.n)
  if (!may.has(last.person)) return [`${last.person} gave a verdict and may not`]
  const event = events.find(({ n }) => n === last.n)
  const status = event === undefined ? undefined : said(event).status
  const before = verdicts.filter(({ n }) => n <= last.n)
  const latest = new Map(before.map((verdict) => [verdict.person, verdict]))
  const tookBack = (verdict: Verdict) =>
    before.some((v) => v.person === verdict.person && v.n > verdict.n && v.verdict !== 'approve')

  if (last.verdict === 'approve') {
    const approvers = new Set(
      before
        .filter((v) => v.verdict === 'approve' && v.digest === last.digest && v.answer === last.answer)
        .filter((v) => may.has(v.person) && !tookBack(v))
        .map(({ person }) => person),
    )
    const adds = approvers.size >= request.quorum ? 'approved' : 'pending'
    return status === adds ? [] : [`${approvers.size} of ${request.quorum} had approved the same, and it was ${status}`]
  }
  const left = [...may].filter((person) => !['reject', 'return'].includes(latest.get(person)?.verdict ?? '')).length
  const ends = request.one_ends || left < request.quorum
  const adds = ends ? (last.verdict === 'reject' ? 'rejected' : 'returned') : 'pending'
  return status === adds ? [] : [`a ${last.verdict} should have made it ${adds}, and it was ${status}`]
}

/** Who could decide when event `n` was written: those who can now, and back through every change since. */
function mayAt(people: Dossier['people'], events: Dossier['events'], n: number): Set<string> {
  const may = new Set(people.filter((one) => one.may).map(({ person }) => person))
  for (const event of events.filter((one) => one.n > n && one.kind === 'request.deciders').reverse()) {
    const { gained = [], lost = [] } = said(event)
    for (const person of gained) may.delete(person)
    for (const person of lost) may.add(person)
  }
  return may
}
