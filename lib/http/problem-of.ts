import type { InboxRefusal } from '@/lib/inbox'
import { pointerOf } from './pointer'
import type { Fault, Problem, ProblemExtras } from './problems'

/** Turns a use case's «no» into a problem: its paths into pointers, who and when into members of their own. */
export function problemOf(refusal: InboxRefusal, faultsIn: 'body' | 'query' = 'body'): Problem {
  const { code, at, by, when } = refusal
  // These carry the request's status where others name a place.
  const isAboutStatus = code === 'already_decided' || code === 'not_approved'
  const status = isAboutStatus ? at[0]?.message : undefined
  const extras: ProblemExtras = {
    ...(status === undefined ? {} : { request_status: status }),
    ...(by === undefined ? {} : { decided_by: by }),
    ...(when === undefined ? {} : { decided_at: when }),
    ...(isAboutStatus ? {} : { errors: at.map((fault) => faultOf(fault, faultsIn)) }),
  }
  return { code, extras, ...(code === 'too_many' ? { headers: { 'retry-after': '60' } } : {}) }
}

function faultOf({ path, message }: InboxRefusal['at'][number], faultsIn: 'body' | 'query'): Fault {
  const pointer = pointerOf(path)
  return faultsIn === 'query' ? { parameter: pointer.slice(1), detail: message } : { pointer, detail: message }
}
