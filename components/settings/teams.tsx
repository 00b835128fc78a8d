'use client'
import { visibleText } from '@/lib/confirmation'
import type { MemberEntry, TeamEntry } from '@/lib/organization'
import { Face } from '../parts/face'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { Choice, Field, Select, SettingForm, Sure } from './form'
import styles from './settings.module.css'

type Props = { teams: readonly TeamEntry[]; members: readonly MemberEntry[]; isAdmin: boolean }

/** Teams, who is on them, who leads them. */
export function Teams({ teams, members, isAdmin }: Props) {
  return (
    <>
      {teams.length === 0 ? (
        <p>
          There are no teams yet. A policy can let a team decide, or its leads; leads see what is pending for their
          people.
        </p>
      ) : null}
      {teams.map((team) => (
        <section key={team.id} className={styles.part} aria-labelledby={`team-${team.id}`}>
          <h2 id={`team-${team.id}`}>
            <Text value={team.name} />
          </h2>
          {team.members.length === 0 ? (
            <p className={parts.hint}>Nobody is on it.</p>
          ) : (
            <ul className={styles.list}>
              {team.members.map((member) => (
                <li key={member.id}>
                  <Face name={member.name} small />
                  <span className={styles.what}>
                    <Text value={member.name} />
                    {member.lead ? <small>Leads the team</small> : null}
                  </span>
                  {isAdmin ? <OnTeam team={team} member={member} /> : null}
                </li>
              ))}
            </ul>
          )}
          {isAdmin ? <ChangeTeam team={team} members={members} /> : null}
        </section>
      ))}
      {isAdmin ? (
        <section className={styles.part} aria-labelledby="new-team">
          <h2 id="new-team">A new team</h2>
          <SettingForm does="make_team" submit="Make the team">
            <Field does="make_team" name="name" label="Name" />
          </SettingForm>
        </section>
      ) : (
        <p className={parts.hint}>Admins change teams.</p>
      )}
    </>
  )
}

function OnTeam({ team, member }: { team: TeamEntry; member: TeamEntry['members'][number] }) {
  const about = { team: team.id, user: member.id }
  const name = visibleText(member.name)
  return (
    <span className={styles.acts}>
      <SettingForm
        does="put_on_team"
        about={{ ...about, lead: member.lead ? '' : 'yes' }}
        submit={member.lead ? 'No lead any more' : 'Make a lead'}
        label={name}
        look="inline"
      />
      <SettingForm does="take_off_team" about={about} submit="Take off" label={name} look="inline" />
    </span>
  )
}

function ChangeTeam({ team, members }: { team: TeamEntry; members: readonly MemberEntry[] }) {
  const name = visibleText(team.name)
  const others = members.filter(({ id }) => !team.members.some((member) => member.id === id))
  return (
    <div className={styles.acts}>
      {others.length === 0 ? null : (
        <SettingForm does="put_on_team" about={{ team: team.id }} submit="Put on the team" label={name} look="inline">
          <Select
            name="user"
            label={`Who comes on ${name}`}
            hidden
            options={others.map((member) => [member.id, visibleText(member.name)] as const)}
          />
          <Choice name="lead" value="yes" label="as a lead" />
        </SettingForm>
      )}
      <Sure ask={<>Rename{<span className="sr"> {name}</span>}…</>} says="Policies that name the team keep naming it.">
        <SettingForm does="rename_team" about={{ team: team.id }} submit="Rename" label={name} look="inline">
          <Field does="rename_team" name="name" label={`New name of ${name}`} value={team.name} />
        </SettingForm>
      </Sure>
      <Sure ask={<>Close{<span className="sr"> {name}</span>}…</>} says="Its people stay members of the organization.">
        <SettingForm does="close_team" about={{ team: team.id }} submit="Close the team" label={name} look="inline" />
      </Sure>
    </div>
  )
}
