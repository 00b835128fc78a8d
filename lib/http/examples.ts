import type { WireRequest } from './shapes'

/** What the OpenAPI document shows; one story, from the proposal to the outcome. */
const ID = '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21'
const INPUTS = { item: 'bar-towels', place: 'harbour-bar', quantity: 40 }

export const proposal = {
  kind: 'write',
  tool: 'order_supplies',
  inputs: INPUTS,
  on_behalf_of: 'tomas@northgate.example',
  agent: { name: 'Purchasing agent', words: 'The last box was opened on Sunday.' },
  expires_in_seconds: 3600,
}

const GATE = {
  prompt: 'Release the November payout run?',
  approval_schema: { type: 'object', required: ['release'], properties: { release: { type: 'boolean' } } },
}
export const gateToCheck = { ...GATE, answer: { release: 'yes' } }
export const gateChecked = {
  remarks: [],
  fits: false,
  violations: [{ path: '$.release', message: 'must be true or false (boolean)' }],
}

export const request: WireRequest = {
  id: ID,
  kind: 'write',
  status: 'pending',
  outcome: null,
  outcome_note: null,
  tool: 'order_supplies',
  version: '1',
  title: 'Order 40 bar towels for The Harbour Bar',
  fingerprint: 'jcs-sha256:3f9a07c2e51b84d09e77a6c1f3d2580b6ac4419d02be73587f10c9e64d8a21e1',
  on_behalf_of: 'u-tomas',
  url: `https://countersign.example/requests/${ID}`,
  created_at: '2026-12-01T09:00:00.000Z',
  expires_at: '2026-12-01T10:00:00.000Z',
  decided_at: null,
  decision: null,
  approvals: { have: 0, need: 1 },
  answer: null,
  answer_text: null,
  steps: [],
  replaces: null,
  replaced_by: null,
  events: 1,
}

export const list = { requests: [request], next: null }

export const withdrawn: WireRequest = {
  ...request,
  status: 'withdrawn',
  decided_at: '2026-12-01T09:04:00.000Z',
  decision: { by: null, note: null },
  events: 2,
}

export const performed: WireRequest = {
  ...request,
  status: 'approved',
  outcome: 'done',
  outcome_note: 'Order 7731',
  decided_at: '2026-12-01T09:12:00.000Z',
  decision: { by: { id: 'u-dana', name: 'Dana Whitlock' }, note: null },
  approvals: { have: 1, need: 1 },
  events: 4,
}

const GRANT = `grt_${'0'.repeat(48)}`
export const grant = { grant: GRANT, expires_at: '2026-12-01T09:45:00.000Z' }
export const redemption = { grant: GRANT }
export const resolution = { grant: GRANT, tool: 'order_supplies', inputs: INPUTS }
export const outcome = { outcome: 'done', note: 'Order 7731' }

export const approvedCall = {
  request: ID,
  tool: 'order_supplies',
  version: '1',
  inputs: INPUTS,
  inputs_text: JSON.stringify(INPUTS),
  answer: null,
  answer_text: null,
  user: 'u-tomas',
  agent: 'Purchasing agent',
}

export const stepReport = { outcome: 'done', note: 'Record 4711' } as const
export const step = { step: 'record', outcome: 'done', request: { ...performed, kind: 'plan', tool: 'plan' } } as const

export const planToVerify = {
  plan: {
    actions: [
      { id: 'record', type: 'tool_call', tool: 'create_record', expected_effects: { 'staff.record': true } },
      { id: 'mail', type: 'tool_call', tool: 'open_account', state_dependencies: ['staff.record'] },
    ],
  },
  tools: { create_record: {}, open_account: {} },
  state: {},
}

export const planVerdict = {
  outcome: 'allow' as const,
  blocked: [],
  reason: '',
  findings: [],
  levels: [
    { actions: ['record'], sequential: true },
    { actions: ['mail'], sequential: true },
  ],
}
