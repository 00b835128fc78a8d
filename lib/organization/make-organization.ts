import { type Person, parsePolicy, SCOPES } from '@/lib/policy'
import { KINDS, type Kind } from '@/lib/request'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import type { Registry } from '@/lib/tools'
import type { Changed, Organization, OrganizationCode } from './organization'
import { overviewOf } from './overview'
import type { OrganizationPorts } from './ports'
import { addressOf, isZone, nameFaults, roleOf } from './words'

const KEY_HINT = 8

/** Ties what can be done about an organization to a store and to the tools whose policies it may set. */
export function makeOrganization(ports: OrganizationPorts, registry: Registry): Organization {
  const { store } = ports
  const invalid = (at: Refusal['at']) => refuse('invalid' as const, at)
  /** For what changes who may decide. */
  const followed = async (person: Pick<Person, 'org'>, said: 'ok' | OrganizationCode): Promise<Changed> => {
    if (said === 'ok') await ports.follow(person.org)
    return changed(said)
  }
  const named = async (name: string, act: (name: string) => Promise<'ok' | OrganizationCode>): Promise<Changed> => {
    const at = nameFaults('$.name', name)
    return at.length > 0 ? invalid(at) : changed(await act(name.trim()))
  }
  const kindOf = (kind: string): Kind | null => KINDS.find((one) => one === kind) ?? null

  return {
    overview: async (person) => overviewOf(await store.overview(person), person, registry),

    async invite(admin, { email, name, role }) {
      const address = addressOf(email)
      const wanted = roleOf(role)
      const at = [
        ...(address === null ? [{ path: '$.email', message: 'is no e-mail address' }] : []),
        ...nameFaults('$.name', name),
        ...(wanted === null ? [{ path: '$.role', message: 'is no role' }] : []),
      ]
      if (address === null || wanted === null || at.length > 0) return invalid(at)
      return changed(await store.invite(admin, { id: ports.newId(), email: address, name: name.trim(), role: wanted }))
    },
    closeInvite: async (admin, invite) => changed(isId(invite) ? await store.closeInvite(admin, invite) : 'not_found'),
    accept: async (user, invite, session) =>
      isId(invite.id) ? followed(invite, await store.accept(user, invite, session)) : changed('not_found'),
    async changeRole(admin, { user, role }) {
      const wanted = roleOf(role)
      if (wanted === null) return invalid([{ path: '$.role', message: 'is no role' }])
      return followed(admin, await store.changeRole(admin, { user, role: wanted }))
    },
    remove: async (admin, user) => followed(admin, await store.remove(admin, user)),

    makeTeam: (admin, name) => named(name, (name) => store.makeTeam(admin, { id: ports.newId(), name })),
    renameTeam: (admin, team) => named(team.name, (name) => store.renameTeam(admin, { id: team.id, name })),
    closeTeam: async (admin, team) => followed(admin, await store.closeTeam(admin, team)),
    putOnTeam: async (admin, put) => followed(admin, await store.putOnTeam(admin, put)),
    takeOffTeam: async (admin, taken) => followed(admin, await store.takeOffTeam(admin, taken)),

    async setPolicy(admin, { kind, subject }, text) {
      const policy = parsePolicy(text)
      if (!policy.ok) return policy
      const known = kindOf(kind)
      if (known === null || (known === 'write' && registry.get(subject)?.kind !== 'write')) return changed('not_found')
      return changed(await store.setPolicy(admin, { kind: known, subject }, policy.value))
    },
    async dropPolicy(admin, { kind, subject }) {
      const known = kindOf(kind)
      return changed(known === null ? 'not_found' : await store.dropPolicy(admin, { kind: known, subject }))
    },

    makeClient: (admin, name) =>
      named(name, (name) => store.makeClient(admin, { id: `cl_${ports.newId().slice(-12)}`, name })),
    async makeKey(admin, { client, scopes }) {
      const wanted = SCOPES.filter((scope) => scopes.includes(scope))
      if (wanted.length === 0) return invalid([{ path: '$.scopes', message: 'choose at least one' }])
      const { key, hash } = ports.newKey()
      const said = await store.makeKey(admin, { client, hash, hint: key.slice(0, KEY_HINT), scopes: wanted })
      return said === 'ok' ? yes({ key, client }) : refuse(said)
    },
    revokeKey: async (admin, key) => changed(await store.revokeKey(admin, key)),

    async setProfile(person, { name, zone }) {
      const at = [
        ...nameFaults('$.name', name),
        ...(zone === '' || isZone(zone) ? [] : [{ path: '$.zone', message: 'is no time zone' }]),
      ]
      if (at.length > 0) return invalid(at)
      return changed(await store.setProfile(person, { name: name.trim(), zone: zone === '' ? null : zone }))
    },
  }
}

function changed(said: 'ok' | OrganizationCode): Result<null, Refusal<OrganizationCode>> {
  return said === 'ok' ? yes(null) : refuse(said)
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
}
