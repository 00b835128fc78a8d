import { unstable_rethrow } from 'next/navigation'
import type { EdgeRefusal } from '@/components/actions'
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
