import type { Confirmation } from '@/lib/confirmation'
import type { ListPage, Opened, RequestRow, RequestView } from '@/lib/inbox'
import type { RequestActions } from './actions'
import type { Me } from './frame/me'

/** Builders for tests of screens: the look's own example, with what a test says instead. */
export const NOW = '2026-11-30T15:16:00.000Z'
export const ZONE = 'Europe/London'

const DIGEST = `jcs-sha256:${'a'.repeat(64)}`

export function aMe(says: Partial<Me> = {}): Me {
  return {
    id: 'dana',
    name: 'Dana Whitlock',
    email: 'dana@northgate.example',
    role: 'lead',
    org: 'Northgate Hotels',
    hasDesk: true,
    ...says,
  }
}

export function aConfirmation(says: Partial<Confirmation> = {}): Confirmation {
  return {
    title: 'Assign Maya Chen to Bar Supervisor, Friday 4 December',
    summary: 'Maya gets the 17:00 to 01:30 shift at The Harbour Bar. She and the team see it on the rota at once.',
    details: [
      { label: 'Person', value: 'Maya Chen', note: 'Bar staff, The Harbour Bar' },
      { label: 'Role', value: 'Bar Supervisor', note: '£15.20 an hour' },
      { label: 'Shift', value: 'Friday 4 December 2026, 17:00 to 01:30', note: '8 h 30 min' },
      { label: 'Replaces', value: 'Nobody', note: 'open since 29 November' },
      { label: 'Pay for the shift', value: '£129.20' },
      { label: 'Hours that week', value: '50 h', before: '41 h 30 min' },
    ],
    warnings: [
      {
        finding: 'This takes Maya over 48 hours that week.',
        detail: '41 h 30 min are planned; with this shift it is 50 h. No opt-out is on file for her.',
      },
      {
        finding: 'She is already booked on Friday evening.',
        detail: 'Cellar stocktake at The Anchor, 18:00 to 20:00. Approving does not cancel it.',
      },
    ],
    ...says,
  }
}

export function aView(says: Partial<RequestView> = {}): RequestView {
  return {
    id: '019ad000-0000-7000-8000-000000000001',
    kind: 'write',
    status: 'pending',
    outcome: null,
    outcomeNote: null,
    outcomeAt: null,
    outputTail: null,
    performs: 'here',
    title: aConfirmation().title,
    confirmation: null,
    question: null,
    steps: [],
    answer: null,
    tool: { name: 'assign_shift', version: '3', label: 'Assign a shift' },
    inputs: '{"date":"2026-12-04","place":"harbour-bar","role":"bar_supervisor","shift":"S-20931","worker":"W-1187"}',
    fingerprint: 'jcs-sha256:3f9a07c2e51b84d09e77a6c1f3d2580b6ac4419d02be73587f10c9e64d8a21e1',
    asker: { client: { id: 'rota', name: 'Rota agent' }, onBehalfOf: { id: 'tomas', name: 'Tomás Herrera' } },
    agent: {
      name: 'Rota agent',
      words:
        'Maya asked for more evenings last month and has covered this role twice. Nobody else with a supervisor badge is free on Friday. Please approve before 15:40 so that she can plan her way home.',
    },
    createdAt: '2026-11-30T14:36:04.000Z',
    expiresAt: '2026-11-30T15:40:00.000Z',
    decidedAt: null,
    decidedBy: null,
    quorum: 2,
    reasonOwed: 'to_refuse',
    policyNames: { kind: 'people', name: null },
    approvals: [
      {
        person: { id: 'priya', name: 'Priya Raman' },
        at: '2026-11-30T14:52:41.000Z',
        note: null,
        counts: true,
        displayDigest: DIGEST,
        answer: null,
      },
    ],
    deciders: [
      { id: 'dana', name: 'Dana Whitlock', mayDecide: true, why: null, isYou: true },
      { id: 'ines', name: 'Ines Okafor', mayDecide: true, why: null, isYou: false },
      { id: 'priya', name: 'Priya Raman', mayDecide: true, why: null, isYou: false },
      { id: 'tomas', name: 'Tomás Herrera', mayDecide: false, why: 'asked_on_their_behalf', isYou: false },
    ],
    you: { mayDecide: true, why: null, mayWithdraw: false, maySettle: false, verdict: null },
    history: [
      {
        n: 1,
        at: '2026-11-30T14:36:04.000Z',
        kind: 'request.proposed',
        actor: { kind: 'client', id: 'rota', name: 'Rota agent' },
        verdict: null,
        note: null,
        status: 'pending',
        outcome: null,
      },
      {
        n: 2,
        at: '2026-11-30T14:52:41.000Z',
        kind: 'request.verdict',
        actor: { kind: 'person', id: 'priya', name: 'Priya Raman' },
        verdict: 'approve',
        note: 'Fine with me, as long as someone else takes the stocktake.',
        status: null,
        outcome: null,
      },
    ],
    sameCall: [],
    replaces: null,
    replacedBy: null,
    ...says,
  }
}

export function anOpening(says: Partial<Opened> = {}): Opened {
  return {
    view: aView(),
    confirmation: aConfirmation(),
    displayDigest: DIGEST,
    token: `cnf_${'0'.repeat(48)}`,
    tokenExpiresAt: '2026-11-30T15:46:00.000Z',
    shownAt: NOW,
    ...says,
  }
}

export function aRow(says: Partial<RequestRow> = {}): RequestRow {
  const { id, kind, title, asker, status, outcome, outcomeNote, createdAt, expiresAt, decidedAt, decidedBy } = aView()
  return {
    id,
    kind,
    title,
    asker,
    status,
    outcome,
    createdAt,
    expiresAt,
    decidedAt,
    decidedBy,
    outcomeNote,
    tool: { name: 'assign_shift', label: 'Assign a shift' },
    warnings: 2,
    fullAccess: false,
    approvals: { have: 1, need: 2 },
    mine: 'decide',
    ...says,
  }
}

export function aPage(says: Partial<ListPage> = {}): ListPage {
  return {
    rows: [aRow()],
    next: null,
    counts: { pending: 9, mine: 8, asked: 2, attention: 1, capped: false },
    tools: [{ id: 'assign_shift', name: 'Assign a shift' }],
    clients: [{ id: 'rota', name: 'Rota agent' }],
    teams: [],
    ...says,
  }
}

/** Actions that must not be called. */
export function noActions(says: Partial<RequestActions> = {}): RequestActions {
  const never = (): never => {
    throw new Error('no action was expected')
  }
  return { decide: never, withdraw: never, settle: never, openRequest: never, ...says }
}
