import type { Json } from '@/lib/binding'
import type { Confirmation } from '@/lib/confirmation'
import type { PolicyText, Principal } from '@/lib/policy'
import type { Result } from '@/lib/result'
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

/** A defined tool, its input type closed over: what the use cases hold. */
export type Tool = {
  readonly name: string
  readonly version: string
  readonly label: string
  readonly inputs: JsonSchema
  readonly policy: PolicyText
  readonly performs: 'here' | 'outside' | 'client'
  readonly idempotent: boolean
  /** Who of these could make the write; the value for each is the proof that `describe` and `perform` ask for. */
  authorize(call: Call, principals: readonly Principal[], sql: Sql): Promise<ReadonlyMap<string, Authorized>>
  /** Refuses with `bad_confirmation` where the tool broke the limits of a confirmation. */
  describe(call: Authorized, sql: Sql): Promise<Result<Confirmation>>
  performHere(call: Authorized, sql: Sql, context: { signal: AbortSignal }): Promise<Performed>
  performOutside(call: Authorized, context: OutsideContext): Promise<Performed>
}
