import { z } from '@hono/zod-openapi'
import type { Json } from '@/lib/binding'
import type { InboxRefusal } from '@/lib/inbox'
import { type Result, yes } from '@/lib/result'
import { call } from './call'
import * as examples from './examples'
import { problemOf } from './problem-of'
import type { Problem } from './problems'
import { gateInputs } from './proposals/gate'
import { gateChecked, gateToCheck } from './proposals/gate-check'
import { planInputs, planToVerify } from './proposals/plan'
import { proposed, toProposal } from './proposals/proposed'
import {
  approvedCall,
  callToResolve,
  grantOnly,
  grantShape,
  listQuery,
  listShape,
  nothing,
  outcomeReport,
  planVerdict,
  requestShape,
  resolved,
  stepReport,
  stepShape,
  waitQuery,
  wireAnswer,
  wireRequest,
} from './shapes'

const noQuery = z.strictObject({})

const propose = call({
  name: 'propose',
  method: 'post',
  path: '/requests',
  scope: 'propose',
  summary: 'Propose a write, or another thing to be decided',
  query: noQuery,
  body: { shape: proposed, example: examples.proposal },
  keyed: true,
  provesKey: true,
  answer: { status: 201, description: 'The request, pending', shape: requestShape, example: examples.request },
  refusals: [
    'invalid',
    'unknown_tool',
    'version_mismatch',
    'unknown_person',
    'not_authorized',
    'no_policy',
    'nobody_may_decide',
    'tool_failed',
    'plan_rejected',
    'idempotency_key_reused',
    'too_many',
  ],
  async run(inbox, { client, body, idempotency }, publicUrl) {
    const answer = await inbox.propose(client, toProposal(body), idempotency)
    if (!answer.ok && answer.error.code === 'plan_rejected' && body.kind === 'plan')
      return withFindings(answer.error, await inbox.dryRun(client, 'plan', planInputs(body)))
    if (!answer.ok) return answer
    const { request, replayed } = answer.value
    return yes({ body: wireRequest(request, publicUrl), replayed, location: `/requests/${request.id}` })
  },
})

const gateCheck = call({
  name: 'checkGate',
  method: 'post',
  path: '/gates/check',
  scope: 'propose',
  summary: 'Check a gate, and an answer to it, without proposing anything',
  query: noQuery,
  body: { shape: gateToCheck, example: examples.gateToCheck },
  keyed: false,
  answer: { status: 200, description: 'The gate could be proposed', shape: gateChecked, example: examples.gateChecked },
  refusals: ['invalid'],
  async run(inbox, { client, body }) {
    const { answer, ...gate } = body
    const checked = await inbox.checkGate(client, {
      inputs: gateInputs(gate),
      ...(answer === undefined ? {} : { answer }),
    })
    if (!checked.ok) return checked
    const { remarks, violations } = checked.value
    return yes({
      body: { remarks, fits: violations === null ? null : violations.length === 0, violations: violations ?? [] },
    })
  },
})
/** A rejection says where; beside it stands everything that verification found, as a dry run tells it. */
function withFindings(refusal: InboxRefusal, found: Result<Json, InboxRefusal>): { ok: false; error: Problem } {
  const verdict = found.ok && typeof found.value === 'object' && !Array.isArray(found.value) ? found.value : null
  const findings = verdict?.findings
  const problem = problemOf(refusal)
  return {
    ok: false,
    error: { ...problem, extras: { ...problem.extras, ...(findings === undefined ? {} : { findings }) } },
  }
}

const list = call({
  name: 'list',
  method: 'get',
  path: '/requests',
  scope: 'read',
  summary: 'List the requests of this client, newest first',
  query: listQuery,
  body: null,
  keyed: false,
  faultsIn: 'query',
  answer: { status: 200, description: 'A page of requests', shape: listShape, example: examples.list },
  refusals: ['invalid'],
  async run(inbox, { client, query: { status, cursor, limit } }, publicUrl) {
    const page = await inbox.listForClient(client, {
      ...(status === undefined ? {} : { status }),
      ...(cursor === undefined ? {} : { cursor }),
      ...(limit === undefined ? {} : { limit }),
    })
    if (!page.ok) return page
    const { requests, next } = page.value
    return yes({ body: { requests: requests.map((request) => wireRequest(request, publicUrl)), next } })
  },
})

const read = call({
  name: 'read',
  method: 'get',
  path: '/requests/{id}',
  scope: 'read',
  summary: 'Read a request, waiting for a change if asked to',
  query: waitQuery,
  body: null,
  keyed: false,
  answer: { status: 200, description: 'The request as it stands', shape: requestShape, example: examples.request },
  refusals: ['invalid', 'not_found'],
  async run(inbox, { client, id, query, signal }, publicUrl) {
    const waitMs = (query.wait ?? 0) * 1000
    const view =
      waitMs === 0
        ? await inbox.viewForClient(client, id)
        : await inbox.waitForChange(client, id, { waitMs, events: query.events ?? null, signal: signal() })
    return view.ok ? yes({ body: wireRequest(view.value, publicUrl) }) : view
  },
})

const withdraw = call({
  name: 'withdraw',
  method: 'post',
  path: '/requests/{id}/withdraw',
  scope: 'propose',
  summary: 'Take a pending request back',
  query: noQuery,
  body: { shape: nothing, mayBeEmpty: true, example: {} },
  keyed: true,
  answer: { status: 200, description: 'The request, withdrawn', shape: requestShape, example: examples.withdrawn },
  refusals: ['invalid', 'not_found', 'already_decided', 'idempotency_key_reused'],
  async run(inbox, { client, id, idempotency }, publicUrl) {
    const answer = await inbox.withdrawForClient(client, id, idempotency)
    if (!answer.ok) return answer
    return yes({ body: wireRequest(answer.value.request, publicUrl), replayed: answer.value.replayed })
  },
})

const grant = call({
  name: 'grant',
  method: 'post',
  path: '/requests/{id}/grant',
  scope: 'redeem',
  summary: 'Ask for a grant of an approved write; it replaces an unspent older one',
  query: noQuery,
  body: { shape: nothing, mayBeEmpty: true, example: {} },
  keyed: false,
  answer: {
    status: 200,
    description: 'A grant, good once, for 30 minutes',
    shape: grantShape,
    example: examples.grant,
  },
  refusals: ['invalid', 'not_found', 'not_approved', 'no_grant', 'not_authorized', 'tool_failed'],
  async run(inbox, { client, id }) {
    const answer = await inbox.grant(client, id)
    return answer.ok ? yes({ body: { grant: answer.value.grant, expires_at: answer.value.expiresAt } }) : answer
  },
})

const redeem = call({
  name: 'redeem',
  method: 'post',
  path: '/redemptions',
  scope: 'redeem',
  summary: 'Redeem a grant: the approved call, once',
  query: noQuery,
  body: { shape: grantOnly, example: examples.redemption },
  keyed: true,
  provesKey: true,
  answer: {
    status: 200,
    description: 'The call that was approved',
    shape: approvedCall,
    example: examples.approvedCall,
  },
  refusals: ['invalid', 'spent', 'idempotency_key_reused'],
  async run(inbox, { client, body, idempotency }) {
    const answer = await inbox.redeem(client, body.grant, idempotency)
    if (!answer.ok) return answer
    const { request, tool, version, inputs, user, agent, replayed } = answer.value
    const answered = wireAnswer(answer.value.answer)
    const value: Json = JSON.parse(inputs) // canonical text of our own
    return yes({
      body: { request, tool, version, inputs: value, inputs_text: inputs, ...answered, user, agent },
      replayed,
    })
  },
})

const resolve = call({
  name: 'resolve',
  method: 'post',
  path: '/resolutions',
  scope: 'redeem',
  summary: 'Ask whether exactly this call was approved; spends the grant if so',
  query: noQuery,
  body: { shape: callToResolve, example: examples.resolution },
  keyed: true,
  provesKey: true,
  answer: { status: 200, description: 'Whether it was', shape: resolved, example: { approved: true } },
  refusals: ['invalid', 'idempotency_key_reused'],
  async run(inbox, { client, body, idempotency }) {
    const answer = await inbox.resolve(client, body, idempotency)
    if (!answer.ok) return answer
    return yes({ body: { approved: answer.value.approved }, replayed: answer.value.replayed })
  },
})

const outcome = call({
  name: 'reportOutcome',
  method: 'post',
  path: '/requests/{id}/outcome',
  scope: 'redeem',
  summary: 'Report what became of an approved write',
  query: noQuery,
  body: { shape: outcomeReport, example: examples.outcome },
  keyed: true,
  answer: { status: 200, description: 'The request as it stands', shape: requestShape, example: examples.performed },
  refusals: ['invalid', 'not_found', 'not_approved', 'not_redeemed', 'outcome_final', 'idempotency_key_reused'],
  async run(inbox, { client, id, body, idempotency }, publicUrl) {
    const answer = await inbox.reportOutcome(
      client,
      id,
      {
        outcome: body.outcome,
        ...(body.note === undefined ? {} : { note: body.note }),
        ...(body.output_tail === undefined ? {} : { outputTail: body.output_tail }),
      },
      idempotency,
    )
    if (!answer.ok) return answer
    return yes({ body: wireRequest(answer.value.request, publicUrl), replayed: answer.value.replayed })
  },
})

const step = call({
  name: 'reportStep',
  method: 'post',
  path: '/requests/{id}/steps/{action}',
  scope: 'redeem',
  summary: 'Report what became of one step of an approved plan',
  query: noQuery,
  body: { shape: stepReport, example: examples.stepReport },
  keyed: true,
  answer: { status: 200, description: 'The step as it stands', shape: stepShape, example: examples.step },
  refusals: [
    'invalid',
    'not_found',
    'no_such_step',
    'not_approved',
    'not_redeemed',
    'outcome_final',
    'idempotency_key_reused',
  ],
  async run(inbox, { client, id, action, body, idempotency }, publicUrl) {
    const report = {
      outcome: body.outcome,
      ...(body.note === undefined ? {} : { note: body.note }),
      ...(body.output_tail === undefined ? {} : { outputTail: body.output_tail }),
    }
    const answer = await inbox.reportStep(client, id, action, report, idempotency)
    if (!answer.ok) return answer
    const { request, step: outcome, replayed } = answer.value
    return yes({ body: { step: action, outcome, request: wireRequest(request, publicUrl) }, replayed })
  },
})

const verifyPlan = call({
  name: 'verifyPlan',
  method: 'post',
  path: '/plans/verify',
  scope: 'propose',
  summary: 'Say whether a plan can work, and what is doubtful; nothing is stored',
  query: noQuery,
  body: { shape: planToVerify, example: examples.planToVerify },
  keyed: false,
  answer: { status: 200, description: 'The verdict', shape: planVerdict, example: examples.planVerdict },
  refusals: ['invalid'],
  async run(inbox, { client, body }) {
    const answer = await inbox.dryRun(client, 'plan', planInputs(body))
    return answer.ok ? yes({ body: planVerdict.parse(answer.value) }) : answer
  },
})

/** Every call of the API that needs a key. None of them decides. */
export const CALLS = [
  propose,
  gateCheck,
  verifyPlan,
  list,
  read,
  withdraw,
  grant,
  redeem,
  resolve,
  step,
  outcome,
] as const
