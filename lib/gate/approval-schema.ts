import type { Json } from '@/lib/binding'
import type { Result } from '@/lib/result'

declare const accepted: unique symbol

/** A schema that compiled: only `acceptSchema` makes one, and only such a schema judges an answer. */
export type ApprovalSchema = {
  readonly [accepted]: true
  /** What was proposed, as it was proposed. */
  readonly schema: { readonly [keyword: string]: Json }
  readonly compiled: Compiled
  /** It can only have meant an object, though it does not say so. */
  readonly isOfObject: boolean
}

/** One thing that does not fit: `at` leads to the value, `missing` names what it lacks, where that is the fault. */
export type Fault = { at: readonly (string | number)[]; message: string; missing?: string }

/** A compiled schema. `faults` of a value that fits is empty; it may throw, which fits nothing. */
export type Compiled = {
  faults(value: Json): readonly Fault[]
  /** The same schema for a form or another reader: references lead inside by pointer, and only there. */
  readonly plain: Json
  /** What reads oddly in it, for a developer; nothing here refuses it. */
  readonly warnings: readonly { path: string; message: string }[]
}

/** What this room needs of JSON Schema; `lib/schemas` has it. A refusal names the places in the schema. */
export interface Validators {
  compile(schema: Json): Result<Compiled>
}
