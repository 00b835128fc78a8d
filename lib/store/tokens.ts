import { canonicalize, fingerprint, type Json, newToken, parseStrictJson, tokenHash } from '@/lib/binding'
import { invariant, type Result, yes } from '@/lib/result'
import type { Database } from './database'
import { within } from './within'

/** A call as it is bound; `version` of calls that name none is '1'. */
export type CallBinding = { tool: string; version: string; inputs: Json; user: string; org: string }

/** Held by a page: whose it is, for which request, and what it shows. */
export type Held = { by: string; request: string; displayDigest: string }

/** The faces of design §5 for tokens and grants. */
export type Tokens = {
  /**
   * Stores a new token for a call and returns its text, which is kept nowhere. Its life is least(expiresAt, now + 30
   * minutes); a sixth live token of a person and request ends the oldest. Refuses what `fingerprint` refuses.
   */
  issue(
    binding: CallBinding,
    agent: string | null,
    expiresAt: Date,
    kind: 'cnf' | 'grt',
    held?: Held,
  ): Promise<Result<string>>
  /** Was exactly this call approved? Spends the token if so; every fault is the same false and spends nothing. */
  resolve(token: string, binding: CallBinding): Promise<boolean>
  /** Spends the token of this holder and returns the stored call, once; every fault is the same null. */
  redeem(
    token: string,
    holder: string,
    org: string,
  ): Promise<{ tool: string; inputs: string; agent: string | null } | null>
}

/** `random` must be cryptographic; `text` is for tests that name their tokens. */
export function tokens({ prisma }: Database, random: (bytes: number) => Uint8Array, text = newToken): Tokens {
  return {
    async issue(binding, agent, expiresAt, kind, held) {
      const print = fingerprint(binding)
      if (!print.ok) return print
      const token = text(kind, random(24))
      await within(prisma, binding.org).call`
        SELECT issue_token(${binding.org}::text, ${tokenHash(token)}::text, ${kind}::text, ${held?.request ?? null}::uuid,
          ${held?.by ?? null}::text, ${binding.user}::text, ${binding.tool}::text, ${canonicalize(binding.inputs)}::text,
          ${print.value}::text, ${held?.displayDigest ?? null}::text, NULL, ${agent}::text, ${expiresAt}::timestamptz) AS at`
      return yes(token)
    },
    async resolve(token, binding) {
      const print = fingerprint(binding)
      if (!print.ok) return false
      const rows = await within(prisma, binding.org).call<unknown>`
        SELECT tool FROM spend_token(${binding.org}::text, ${tokenHash(token)}::text, ${kindOf(token)}::text, NULL, ${print.value}::text)`
      return rows.length === 1
    },
    async redeem(token, holder, org) {
      const [row] = await within(prisma, org).call<{ tool: string; inputs: string; agent: string | null }>`
        SELECT tool, inputs, agent FROM spend_token(${org}::text, ${tokenHash(token)}::text, ${kindOf(token)}::text, ${holder}::text, NULL)`
      if (row === undefined) return null
      invariant(parseStrictJson(row.inputs).ok, 'stored inputs are canonical text')
      return row
    },
  }
}

function kindOf(token: string): 'cnf' | 'grt' {
  return token.startsWith('grt_') ? 'grt' : 'cnf'
}
