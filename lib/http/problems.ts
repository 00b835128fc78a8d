import type { Json } from '@/lib/binding'
import type { RefusalCode } from '@/lib/inbox'
import { assertNever } from '@/lib/result'

/** What goes wrong before a use case is asked: at the address, the key or the body. */
export type EdgeCode =
  | 'no_such_address'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'too_large'
  | 'truncated_body'
  | 'malformed_json'
  | 'duplicate_key'
  | 'unsafe_number'
  | 'lone_surrogate'
  | 'too_deep'
  | 'internal'

/** Every code that a problem document can have. */
export type ProblemCode = RefusalCode | EdgeCode

/** The one place where a code becomes an HTTP status. */
export function statusOf(code: ProblemCode): number {
  switch (code) {
    case 'malformed_json':
    case 'truncated_body':
      return 400
    case 'unauthenticated':
      return 401
    case 'scope_missing':
    case 'not_authorized':
    case 'may_not_decide':
      return 403
    case 'not_found':
    case 'no_such_address':
    case 'no_such_step':
      return 404
    case 'method_not_allowed':
      return 405
    case 'no_policy':
    case 'nobody_may_decide':
    case 'already_decided':
    case 'look_again':
    case 'not_approved':
    case 'no_grant':
    case 'not_redeemed':
    case 'spent':
    case 'outcome_final':
    case 'not_unknown':
      return 409
    case 'too_large':
      return 413
    case 'unsupported_media_type':
      return 415
    case 'invalid':
    case 'unknown_tool':
    case 'version_mismatch':
    case 'unknown_person':
    case 'reason_owed':
    case 'answer_does_not_fit':
    case 'plan_rejected':
    case 'idempotency_key_reused':
    case 'duplicate_key':
    case 'unsafe_number':
    case 'lone_surrogate':
    case 'too_deep':
      return 422
    case 'too_many':
      return 429
    case 'internal':
      return 500
    case 'tool_failed':
      return 502
    default:
      return assertNever(code)
  }
}

/** What a developer reads: the title never changes for a code, the detail says what to do. */
export const SENTENCES: { readonly [C in ProblemCode]: { title: string; detail: string } } = {
  no_such_address: {
    title: 'There is nothing at this address',
    detail: 'All calls of this API are listed in /api/v1/openapi.json.',
  },
  method_not_allowed: {
    title: 'This address does not take this method',
    detail: 'The Allow header names the methods that it takes.',
  },
  unauthenticated: {
    title: 'A valid API key is needed',
    detail: 'Send the header «Authorization: Bearer <key>» with a key that has not been revoked.',
  },
  scope_missing: {
    title: 'This key may not do that',
    detail: 'The key lacks the scope that this call needs; an administrator can make a key that has it.',
  },
  unsupported_media_type: {
    title: 'The body must be JSON',
    detail: 'Send «Content-Type: application/json», in UTF-8 and not compressed.',
  },
  too_large: { title: 'The body is too large', detail: 'A body may have 262,144 bytes (256 KiB). Nothing was stored.' },
  truncated_body: {
    title: 'The body ended early',
    detail: 'Fewer bytes came than Content-Length announced. Nothing was stored; send it again.',
  },
  malformed_json: { title: 'The body is not JSON', detail: 'It could not be read; the place is named below.' },
  duplicate_key: {
    title: 'A name stands twice in one object',
    detail: 'Two readers could take such a text differently, so it is refused. Nothing was stored.',
  },
  unsafe_number: {
    title: 'A number cannot be kept exactly',
    detail: 'Numbers beyond ±(2^53−1), or finer than a double holds, would be changed. Send them as text.',
  },
  lone_surrogate: {
    title: 'A text holds half of a surrogate pair',
    detail: 'Such a text cannot be written as UTF-8, so no two programs would agree on it.',
  },
  too_deep: { title: 'The body is nested too deeply', detail: 'Lists and objects may be nested 64 deep.' },
  not_found: {
    title: 'There is no such request here',
    detail: 'It does not exist, or it does not belong to this key: the answer is the same.',
  },
  invalid: {
    title: 'What was sent does not fit',
    detail: 'Every place is named below. Nothing was stored.',
  },
  unknown_tool: {
    title: 'There is no such tool',
    detail: 'The tool is not defined in this installation. Nothing was stored.',
  },
  version_mismatch: {
    title: 'The tool has another version',
    detail: 'An approval of one version does not run another. Leave the version out to take the one in use.',
  },
  unknown_person: {
    title: 'The person proposed for is not known',
    detail: 'Name a member of this organization by user id or mail address.',
  },
  not_authorized: {
    title: 'The write is not theirs to make',
    detail: 'The tool says that whom this is proposed for could not make this write. Nothing was stored.',
  },
  no_policy: {
    title: 'No policy says who may decide this',
    detail: 'Without a policy nobody may decide, so it cannot be proposed; an administrator can add one.',
  },
  nobody_may_decide: {
    title: 'Too few people may decide this',
    detail: 'Fewer people than the policy asks for could make this write and may decide it. Nothing was stored.',
  },
  tool_failed: {
    title: 'The tool failed',
    detail: 'The tool could not say who may do this, or what it would do. Nothing was stored; it may work later.',
  },
  already_decided: {
    title: 'The request is not pending any more',
    detail: 'request_status, decided_by and decided_at say what became of it.',
  },
  may_not_decide: { title: 'This person may not decide it', detail: 'No call of this API decides.' },
  answer_does_not_fit: {
    title: 'The answer does not fit',
    detail: 'Every place is named below. Nothing was recorded.',
  },
  plan_rejected: {
    title: 'The plan cannot work',
    detail:
      'Every reason is in findings, each at its action. Nobody was asked and nothing was stored; mend it and propose it again.',
  },
  no_such_step: {
    title: 'The approved plan has no such step',
    detail: 'Only steps that were approved can be reported, by id.',
  },
  reason_owed: { title: 'A reason is needed', detail: 'A rejection, or a return, must say why.' },
  look_again: { title: 'It must be looked at again', detail: 'What was shown is not what is true now.' },
  not_approved: {
    title: 'The request is not approved',
    detail: 'request_status says where it stands. A grant can be had for an approved request only.',
  },
  no_grant: {
    title: 'There is no grant to be had',
    detail: 'This write is performed by Countersign itself, or its grant has been redeemed already, or it has lapsed.',
  },
  not_redeemed: {
    title: 'The grant has not been redeemed',
    detail: 'An outcome can be reported once the approved call has been handed out.',
  },
  spent: {
    title: 'This grant cannot be used',
    detail: 'It was used, has ended, was replaced, or never was: the answer is the same. Ask for a new one.',
  },
  outcome_final: {
    title: 'The outcome is settled',
    detail: 'What became of this request has been recorded and does not change any more.',
  },
  not_unknown: { title: 'The outcome is not unknown', detail: 'There is nothing to settle.' },
  idempotency_key_reused: {
    title: 'The Idempotency-Key was used for another call',
    detail: 'A key repeats exactly the same call to the same address. Use a new key for a new call.',
  },
  too_many: { title: 'Too many calls', detail: 'Wait a moment, then try again. Nothing was stored.' },
  internal: {
    title: 'Something went wrong here',
    detail:
      'It was not your call. Quote the request_id to whoever runs this installation. Trying again is safe with the same Idempotency-Key.',
  },
}

/** Every code, for the documents. */
export const PROBLEM_CODES = Object.keys(SENTENCES) as readonly ProblemCode[]

/** A place at fault: in the body (`pointer`, RFC 6901), the query (`parameter`) or a header. */
export type Fault = { pointer?: string; parameter?: string; header?: string; detail: string }

/** Members of a problem document beside its sentences. */
export type ProblemExtras = {
  errors?: Fault[]
  request_id?: string
  scope?: string
  request_status?: string
  decided_by?: string
  decided_at?: string
  /** Of a plan that cannot work: everything that verification found, blocking or not. */
  findings?: Json
}

/** An expected «no» of the edge, on its way to a problem document. */
export type Problem = { code: ProblemCode; extras?: ProblemExtras; headers?: { readonly [name: string]: string } }

/** Where the type of a problem is explained. */
export function problemType(publicUrl: string, code: ProblemCode): string {
  return `${publicUrl}/api/v1/problems/${code}`
}

/**
 * Writes a problem document (RFC 9457). Its bytes depend on the code and the extras only, never on the call's own id:
 * «not yours» and «not there» stay byte-equal. An empty list of errors is left out.
 */
export function problemResponse(publicUrl: string, { code, extras = {}, headers = {} }: Problem): Response {
  const status = statusOf(code)
  const { errors, ...others } = extras
  const document = {
    type: problemType(publicUrl, code),
    status,
    ...SENTENCES[code],
    code,
    ...others,
    ...(errors === undefined || errors.length === 0 ? {} : { errors }),
  }
  return new Response(JSON.stringify(document), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  })
}
