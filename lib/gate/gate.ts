import type { Json } from '@/lib/binding'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import type { ApprovalSchema, Fault, Validators } from './approval-schema'
import { impliesObject, notAnObject } from './implies-object'
import { type Violation, violationsIn } from './violations'

/** What can be asked about an approval schema. */
export type Gate = {
  /**
   * Accepts a schema when its gate is proposed: a JSON object that compiles here and now, with references that stay
   * inside it. Refuses with `bad_schema`, naming each place in the schema.
   */
  acceptSchema(schema: unknown): Result<ApprovalSchema, Refusal<'bad_schema'>>
  /**
   * The accept edge: says whether an answer fits, before anything is recorded. Fails closed: whatever goes wrong while
   * judging is a refusal. Refuses with `answer_does_not_fit` and every violation, at most 20. Never changes the answer.
   */
  judge(answer: Json, schema: ApprovalSchema): Result<Json, Refusal<'answer_does_not_fit'>>
  /** Everything of an answer that does not fit, one by one; never throws. What is only missing says so. */
  faults(answer: Json, schema: ApprovalSchema): readonly Fault[]
  /**
   * The seed's own rule, for runs that are already parked elsewhere: a schema that does not compile constrains nothing
   * but that an object be one (seeds §1.3). Everything else goes through `judge`.
   */
  approvalViolations(input: unknown, schema: unknown): Violation[]
}

/** Binds the rules of a gate to the validators that judge by them. */
export function gate(validators: Validators): Gate {
  return {
    acceptSchema(schema) {
      if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
        return refuse('bad_schema', [{ path: '$', message: 'must be a JSON object' }])
      const compiled = validators.compile(schema as Json) // an object that came out of JSON
      if (!compiled.ok) return refuse('bad_schema', compiled.error.at)
      return yes({ schema, compiled: compiled.value, isOfObject: impliesObject(schema) } as unknown as ApprovalSchema) // the one place that makes it
    },

    faults: faultsIn,

    judge(answer, schema) {
      const faults = faultsIn(answer, schema)
      return faults.length === 0 ? yes(answer) : refuse('answer_does_not_fit', violationsIn(faults))
    },

    approvalViolations(input, schema) {
      const answer = input as Json // whatever was recorded elsewhere: read, never trusted
      const compiled = validators.compile(schema as Json)
      const found = compiled.ok ? closed(() => compiled.value.faults(answer)) : []
      return violationsIn([...objectFaults(answer, schema), ...found])
    },
  }
}

function faultsIn(answer: Json, { compiled, isOfObject }: ApprovalSchema): readonly Fault[] {
  const faults = closed(() => compiled.faults(answer))
  const ofObject = isOfObject ? notAnObject(answer) : null
  return ofObject === null ? faults : [ofObject, ...faults]
}

function objectFaults(answer: Json, schema: unknown): Fault[] {
  const fault = impliesObject(schema) ? notAnObject(answer) : null
  return fault === null ? [] : [fault]
}

/** Trouble while judging is a no: an answer that could not be checked was not accepted. */
function closed(faults: () => readonly Fault[]): readonly Fault[] {
  try {
    return faults()
  } catch (error) {
    return [{ at: [], message: `could not be checked (${error instanceof Error ? error.name : 'unknown trouble'})` }]
  }
}
