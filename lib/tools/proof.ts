import type { Principal } from '@/lib/policy'
import { invariant } from '@/lib/result'
import type { Authorized, Call } from './tool'

type Named = { name: string; version: string }

/** The proofs of those of `principals` whose ids were named: the only place where one is made. */
export function proofs(named: Named, call: Call, principals: readonly Principal[], ids: readonly string[]) {
  const may = new Set(ids)
  return new Map(principals.filter(({ id }) => may.has(id)).map((one) => [one.id, prove(named, call, one)]))
}

function prove({ name, version }: Named, call: Call, principal: Principal): Authorized {
  return Object.freeze({ ...call, principal, tool: name, version }) as Authorized
}

/** A proof for another tool, or another version of this one, proves nothing. */
export function proven<Inputs>({ name, version }: Named, call: Authorized): Authorized<Inputs> {
  invariant(
    call.tool === name && call.version === version,
    `authorized for ${call.tool} ${call.version}, not for ${name} ${version}`,
  )
  return call as Authorized<Inputs>
}
