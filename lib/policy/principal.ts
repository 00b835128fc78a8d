/** What a person may be in an organization. */
export type Role = 'member' | 'lead' | 'admin'

/** A signed-in person in one organization. `id` is our own user id, never an address. */
export type Person = { kind: 'person'; id: string; org: string; name: string; role: Role }

/**
 * What an API key may do. A key is never a person: no scope decides. `prompts`: what its gates ask may be their title,
 * though the author of an engine wrote it; `already_parked`: its gates may have a schema that cannot be read. Only an
 * admin gives these two.
 */
export const SCOPES = ['propose', 'read', 'redeem', 'prompts', 'already_parked'] as const
export type Scope = (typeof SCOPES)[number]

/** An API key's owner in one organization. */
export type Client = {
  kind: 'client'
  id: string
  org: string
  name: string
  scopes: Scope[]
  /**
   * Hash of the key it came with, where that key was known a moment ago and is still to be proven: the first statement of
   * what it asks for proves it, and refuses `unauthenticated`.
   */
  unprovenKey?: string
}

/** Who acts. */
export type Principal = Person | Client

/** The user a call is bound to: the person proposed for, else `client:<id>` (design §1, binding). */
export function bindingUser(client: { id: string }, proposedFor: { id: string } | null): string {
  return proposedFor === null ? `client:${client.id}` : proposedFor.id
}
