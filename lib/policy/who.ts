import type { Role } from './principal'

/**
 * Who may decide: the person it is proposed for, people named one by one (by user id), everybody on a team, the leads of a
 * team, or everybody who has exactly this role.
 */
export type Who =
  | { kind: 'proposed_for' }
  | { kind: 'people'; people: string[] }
  | { kind: 'team'; team: string }
  | { kind: 'team_leads'; team: string }
  | { kind: 'role'; role: Role }

type Bad = (path: string, message: string) => void

const ROLES: readonly string[] = ['member', 'lead', 'admin'] satisfies Role[]

/** Reads the `who` of a written policy; null where it is none, and `bad` has heard why. */
export function readWho(value: unknown, bad: Bad): Who | null {
  const written = isObject(value) ? value : {}
  switch (written.kind) {
    case 'proposed_for':
      return { kind: 'proposed_for' }
    case 'people':
      return readPeople(written.people, bad)
    case 'team':
    case 'team_leads':
      if (isId(written.team)) return { kind: written.kind, team: written.team }
      bad('$.who.team', 'must name a team by id')
      return null
    case 'role':
      if (isRole(written.role)) return { kind: 'role', role: written.role }
      bad('$.who.role', `must be ${ROLES.join(', ')}`)
      return null
    default:
      bad('$.who', 'must be of the kind proposed_for, people, team, team_leads or role')
      return null
  }
}

function readPeople(value: unknown, bad: Bad): Who | null {
  const people = Array.isArray(value) ? value.filter(isId) : []
  if (Array.isArray(value) && people.length === value.length && people.length > 0 && people.length <= 200)
    return { kind: 'people', people: [...new Set(people)] }
  bad('$.who.people', 'must name 1 to 200 people by id')
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isRole(value: unknown): value is Role {
  return typeof value === 'string' && ROLES.includes(value)
}
