'use client'
import { visibleText } from '@/lib/confirmation'
import type { InviteEntry, MemberEntry } from '@/lib/organization'
import { useClock, useMe } from '../frame/context'
import { Face } from '../parts/face'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { Time } from '../when/time'
import { shortDay } from '../when/zoned'
import { ROLE } from '../words/policy'
import { Field, Select, SettingForm, Sure } from './form'
import styles from './settings.module.css'

const ROLES = [
  ['member', 'Member'],
  ['lead', 'Lead'],
  ['admin', 'Admin'],
] as const

type Props = { members: readonly MemberEntry[]; invites: readonly InviteEntry[]; isAdmin: boolean }

/** Who belongs here, who is invited, and for admins how that changes. */
export function Members({ members, invites, isAdmin }: Props) {
  const me = useMe()
  return (
    <>
      <section className={styles.part} aria-labelledby="members">
        <h2 id="members">Members</h2>
        <ul className={styles.list}>
          {members.map((member) => (
            <li key={member.id}>
              <Face name={member.name} />
              <span className={styles.what}>
                <Text value={member.name} /> {member.id === me.id ? '(you)' : null}
                <small>
                  <Text value={member.email} />
                  {member.teams.map((team) => (
                    <span key={team.id}>
                      {' · '}
                      <Text value={team.name} />
                      {team.lead ? ' (lead)' : null}
                    </span>
                  ))}
                </small>
              </span>
              {isAdmin ? <Change member={member} /> : <span className={parts.chip}>{ROLE[member.role]}</span>}
            </li>
          ))}
        </ul>
      </section>
      {isAdmin ? (
        <>
          <Invites invites={invites} />
          <section className={styles.part} aria-labelledby="invite">
            <h2 id="invite">Invite somebody</h2>
            <SettingForm does="invite" submit="Send the invitation">
              <Field does="invite" name="email" label="Work e-mail" type="email" autoComplete="off" />
              <Field does="invite" name="name" label="Name" autoComplete="off" />
              <Select name="role" label="Role" value="member" options={ROLES} />
            </SettingForm>
          </section>
        </>
      ) : (
        <p className={parts.hint}>Admins invite people and change roles.</p>
      )}
    </>
  )
}

function Change({ member }: { member: MemberEntry }) {
  const name = visibleText(member.name)
  return (
    <div className={styles.acts}>
      <SettingForm does="change_role" about={{ user: member.id }} submit="Change role" label={name} look="inline">
        <Select name="role" label={`Role of ${name}`} hidden value={member.role} options={ROLES} />
      </SettingForm>
      <Sure
        ask={
          <>
            Remove<span className="sr"> {name}</span>…
          </>
        }
        says={`${name} is out at once, on every open page. What they decided stays; what they had approved and is still open does not count any more.`}
      >
        <SettingForm does="remove_member" about={{ user: member.id }} submit="Remove" label={name} look="inline" />
      </Sure>
    </div>
  )
}

function Invites({ invites }: { invites: readonly InviteEntry[] }) {
  const { zone } = useClock()
  if (invites.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="invites">
      <h2 id="invites">Invited</h2>
      <ul className={styles.list}>
        {invites.map((invite) => (
          <li key={invite.id}>
            <span className={styles.what}>
              <Text value={invite.name} />
              <small>
                <Text value={invite.email} /> · {ROLE[invite.role]} · invited by <Text value={invite.invitedBy} />, open
                until <Time iso={invite.expiresAt} text={shortDay(invite.expiresAt, zone)} />
              </small>
            </span>
            <span className={styles.acts}>
              <SettingForm
                does="close_invite"
                about={{ invite: invite.id }}
                submit="Take back"
                label={visibleText(invite.email)}
                look="inline"
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
