import type { Json } from '@/lib/binding'
import type { Confirmation } from '@/lib/confirmation'
import type { Client, Person } from '@/lib/policy'
import type { Kind, Outcome, OwnKind, Status, StepOutcome, Verdict } from '@/lib/request'
import type { Refusal, Result } from '@/lib/result'
import type { DeskPage, DeskQuery } from './desk-views'
import type { ListCounts, ListPage, ListQuery, Opened, RequestView } from './views'

/** Every expected «no» of a use case. `not_found` stands for «not there» and «not yours» alike, byte for byte. */
export type RefusalCode =
  | 'not_found'
  | 'invalid' // something given does not fit; `at` names every place
  | 'unknown_tool'
  | 'version_mismatch'
  | 'unknown_person'
  | 'not_authorized' // `authorize` said no for whom it is proposed
  | 'no_policy'
  | 'nobody_may_decide' // fewer people may decide than the quorum asks for
  | 'tool_failed' // the tool could not authorize or describe; nothing was stored
  | 'already_decided' // `by` (the name of who was first, where it was a person) and `when`; `at[0].message` is the status
  | 'may_not_decide' // `at[0].message` is the WhyNot code
  | 'reason_owed' // reject and return need a note
  | 'answer_does_not_fit' // what was answered with an approval; `at` names every place in the answer
  | 'plan_rejected' // verified, and certain to fail; `at` is every blocking finding, at its action
  | 'no_such_step' // the approved plan has no such step
  | 'look_again' // every fault of a token, and a changed confirmation
  | 'not_approved'
  | 'no_grant' // this request is not performed by a client, or has been redeemed
  | 'not_redeemed' // an outcome is reported before the grant was redeemed
  | 'spent' // every fault of a grant
  | 'outcome_final'
  | 'not_unknown' // settle: the outcome is not unknown (any more)
  | 'idempotency_key_reused'
  | 'too_many'
  | 'scope_missing'
  | 'unauthenticated' // the key that this client was known by stands no more

export type InboxRefusal = Refusal<RefusalCode>

/**
 * What a client proposes: a call of a tool, or one of Countersign's own kinds, whose inputs are all that was proposed
 * less reason and agent words. `inputs` comes from the strict reader only.
 */
export type Proposal = ({ kind?: 'write'; tool: string; version?: string } | { kind: OwnKind }) & {
  inputs: Json
  /** A member, by user id or address. */
  onBehalfOf?: string
  agent?: { name: string; words?: string; run?: string }
  replaces?: string
  /** Never longer than the policy's lifetime. */
  expiresInMs?: number
}

/** `key` is the client's Idempotency-Key, `bodyHash` the SHA-256 of the raw body, hex. */
export type Idempotency = { key: string; bodyHash: string }

/** How the machine sees a request. */
export type ClientView = {
  id: string
  kind: Kind
  status: Status
  outcome: Outcome | null
  outcomeNote: string | null
  tool: string
  version: string
  title: string
  fingerprint: string
  onBehalfOf: string | null
  createdAt: string
  expiresAt: string
  decidedAt: string | null
  /** Who decided, and the note they left (a rejection's reason, a return's comment). */
  decision: { by: { id: string; name: string } | null; note: string | null } | null
  approvals: { have: number; need: number }
  /** What was answered with the approval: canonical text; null where nothing was asked, or nothing is approved. */
  answer: string | null
  /** What became of each step of an approved plan, where that is known; no steps for every other kind. */
  steps: { action: string; outcome: StepOutcome; note: string | null; at: string }[]
  replaces: string | null
  replacedBy: string | null
  /** Grows with every change; what `wait` waits for. */
  events: number
}

/** `replayed`: this is the answer that an earlier call with the same key got. */
export type Answer<T> = T & { replayed: boolean }

export type DecideCommand = {
  request: string
  verdict: Verdict
  /** From `Opened`; only approve needs it. The display digest it was shown with is kept with it. */
  token?: string
  note?: string
  /** With an approval of a kind that asks for one; from the strict reader only. */
  answer?: Json
}

/** What a dry run of a gate found. `violations` is null where no answer was given to it. */
export type GateCheck = { remarks: Refusal['at']; violations: Refusal['at'] | null }
export type StepReport = { outcome: StepOutcome; note?: string; outputTail?: string }

export type Decided = { status: Status; outcome: Outcome | null; verdict: Verdict; at: string; repeated: boolean }

export type OutcomeReport = { outcome: 'running' | 'done' | 'failed' | 'unknown'; note?: string; outputTail?: string }

/**
 * Everything that can be done. Each is one file in this folder, named after it; people, machines and the worker all
 * come through here, and there is no second way to decide anything.
 */
export interface Inbox {
  // people
  list(person: Person, query: ListQuery): Promise<ListPage>
  /** The numbers of the frame, for pages that show no list. */
  counts(person: Person): Promise<ListCounts>
  view(person: Person, request: string): Promise<Result<RequestView, InboxRefusal>>
  /** Describes anew and mints a token. Only a document load or the server action `openRequest` may call it. */
  open(person: Person, request: string): Promise<Result<Opened, InboxRefusal>>
  /** What this token's page showed, for «old beside new»; null unless the token was this person's, here. */
  shownWith(
    person: Person,
    request: string,
    token: string,
  ): Promise<{ confirmation: Confirmation; shownAt: string } | null>
  decide(person: Person, command: DecideCommand): Promise<Result<Decided, InboxRefusal>>
  withdraw(person: Person, request: string): Promise<Result<{ status: Status; at: string }, InboxRefusal>>
  settle(
    person: Person,
    request: string,
    found: { happened: boolean; note: string },
  ): Promise<Result<{ outcome: Outcome }, InboxRefusal>>

  /** For leads; not found for anybody else. */
  desk(person: Person, query: DeskQuery, when: { zone: string; now: Date }): Promise<Result<DeskPage, InboxRefusal>>
  /** A lead says whom a pending request waits for, of those who may decide it. */
  assign(
    person: Person,
    request: string,
    people: readonly string[],
  ): Promise<Result<{ changed: boolean }, InboxRefusal>>
  /** A lead has those mailed whom a pending request waits for. `too_soon`: that was done within the hour. */
  remind(person: Person, request: string): Promise<Result<{ reminded: 'ok' | 'nobody' | 'too_soon' }, InboxRefusal>>

  // machines
  propose(
    client: Client,
    proposal: Proposal,
    idempotency: Idempotency | null,
  ): Promise<Result<Answer<{ request: ClientView }>, InboxRefusal>>
  /**
   * Says what proposing a gate with these inputs would be refused for, what reads oddly in it, and whether an answer
   * would fit. Nothing is stored, and no policy is asked.
   */
  checkGate(client: Client, gate: { inputs: Json; answer?: Json }): Promise<Result<GateCheck, InboxRefusal>>
  listForClient(
    client: Client,
    query: { status?: Status; cursor?: string; limit?: number },
  ): Promise<Result<{ requests: ClientView[]; next: string | null }, InboxRefusal>>
  viewForClient(client: Client, request: string): Promise<Result<ClientView, InboxRefusal>>
  /**
   * As `viewForClient`, but waits up to `waitMs` while there is nothing new: with `events`, until the request has more
   * events than that; without, while it is pending.
   */
  waitForChange(
    client: Client,
    request: string,
    wait: { waitMs: number; events: number | null; signal: AbortSignal },
  ): Promise<Result<ClientView, InboxRefusal>>
  withdrawForClient(
    client: Client,
    request: string,
    idempotency: Idempotency | null,
  ): Promise<Result<Answer<{ request: ClientView }>, InboxRefusal>>
  /** Keeps that a key tried to decide, which none can. */
  refuseDeciding(client: Client, request: string, verdict: string): Promise<void>
  /** A new grant replaces an unspent older one. */
  grant(client: Client, request: string): Promise<Result<{ grant: string; expiresAt: string }, InboxRefusal>>
  redeem(
    client: Client,
    grant: string,
    idempotency: Idempotency | null,
  ): Promise<
    Result<
      Answer<{
        request: string
        tool: string
        version: string
        inputs: string
        answer: string | null
        user: string
        agent: string | null
      }>,
      InboxRefusal
    >
  >
  resolve(
    client: Client,
    call: { grant: string; tool: string; inputs: Json },
    idempotency: Idempotency | null,
  ): Promise<Result<Answer<{ approved: boolean }>, InboxRefusal>>
  /** What became of one step of an approved plan; a final word stays. */
  reportStep(
    client: Client,
    request: string,
    action: string,
    report: StepReport,
    idempotency: Idempotency | null,
  ): Promise<Result<Answer<{ request: ClientView; step: StepOutcome }>, InboxRefusal>>
  /** What would be said of inputs of a kind that can be judged beforehand; stores nothing. */
  dryRun(client: Client, kind: OwnKind, inputs: Json): Promise<Result<Json, InboxRefusal>>
  reportOutcome(
    client: Client,
    request: string,
    report: OutcomeReport,
    idempotency: Idempotency | null,
  ): Promise<Result<Answer<{ request: ClientView }>, InboxRefusal>>
}
