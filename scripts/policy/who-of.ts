/** What was written of who decides; at most one of these. */
export type Asked = {
  people?: string
  team?: string
  'team-leads'?: string
  role?: string
  'proposed-for': boolean
}
/** Whom an organization knows: members by id or address, teams by id or name. */
export type Known = {
  organization: string
  members: readonly { id: string; email: string }[]
  teams: readonly { id: string; name: string }[]
}

/** Who decides, as a policy writes it; throws a sentence where that is said twice, or names nobody here. */
export function whoOf(asked: Asked, known: Known): unknown {
  const said = (['people', 'team', 'team-leads', 'role'] as const).filter((one) => asked[one] !== undefined)
  if (said.length + Number(asked['proposed-for']) > 1)
    throw new Error('say one of --people, --team, --team-leads, --role and --proposed-for')
  if (asked['proposed-for']) return { kind: 'proposed_for' }
  if (asked.team !== undefined) return { kind: 'team', team: teamOf(asked.team, known) }
  if (asked['team-leads'] !== undefined) return { kind: 'team_leads', team: teamOf(asked['team-leads'], known) }
  if (asked.role !== undefined) return { kind: 'role', role: asked.role }
  return { kind: 'people', people: peopleOf(asked.people ?? '', known) }
}

function teamOf(text: string, { teams, organization }: Known): string {
  const found = teams.find(({ id }) => id === text) ?? teams.find(({ name }) => name === text)
  if (found === undefined) {
    const names = teams.map(({ name }) => `"${name}"`).join(', ')
    throw new Error(`${organization} has no team ${text}: ${names || 'there are none yet'}`)
  }
  return found.id
}

function peopleOf(text: string, { members, organization }: Known): string[] {
  return text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
    .map((part) => {
      const member = members.find(({ email, id }) => email === part || id === part)
      if (member === undefined) throw new Error(`${part} is not a member of ${organization}`)
      return member.id
    })
}
