import { type Dossier, said } from './dossier'

/** What may become of an approved request, and by which event; written from the words of the design, not from the code. */
const STEPS: { kind: string; from: string[]; to: string[]; by: 'client' | 'person' | 'nobody' }[] = [
  { kind: 'request.performed', from: ['waiting'], to: ['running', 'done', 'failed', 'unknown'], by: 'nobody' },
  { kind: 'request.performed', from: ['running'], to: ['done', 'failed', 'unknown'], by: 'nobody' },
  { kind: 'request.redeemed', from: ['waiting'], to: ['running'], by: 'client' },
  { kind: 'request.outcome', from: ['running'], to: ['running', 'done', 'failed', 'unknown'], by: 'client' },
  { kind: 'request.outcome', from: ['unknown'], to: ['running', 'done', 'failed'], by: 'client' },
  { kind: 'request.lapsed', from: ['waiting'], to: ['lapsed'], by: 'nobody' },
  { kind: 'request.silent', from: ['running'], to: ['unknown'], by: 'nobody' },
  { kind: 'request.settled', from: ['unknown'], to: ['done', 'failed'], by: 'person' },
]

/** Walks what became of it, step by step, to where its row says it is. */
export function outcomeFaults({ request, events }: Dossier): string[] {
  const faults: string[] = []
  let at: string | null = null
  let note: string | null = null
  let isTaken = false
  for (const event of events) {
    const { status, outcome, actor, note: words } = said(event)
    if (outcome === undefined) {
      if (status === 'approved') at = 'waiting'
      continue
    }
    const from: string = at ?? 'not approved'
    const step = STEPS.find(({ kind, from: f, to }) => kind === event.kind && f.includes(from) && to.includes(outcome))
    if (step === undefined) faults.push(`${event.kind} led from ${from} to ${outcome}`)
    else if ((actor?.kind ?? 'nobody') !== step.by)
      faults.push(`${event.kind} was written by ${actor?.kind ?? 'nobody'}`)
    if (actor?.kind === 'client' && actor.id !== request.client) faults.push('another client reported on it')
    if (event.kind === 'request.outcome' && !isTaken) faults.push('its client reported on what it had not taken away')
    isTaken ||= event.kind === 'request.redeemed'
    at = outcome
    note = words ?? null
  }
  if (request.status === 'approved' && request.outcome === null)
    faults.push('it is approved, and nothing says what became of it')
  else if (request.outcome !== at) faults.push(`its row says ${request.outcome}, its history ${at}`)
  else if (request.note !== note) faults.push('its row tells another note than its history')
  return faults
}
