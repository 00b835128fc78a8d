import { unstable_rethrow } from 'next/navigation'
import type { EdgeRefusal, ScreenRefusal } from '@/components/actions'
import type { Person } from '@/lib/policy'
import { refuse } from '@/lib/result'
import { composition } from '@/lib/server'

/** One text of a form, `''` where there is none or it is a file. */
export function field(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export const signedOut: EdgeRefusal = refuse('signed_out').error

/** Logs what nobody expected; its text goes no further. Redirects of Next's pass through. */
export function failed(action: string, error: unknown): EdgeRefusal {
  unstable_rethrow(error)
  composition().log.error('action_failed', error, { action })
  return refuse('failed').error
}

/** The name behind `refusal.by`: who was first. */
export async function nameBehind(person: Person, request: string, refusal: ScreenRefusal): Promise<{ by?: string }> {
  if (refusal.by === undefined) return {}
  const view = await composition().inbox.view(person, request)
  if (!view.ok) return {}
  const { decidedBy, deciders, approvals } = view.value
  const known = [
    ...(decidedBy === null ? [] : [decidedBy]),
    ...deciders,
    ...approvals.map((approval) => approval.person),
  ]
  const name = known.find(({ id }) => id === refusal.by)?.name
  return name === undefined ? {} : { by: name }
}
