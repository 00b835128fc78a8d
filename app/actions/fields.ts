import { unstable_rethrow } from 'next/navigation'
import type { EdgeRefusal } from '@/components/actions'
import { refuse } from '@/lib/result'
import { composition } from '@/lib/server'

/**
 * One text of a form, `''` where there is none or it is a file. An action is an address like any other: whoever calls it
 * sends what they like, and nothing says that it is a form.
 */
export function field(form: unknown, name: string): string {
  return fields(form, name)[0] ?? ''
}

/** All texts of a form under one name. A NUL, which no page of ours sends and no database takes, is a character that is none. */
export function fields(form: unknown, name: string): string[] {
  wasReached()
  if (!(form instanceof FormData)) return []
  return form.getAll(name).flatMap((value) => (typeof value === 'string' ? [value.replaceAll('\u0000', '\ufffd')] : []))
}

/** What was posted, where it is a form; else an empty one. */
export function formOf(posted: unknown): FormData {
  wasReached()
  return posted instanceof FormData ? posted : new FormData()
}

/** Tells the front that what was posted could be read. */
function wasReached(): void {
  const reply = composition().reply.getStore()
  if (reply !== undefined) reply.isReached = true
}

export const signedOut: EdgeRefusal = refuse('signed_out').error

/** Logs what nobody expected; its text goes no further. Redirects of Next's pass through. */
export function failed(action: string, error: unknown): EdgeRefusal {
  unstable_rethrow(error)
  composition().log.error('action_failed', error, { action })
  return refuse('failed').error
}
