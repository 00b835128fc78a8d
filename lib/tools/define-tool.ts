import type { Json } from '@/lib/binding'
import { parseConfirmation } from '@/lib/confirmation'
import { type Principal, parsePolicy } from '@/lib/policy'
import { invariant } from '@/lib/result'
import type { Authorized, Call, Tool, ToolDefinition } from './tool'

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
    name,
    version,
    label,
    inputs,
    policy: definition.policy,
    performs: perform?.where ?? 'client',
    idempotent: perform?.where !== 'outside' || perform.idempotent,

    async authorize(call, principals, sql) {
      const typed = call as Call<Inputs> // checked against the schema of the inputs by whoever proposes
      const may = new Set(await definition.authorize(typed, principals, sql))
      return new Map(
        principals
          .filter(({ id }) => may.has(id))
          .map((principal) => [principal.id, prove(definition, call, principal)]),
      )
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

type Named = { name: string; version: string }

function prove({ name, version }: Named, call: Call, principal: Principal): Authorized {
  return Object.freeze({ ...call, principal, tool: name, version }) as Authorized
}

/** A proof for another tool, or another version of this one, proves nothing. */
function proven<Inputs>({ name, version }: Named, call: Authorized): Authorized<Inputs> {
  invariant(
    call.tool === name && call.version === version,
    `authorized for ${call.tool} ${call.version}, not for ${name} ${version}`,
  )
  return call as Authorized<Inputs>
}
