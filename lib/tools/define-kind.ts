import type { Json } from '@/lib/binding'
import { parseConfirmation } from '@/lib/confirmation'
import { proofs, proven } from './proof'
import type { KindDefinition, Performed, Tool } from './tool'

/** The version of every own kind; the reserved name and it stand in the binding (design §1). */
const KIND_VERSION = '1'

/**
 * Makes one of Countersign's own kinds go the way of a tool. A client performs it with a grant, or the worker goes through it
 * step by step where the kind says so (a plan of tools performed here); a policy of the
 * organization must say who decides.
 */
export function defineKind<Inputs = Json>(definition: KindDefinition<Inputs>): Tool {
  const named = { name: definition.name, version: KIND_VERSION }
  const notHere = async (): Promise<Performed> => {
    throw new Error(`a ${definition.name} is performed by its client`)
  }
  const typed = (inputs: Json) => inputs as Inputs // checked by `check` before anything is stored
  return {
    kind: definition.name,
    ...named,
    label: definition.label,
    inputs: {},
    policy: null,
    performs: 'client',
    idempotent: true,
    performsFor: (inputs) => definition.performs?.(typed(inputs)) ?? 'client',
    check: definition.check,
    take: (inputs, client) => definition.take?.(typed(inputs), client) ?? inputs,
    remarks: (inputs) => definition.remarks?.(typed(inputs)) ?? [],
    rejects: (inputs) => definition.rejects?.(typed(inputs)) ?? [],
    verdict: (inputs) => definition.verdict?.(typed(inputs)) ?? null,
    question: (inputs) => definition.question(typed(inputs)),
    judgeAnswer: (inputs, answer) => definition.judgeAnswer(typed(inputs), answer),
    async authorize(call, principals, sql) {
      const ids = principals.map(({ id }) => id)
      const may = await definition.authorize?.({ ...call, inputs: typed(call.inputs) }, principals, sql)
      return proofs(named, call, principals, may ?? ids)
    },
    async describe(call, sql) {
      return parseConfirmation(await definition.describe(proven(named, call), sql))
    },
    performHere: notHere,
    performOutside: notHere,
  }
}
