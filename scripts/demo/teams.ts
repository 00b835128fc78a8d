import type { Organization } from '@/lib/organization'
import { invariant } from '@/lib/result'
import type { PEOPLE } from './northgate'
import { personOf } from './requests'

const TEAMS: { name: string; leads: (keyof typeof PEOPLE)[]; members: (keyof typeof PEOPLE)[] }[] = [
  { name: 'Bar team', leads: ['dana'], members: ['tomas', 'leo', 'maya'] },
  { name: 'Kitchen team', leads: ['ines'], members: ['jonas'] },
]

/** The teams of the demo, made as an admin makes them. */
export async function fillTeams(organization: Organization): Promise<void> {
  const admin = personOf('priya')
  for (const { name, leads, members } of TEAMS) {
    const made = await organization.makeTeam(admin, name)
    invariant(made.ok, `the demo could not make the ${name}`)
    const { teams } = await organization.overview(admin)
    const team = teams.find((one) => one.name === name)
    invariant(team !== undefined, 'a team that was made is there')
    for (const user of [...leads, ...members]) {
      const put = await organization.putOnTeam(admin, { team: team.id, user, lead: leads.includes(user) })
      invariant(put.ok, `the demo could not put ${user} on the ${name}`)
    }
  }
}
