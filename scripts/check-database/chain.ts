import { createHash } from 'node:crypto'
import { type Dossier, said } from './dossier'

/** The history is whole: each event builds on the one before it, and the request's row knows where it ends. */
export function chainFaults({ request, events }: Dossier): string[] {
  const faults: string[] = []
  let head = ''
  for (const [index, event] of events.entries()) {
    const place = index + 1
    if (event.n !== place) faults.push(`event ${place} of its history is number ${event.n}`)
    if (event.head !== head) faults.push(`event ${event.n} does not build on the one before`)
    const hash = createHash('sha256').update(Buffer.from(head, 'hex')).update(event.body, 'utf8').digest('hex')
    if (event.hash !== hash) faults.push(`event ${event.n} is not what was hashed`)
    head = event.hash
    const { n, kind, request: about } = said(event)
    if (n !== event.n || kind !== event.kind || about !== request.id)
      faults.push(`event ${event.n} says of itself that it is another`)
  }
  if (events[0]?.kind !== 'request.proposed') faults.push('its history does not begin with the proposal')
  if (request.events !== events.length)
    faults.push(`its row counts ${request.events} events, there are ${events.length}`)
  if (request.head !== head) faults.push('its row ends in another hash than its history')
  return faults
}

/** The fingerprint is of the call that is stored: RFC 8785 of five members, written out by hand. */
export function bindingFaults({ request, tokens }: Dossier): string[] {
  const { inputs, org, tool, user, version } = request
  const text = `{"inputs":${inputs},"org":${JSON.stringify(org)},"tool":${JSON.stringify(tool)},"user":${JSON.stringify(user)},"version":${JSON.stringify(version)}}`
  const made = `jcs-sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`
  return [
    ...(made === request.fingerprint ? [] : ['its fingerprint is not of its call']),
    ...tokens
      .filter((token) => token.fingerprint !== request.fingerprint)
      .map(() => 'a token of it is for another call'),
  ]
}
