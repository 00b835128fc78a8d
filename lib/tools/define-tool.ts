import type { Json } from '@/lib/binding'
import { parseConfirmation } from '@/lib/confirmation'
import { parsePolicy } from '@/lib/policy'
import { invariant, refuse, yes } from '@/lib/result'
import { proofs, proven } from './proof'
import type { Call, Tool, ToolDefinition } from './tool'

const RESERVED = new Set(['gate', 'command', 'plan'])

/**
 * Makes a kind of write known to Countersign.
 *
 * Throws at once, so at start, on a name that is taken or badly formed and on a policy that does not parse. Inputs are
 * checked against `definition.inputs` before any of its functions sees them, so they may trust the type.
 */
export function defineTool<Inputs = Json>(definition: ToolDefinition<Inputs>): Tool {
  const { name, version, label, inputs, perform } = definition
  invariant(/^[a-z][a-z0-9_]{0,59}$/.test(name) && !RESERVED.has(name), `a tool cannot be named «${name}»`)
  invariant(/^[\w.-]{1,40}$/.test(version), `«${version}» is not a version (of ${name})`)
  const policy = parsePolicy(definition.policy)
  invariant(policy.ok, `the policy of ${name} does not parse`)

  return {
    kind: 'write',
    name,
    version,
    label,
    inputs,
    policy: definition.policy,
    performsFor: () => perform?.where ?? 'client',
    check: () => [],
    take: (inputs) => inputs,
    remarks: () => [],
    rejects: () => [],
    verdict: () => null,
    question: () => null,
    judgeAnswer: (_inputs, answer) =>
      answer === undefined
        ? yes('')
        : refuse('answer_does_not_fit', [{ path: '$', message: 'a write takes no answer' }]),
    performs: perform?.where ?? 'client',
    idempotent: perform?.where !== 'outside' || perform.idempotent,

    async authorize(call, principals, sql) {
      const typed = call as Call<Inputs> // checked against the schema of the inputs by whoever proposes
      return proofs(definition, call, principals, await definition.authorize(typed, principals, sql))
    },
    async describe(call, sql) {
      return parseConfirmation(await definition.describe(proven(definition, call), sql))
    },
    async performHere(call, sql, context) {
      invariant(perform?.where === 'here', `${name} does not perform here`)
      return perform.run(proven(definition, call), sql, context)
    },
    async performOutside(call, context) {
      invariant(perform?.where === 'outside', `${name} does not perform outside`)
      return perform.run(proven(definition, call), context)
    },
  }
}
