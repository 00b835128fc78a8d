import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { type Digest, digest } from './digest'
import { hasLoneSurrogate, type Json } from './json'
import { jsonFaults } from './json-faults'

declare const made: unique symbol

/** The hash of a binding; only `fingerprint` makes one. */
export type Fingerprint = Digest & { readonly [made]: true }

/**
 * What an approval is for. `user` is the person it is proposed for, else `client:<id>`; `org` the organization's id;
 * without a tool, `tool` is `gate`, `command` or `plan` and `version` is '1' (design §1).
 */
export type Binding = { tool: string; version: string; inputs: Json; user: string; org: string }

/** `empty_field`: tool, user or org says nothing; the others are faults of the inputs, as `parseStrictJson` names them. */
export type BindingRefusalCode = 'empty_field' | 'lone_surrogate' | 'unsafe_number' | 'too_deep'

/**
 * Hashes a binding: `jcs-sha256:` and the SHA-256 of JCS({inputs, org, tool, user, version}), lower-case hex.
 *
 * Refuses an empty tool, user or org (callers without a name would share approvals), and inputs that no strict text
 * could have held, whoever made them. `at` names every field at fault, as in `$.inputs.shift`.
 */
export function fingerprint(binding: Binding): Result<Fingerprint, Refusal<BindingRefusalCode>> {
  const { tool, version, inputs, user, org } = binding
  const empty = Object.entries({ tool, user, org }).filter(([, text]) => text === '')
  if (empty.length > 0)
    return refuse(
      'empty_field',
      empty.map(([name]) => ({ path: `$.${name}`, message: 'must not be empty' })),
    )
  const faults = [
    ...Object.entries({ tool, user, org, version })
      .filter(([, text]) => hasLoneSurrogate(text))
      .map(([name]) => ({
        code: 'lone_surrogate' as const,
        path: `$.${name}`,
        message: 'holds half of a surrogate pair',
      })),
    ...jsonFaults(inputs, ['inputs']),
  ]
  if (faults[0])
    return refuse(
      faults[0].code,
      faults.map(({ path, message }) => ({ path, message })),
    )
  return yes(digest({ inputs, org, tool, user, version }) as Fingerprint)
}
