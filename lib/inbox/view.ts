import type { Person } from '@/lib/policy'
import { type Result, refuse, yes } from '@/lib/result'
import type { Registry } from '@/lib/tools'
import { authorizedCall, storedInputs } from './authorized-call'
import type { InboxRefusal } from './inbox'
import type { Ports } from './ports'
import type { RequestView } from './views'

/**
 * Reads a request for its page, all but a pending confirmation; mints and changes nothing.
 *
 * While it is pending the tool is asked again whether this person could make the write. What is over is history: who
 * was eligible then may read it, whatever became of the world.
 */
export async function view(
  ports: Ports,
  registry: Registry,
  person: Person,
  request: string,
): Promise<Result<RequestView, InboxRefusal>> {
  const [found, stored] = await Promise.all([ports.store.view(person, request), ports.store.forPerson(person, request)])
  if (found === null || stored === null) return refuse('not_found')
  if (stored.status === 'pending') {
    const asked = await authorizedCall(
      registry.get(stored.tool),
      stored,
      person.org,
      person,
      ports.store.readSql(person.org),
    )
    if (asked.state === 'denied') return refuse('not_found')
  }
  return yes(withTool(registry, found))
}

/** What only the registry knows of a request's tool: its label, how it performs, what is asked beside. */
export function withTool(registry: Registry, view: RequestView): RequestView {
  const tool = registry.get(view.tool.name)
  return {
    ...view,
    performs: tool?.performsFor(storedInputs(view.inputs)) ?? 'client',
    question: tool === null || tool.kind === 'write' ? null : tool.question(storedInputs(view.inputs)),
    tool: { ...view.tool, label: tool?.label ?? view.tool.name },
  }
}
