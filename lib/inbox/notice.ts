import type { Registry } from '@/lib/tools'
import { authorizedCall } from './authorized-call'
import type { MailJob, Notice } from './mail-store'
import type { Ports } from './ports'

/**
 * What a mail may say to this person now; null: nothing any more. Between the event and the sending they may have left,
 * may have decided, or the request may be over; and while it is pending the tool is asked again, as for opening: nobody
 * is told a name that they may not see. Throws where the tool cannot be asked, or is not in this installation: the mail
 * is tried again, and in the end an admin sees that it was not sent.
 */
export async function noticeFor(ports: Ports, registry: Registry, job: MailJob): Promise<Notice | null> {
  const { org, request, person, what } = job
  const facts = await ports.store.noticeFacts(job)
  if (facts === null || facts.isMuted) return null
  const { mayDecide, waitsForThem, isMuted: _muted, role, ...told } = facts
  const isPending = told.request.status === 'pending'
  if (what !== 'outcome' && !(isPending && mayDecide && waitsForThem)) return null
  if (isPending) {
    const reader = { kind: 'person', id: person, org, name: told.to.name, role } as const
    const stored = await ports.store.forPerson(reader, request)
    if (stored === null) return null
    const asked = await authorizedCall(registry.get(stored.tool), stored, org, reader, ports.store.readSql(org))
    if (asked.state === 'failed') throw asked.error
    if (asked.state === 'absent') throw new Error(`there is no tool «${stored.tool}» of version ${stored.version} here`)
    if (asked.state === 'denied') return null
  }
  return { ...told, id: `${request}.${job.event}.${what}`, what }
}
