import type { Confirmation } from '@/lib/confirmation'
import type { Client, Member, Person, Policy, PolicyText, Principal, ReasonOwed, WhyNot } from '@/lib/policy'
import type { Kind, Outcome, Status, StepOutcome, Verdict } from '@/lib/request'
import type { Performed, Sql } from '@/lib/tools'
import type { DeskPage, DeskQuery } from './desk-views'
import type { ClientView, Idempotency } from './inbox'
import type { MailStore } from './mail-store'
import type { ListCounts, ListPage, ListQuery, RequestView } from './views'

/** What the use cases need of the world. `store` implements `Store`; the composition hands in the rest. */
export type Ports = {
  store: Store
  /** Cryptographic randomness. */
  random(bytes: number): Uint8Array
  /** A UUIDv7. */
  newId(): string
  feed: Feed
  log: Log
}

/** A hint that a request changed; the truth is always read anew. */
export type Change = { org: string; request: string }

export interface Feed {
  /** Returns how to stop. Listeners must not throw. */
  subscribe(listener: (change: Change) => void): () => void
}

/** One line, escaped by whoever writes it; never tokens, inputs or words of agents. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Record<string, unknown>) => void

/** What proposing needs to know before it asks the tool: one round trip. */
export type ProposalContext = {
  /** The organization's own policy for this kind and subject, as written. */
  policy: unknown
  onBehalfOf: Person | null
  /** The members near it: whom the policy names, whom it is for, the leads of all their teams. */
  people: NearPerson[]
  /** Which state of the memberships this is. */
  roll: number
  replay: { answer: unknown; bodyHash: string } | null
  /** Whether the key stands, where it was still to be proven. */
  isProven: boolean
  /** Whether this was read for an earlier proposal; then writing proves it, and the key. */
  isRemembered: boolean
}

/** A member, with what policies judge by. */
export type NearPerson = Person & Pick<Member, 'teams'>

/** What making eligibility anew needs to know, of one instant. */
export type RefreshContext = StoredCall & {
  policy: unknown
  onBehalfOf: string | null
  people: NearPerson[]
  /** Those who have a row now. */
  rows: string[]
  /** The mark that asks for it; null: nothing does. */
  mark: string | null
}

/** A stored call: what was proposed, under the name and version it was proposed with. */
export type StoredCall = { tool: string; version: string; inputs: string; proposedFor: Principal }

/** An attempt to decide what may not be decided by whoever tried. */
export type RefusedAttempt = {
  org: string
  actor: { kind: 'person' | 'client'; id: string }
  /** Null where what was named is no id. */
  request: string | null
  /** What was tried: a verdict, or as a client called it. */
  verdict: string
  code: string
  why: string | null
}

export type ProposalRow = {
  org: string
  id: string
  call: {
    kind: Kind
    client: string
    tool: string
    version: string
    inputs: string
    bound_user: string
    fingerprint: string
    on_behalf_of: string | null
    agent_name: string | null
    agent_words: string | null
    agent_run: string | null
    title: string
    warnings: number
    described: string
    quorum: number
    one_ends: boolean
    policy: Policy
    roll: number
    replaces: string | null
  }
  lifetimeMs: number
  standings: { person: string; mayDecide: boolean; why: WhyNot | null }[]
  event: Record<string, unknown>
  /** Completed by the store with `createdAt` and `expiresAt`. */
  answer: Omit<ClientView, 'createdAt' | 'expiresAt'>
  idempotency: Idempotency | null
  /** What it rests on from memory, to be proven first; null: it was read just now. */
  remembered: { policy: unknown; unprovenKey: string | null } | null
}

/** What opening and deciding need of a request, read for one person. */
export type RequestForPerson = {
  id: string
  status: Status
  outcome: Outcome | null
  tool: string
  version: string
  inputs: string
  boundUser: string
  fingerprint: string
  /** The person it is for, else the client that proposed. */
  proposedFor: Principal
  expiresAt: Date
  decidedAt: Date | null
  decidedBy: { id: string; name: string } | null
  mayDecide: boolean
  why: WhyNot | null
  reasonOwed: ReasonOwed
  own: { verdict: Verdict; at: Date } | null
  agentName: string | null
  /** The database's clock when this was read. */
  now: Date
}

export type DecideRow = {
  org: string
  request: string
  person: string
  verdict: Verdict
  tokenHash: string | null
  displayDigest: string | null
  answer: string
  note: string | null
  performs: 'here' | 'outside' | 'client'
}

export type DecideResult = {
  code: 'ok' | 'not_found' | 'stale' | 'already_decided' | 'own_verdict' | 'may_not_decide' | 'look_again'
  /** Who decided, by name. */
  who: string | null
  at: Date | null
  status: Status | null
  outcome: Outcome | null
  ownAt: Date | null
  why: WhyNot | null
}

export type OutcomeRow = {
  org: string
  request: string
  event: 'request.performed' | 'request.outcome' | 'request.settled' | 'request.lapsed' | 'request.silent'
  actor: { kind: 'person' | 'client'; id: string } | null
  /** Refuse unless the outcome is this now. */
  onlyFrom: Outcome | null
  outcome: Outcome
  note: string | null
  outputTail: string | null
  idempotency: Idempotency | null
}

export type OutcomeResult = {
  code:
    | 'ok'
    | 'same'
    | 'not_found'
    | 'not_approved'
    | 'not_redeemed'
    | 'outcome_final'
    | 'not_unknown'
    | 'replayed'
    | 'reused'
  outcome: Outcome | null
}

/** What became of one step of an approved plan. */
export type StepRow = {
  org: string
  request: string
  actor: { kind: 'client'; id: string } | null
  action: string
  outcome: StepOutcome
  note: string | null
  outputTail: string | null
  idempotency: Idempotency | null
}

export type StepResult = {
  code:
    | 'ok'
    | 'same'
    | 'not_found'
    | 'not_approved'
    | 'not_redeemed'
    | 'no_such_step'
    | 'outcome_final'
    | 'replayed'
    | 'reused'
  /** What stands recorded of the step. */
  outcome: StepOutcome | null
}

/** A write that waits to be performed outside, claimed by a lease. */
export type PerformJob = {
  outbox: bigint
  org: string
  request: string
  attempt: number
  tool: string
  version: string
  inputs: string
  proposedFor: Principal
  outcome: Outcome | null
}

export type DueTimer = {
  org: string
  request: string
  what: 'expire' | 'lapse' | 'unknown' | 'refresh' | 'again' | 'near'
}

/**
 * Everything the use cases read and write. Every call names its organization; what is of another organization is as if
 * it were not there. Each method that decides is one round trip and takes the request's row lock (design §2).
 */
export interface Store extends MailStore {
  // propose
  proposalContext(q: {
    org: string
    /** The tool; for a kind without one, the client. */
    subject: string
    kind: Kind
    onBehalfOf: string | null
    /** The tool's own policy, which holds where the organization has none. */
    policy: PolicyText | null
    client: string
    /** The client's key, where it is still to be proven. */
    unprovenKey: string | null
    key: string | null
  }): Promise<ProposalContext>
  /** The same from a moment ago, where it is there. */
  rememberedContext(q: Parameters<Store['proposalContext']>[0]): ProposalContext | null
  /** `changed`: what it rests on from memory is no longer so; nothing was written. */
  propose(
    row: ProposalRow,
  ): Promise<{ code: 'ok' | 'replayed' | 'reused' | 'unknown_replaces' | 'changed'; answer: unknown }>

  // read
  list(person: Person, query: ListQuery): Promise<ListPage>
  counts(person: Person): Promise<ListCounts>
  /** Everything of the view that needs no tool; null where this person may not see it. */
  view(person: Person, request: string): Promise<RequestView | null>
  forPerson(person: Person, request: string): Promise<RequestForPerson | null>
  clientView(client: Client, request: string): Promise<ClientView | null>
  clientList(
    client: Client,
    q: { status: Status | null; cursor: string | null; limit: number },
  ): Promise<{ requests: ClientView[]; next: string | null } | null>
  /** For grants: the request as its client sees it, with what authorizing asks for. */
  forClient(
    client: Client,
    request: string,
  ): Promise<{
    tool: string
    version: string
    inputs: string
    proposedFor: Principal
    status: Status
    outcome: Outcome | null
  } | null>
  shownWith(
    person: Person,
    request: string,
    tokenHash: string,
  ): Promise<{ confirmation: Confirmation; shownAt: Date } | null>

  /** The desk's page; null for who leads nothing. `zone` is a name that `Intl` knows. */
  desk(person: Person, query: DeskQuery, when: { zone: string; now: Date }): Promise<DeskPage | null>

  // decide
  assign(q: { org: string; request: string; actor: string; people: readonly string[] }): Promise<{
    code: 'ok' | 'same' | 'not_found' | 'already_decided' | 'not_a_lead' | 'not_deciders' | 'too_few'
    who: string | null
    at: Date | null
    status: Status | null
  }>
  remindDeciders(q: { org: string; request: string; actor: string }): Promise<{
    code: 'ok' | 'nobody' | 'too_soon' | 'not_found' | 'already_decided' | 'not_a_lead'
    who: string | null
    at: Date | null
    status: Status | null
  }>
  issueToken(row: {
    org: string
    hash: string
    request: string
    person: string
    boundUser: string
    tool: string
    inputs: string
    fingerprint: string
    displayDigest: string
    shown: string
    agent: string | null
  }): Promise<Date>
  decide(row: DecideRow): Promise<DecideResult>
  /**
   * Decides, and where that completes the quorum performs in the same transaction. `perform` gets the transaction as
   * `Sql`; if it says no, throws, or breaks a constraint, what it wrote is undone and «approved, failed» is kept.
   */
  decideAndPerform(
    row: DecideRow,
    perform: (sql: Sql, signal: AbortSignal) => Promise<Performed>,
  ): Promise<DecideResult>
  withdraw(q: {
    org: string
    request: string
    actor: { kind: 'person' | 'client'; id: string }
    idempotency: Idempotency | null
  }): Promise<{
    code: 'ok' | 'not_found' | 'already_decided' | 'replayed' | 'reused'
    who: string | null
    at: Date | null
    status: Status | null
  }>

  // eligibility follows memberships
  /** Pending requests whose eligibility must be made anew. */
  markedRequests(org: string, limit: number): Promise<string[]>
  refreshContext(org: string, request: string): Promise<RefreshContext | null>
  /** In a minute the eligibility of this request is made anew once more; deciding does not wait for that. */
  refreshLater(org: string, request: string): Promise<void>
  /** Asks for it now: a mark, for which deciding waits. */
  markForRefresh(org: string, request: string): Promise<void>
  /** `again`: memberships changed since the context was read; `over`: it is pending no more. */
  refreshEligibility(row: {
    org: string
    request: string
    mark: string
    standings: readonly { person: string; mayDecide: boolean; why: WhyNot | null }[]
  }): Promise<'ok' | 'again' | 'over'>
  /** Writes an attempt into the organization's own history. */
  recordRefused(attempt: RefusedAttempt): Promise<void>

  // after approval
  grant(
    client: Client,
    request: string,
    hash: string,
  ): Promise<{ code: 'ok' | 'not_found' | 'not_approved' | 'no_grant'; expiresAt: Date | null }>
  spendGrant(q: {
    org: string
    client: string
    route: 'redeem' | 'resolve'
    hash: string
    call: { tool: string; inputs: string } | null
    /** The client's key, where it is still to be proven. */
    unprovenKey: string | null
    idempotency: Idempotency | null
  }): Promise<{ code: 'ok' | 'spent' | 'replayed' | 'reused' | 'unauthenticated'; answer: unknown }>
  recordOutcome(row: OutcomeRow): Promise<OutcomeResult>

  // plans
  /** An audit line of the organization: a plan that cannot work was proposed. Nothing else of it is kept. */
  recordRejected(rejected: { client: Client; hash: string; findings: number }): Promise<void>
  recordStep(row: StepRow): Promise<StepResult>
  /** Which steps were approved, and what stands recorded of them. */
  planRun(
    org: string,
    request: string,
  ): Promise<{ answer: string | null; steps: { action: string; outcome: StepOutcome }[] }>
  /** Performs a step and records it done in one transaction, unless it is done or the job is another's by now. */
  performStep(
    job: PerformJob,
    action: string,
    perform: (sql: Sql, signal: AbortSignal) => Promise<Performed>,
  ): Promise<Performed | 'taken_over'>
  /** As `recordStep`, by the worker that holds the plan's job; nothing is written once another holds it. */
  recordHeldStep(
    job: PerformJob,
    step: Pick<StepRow, 'action' | 'outcome' | 'note'>,
  ): Promise<StepResult | 'taken_over'>
  /** From waiting to running, by who holds the job. False: it is another's, or begun already; then nothing may be performed. */
  beginPerform(job: PerformJob): Promise<boolean>
  /** Records how it ended and drops the job, in one transaction, unless it is another's. */
  endPerform(job: PerformJob, outcome: 'done' | 'failed' | 'unknown', note: string | null): Promise<void>
  /** Holds a claim for as long again; false: it is another's. */
  keepPerform(job: PerformJob, leaseMs: number): Promise<boolean>

  // the worker
  dueTimers(limit: number): Promise<DueTimer[]>
  expire(org: string, request: string): Promise<boolean>
  /** Says to those for whom it still waits that it expires soon; once. */
  remind(org: string, request: string): Promise<void>
  dropTimer(timer: DueTimer): Promise<void>
  /** Due again in a minute. */
  postponeTimer(timer: DueTimer): Promise<void>
  claimPerforms(limit: number, leaseMs: number): Promise<PerformJob[]>
  /** Both do nothing where the claim is not this job's any more: its lease was over, and another holds it. */
  finishPerform(job: PerformJob): Promise<void>
  retryPerform(job: PerformJob, afterMs: number, error: string): Promise<void>
  /** Deletes what has had its time: spent tokens, old keys, old changes. */
  sweep(): Promise<void>

  /** Read-only statements for `authorize` and `describe`, outside any transaction. */
  readSql(org: string): Sql
}
