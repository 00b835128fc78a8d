import type { Json } from '@/lib/binding'
import type { Confirmation } from '@/lib/confirmation'
import type { Client, PolicyText, Principal } from '@/lib/policy'
import type { Kind, OwnKind } from '@/lib/request'
import type { Refusal, Result } from '@/lib/result'
import type { Sql } from './sql'

/** A JSON Schema, as plain data. */
export type JsonSchema = { [keyword: string]: unknown }

/** One proposed call of a tool. `proposedFor` is the person it is for, else the client that proposes. */
export type Call<Inputs = Json> = { org: string; inputs: Inputs; proposedFor: Principal }

declare const authorized: unique symbol

/**
 * Proof that `authorize` said yes for `principal` and exactly this call. Only `lib/tools` can make one, and neither
 * `describe` nor `perform` can be called without it (design §3.2).
 */
export type Authorized<Inputs = Json> = Call<Inputs> & {
  readonly principal: Principal
  readonly tool: string
  readonly version: string
  readonly [authorized]: true
}

/** What performing came to. A tool may look at the world once more and refuse: `did: false` becomes «failed, because». */
export type Performed = { did: true; note?: string } | { did: false; why: string }

/** How a tool without the database does its work: at least once, with the same `key` every time. */
export type OutsideContext = { key: string; attempt: number; signal: AbortSignal }

/**
 * Where a write happens.
 *
 * - `here`: in this database, in the very transaction that decides; exactly once.
 * - `outside`: by this process after the decision, retried with the same key. Not `idempotent`: never retried once
 *   started; where the process died in the middle the outcome is «unknown» and a person is asked.
 * - left out: the client that proposed performs it with a grant.
 */
export type Perform<Inputs> =
  | { where: 'here'; run(call: Authorized<Inputs>, sql: Sql, context: { signal: AbortSignal }): Promise<Performed> }
  | {
      where: 'outside'
      idempotent: boolean
      run(call: Authorized<Inputs>, context: OutsideContext): Promise<Performed>
    }

/** What an author writes to make a kind of write known. */
export type ToolDefinition<Inputs> = {
  /** snake_case; `gate`, `command` and `plan` are taken. */
  name: string
  /** Part of the binding: an approval of version 1 does not run version 2. */
  version: string
  /** What people call it, such as «Assign a shift». */
  label: string
  /** JSON Schema of the inputs; checked before anything else sees them. */
  inputs: JsonSchema
  /** Of these principals, the ids of those who could make this very write themselves. Asked once for all of them. */
  authorize(call: Call<Inputs>, principals: readonly Principal[], sql: Sql): Promise<readonly string[]>
  /** What will happen, in plain words: names, not ids. From the inputs and the world only; never the viewer or the clock. */
  describe(call: Authorized<Inputs>, sql: Sql): Promise<Confirmation>
  perform?: Perform<Inputs>
  /** The default policy of this tool's writes; an organization's own policy goes before it. */
  policy: PolicyText
}

/** What Countersign itself needs to make one of its own kinds of request go the way of a write. */
export type KindDefinition<Inputs> = {
  name: OwnKind
  /** What people call it, such as «Command». */
  label: string
  /** Everything of a proposal that does not fit, as paths in the inputs. Nothing else sees inputs that have a fault. */
  check(inputs: Json, client: Client): Refusal['at']
  /** What is kept of inputs without a fault, where what the client's key allows is a part of it; left out: all of them. */
  take?(inputs: Inputs, client: Client): Json
  /** What a developer may want to know of inputs without a fault, such as a keyword that constrains nothing. */
  remarks?(inputs: Inputs): Refusal['at']
  /**
   * What makes this proposal certain to fail, as paths in the inputs: it is refused whole, and an audit line says so.
   * Asked once `check` has no fault.
   */
  rejects?(inputs: Inputs): Refusal['at']
  /** What a dry run answers; inputs that have a fault never come here. */
  verdict?(inputs: Inputs): Json
  /** As of a tool; left out: everybody asked for, for the policy alone says who may see it (design §2, Propose). */
  authorize?(call: Call<Inputs>, principals: readonly Principal[], sql: Sql): Promise<readonly string[]>
  /** Countersign's own describer: from the inputs and the world only; never the viewer or the clock. */
  describe(call: Authorized<Inputs>, sql: Sql): Promise<Confirmation>
  /** What is asked beside the confirmation: the schema, the script, the steps. Part of the display digest. */
  question(inputs: Inputs): Json
  /**
   * The canonical text to record of an answer that came with an approval; '' where none is asked for. Refuses with
   * `answer_does_not_fit` and every violation, as paths in the answer. Whatever it cannot judge it refuses.
   */
  judgeAnswer(inputs: Inputs, answer: Json | undefined): Result<string, Refusal<'answer_does_not_fit'>>
  /** By whom it is carried out; left out: by the client. `outside`: by the worker, after the decision. */
  performs?(inputs: Inputs): 'outside' | 'client'
}

/** A defined tool, its input type closed over: what the use cases hold. */
export type Tool = {
  /** `write` but for Countersign's own kinds. */
  readonly kind: Kind
  readonly name: string
  readonly version: string
  readonly label: string
  readonly inputs: JsonSchema
  /** Null: an organization must have a policy of its own. */
  readonly policy: PolicyText | null
  readonly performs: 'here' | 'outside' | 'client'
  readonly idempotent: boolean
  /** By whom this very call is performed: as `performs`, but where a kind of Countersign's own decides by its inputs. */
  performsFor(inputs: Json): 'here' | 'outside' | 'client'
  /** What does not fit beyond the schema of the inputs. */
  check(inputs: Json, client: Client): Refusal['at']
  /** What is kept of inputs without a fault; a write keeps them as they are. */
  take(inputs: Json, client: Client): Json
  /** What a developer may want to know; nothing of it is a fault. */
  remarks(inputs: Json): Refusal['at']
  /** What makes it certain to fail; of a write nothing is known beforehand. */
  rejects(inputs: Json): Refusal['at']
  /** What a dry run answers; null where a kind has none. */
  verdict(inputs: Json): Json
  /** What is asked beside the confirmation; null for a write. */
  question(inputs: Json): Json | null
  /** As `KindDefinition` says; a write takes no answer. */
  judgeAnswer(inputs: Json, answer: Json | undefined): Result<string, Refusal<'answer_does_not_fit'>>
  /** Who of these could make the write; the value for each is the proof that `describe` and `perform` ask for. */
  authorize(call: Call, principals: readonly Principal[], sql: Sql): Promise<ReadonlyMap<string, Authorized>>
  /** Refuses with `bad_confirmation` where the tool broke the limits of a confirmation. */
  describe(call: Authorized, sql: Sql): Promise<Result<Confirmation>>
  performHere(call: Authorized, sql: Sql, context: { signal: AbortSignal }): Promise<Performed>
  performOutside(call: Authorized, context: OutsideContext): Promise<Performed>
}
