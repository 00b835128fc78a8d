import { type Person, type Policy, parsePolicy } from '@/lib/policy'
import type { Kind } from '@/lib/request'
import type { Registry } from '@/lib/tools'
import type { Overview, PolicyEntry } from './organization'
import type { OrganizationStore } from './ports'

type Read = Awaited<ReturnType<OrganizationStore['overview']>>

const OWN_KINDS = ['gate', 'command', 'plan'] as const satisfies readonly Kind[]

/** What a person may see of their organization: policies of every tool and of every client's own kinds, named. */
export function overviewOf(read: Read, person: Person, registry: Registry): Overview {
  if (person.role !== 'admin') return { ...read, invites: [], clients: [], policies: [] }
  const own = (kind: Kind, subject: string): Policy | null => {
    const written = read.policies.find((one) => one.kind === kind && one.subject === subject)
    return written === undefined ? null : policyOf(written.policy)
  }
  const writes = registry.all().map(
    ({ name, label, policy }): PolicyEntry => ({
      kind: 'write',
      subject: name,
      label,
      policy: own('write', name),
      fallback: policy === null ? null : policyOf(policy),
    }),
  )
  const others = read.clients.flatMap((client) =>
    OWN_KINDS.map(
      (kind): PolicyEntry => ({
        kind,
        subject: client.id,
        label: client.name,
        policy: own(kind, client.id),
        fallback: null,
      }),
    ),
  )
  return { ...read, policies: [...writes, ...others] }
}

/** A policy that cannot be read is as none: under it nothing can be proposed, and it can be said anew. */
function policyOf(written: unknown): Policy | null {
  const policy = parsePolicy(written)
  return policy.ok ? policy.value : null
}
