'use client'
import Link from 'next/link'
import { visibleText } from '@/lib/confirmation'
import type { MemberEntry, PolicyEntry, TeamEntry } from '@/lib/organization'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { ROLE } from '../words/policy'
import { Choice, Field, Select, SettingForm, Sure } from './form'
import styles from './settings.module.css'

type Props = { entry: PolicyEntry; members: readonly MemberEntry[]; teams: readonly TeamEntry[] }

const HOUR_MS = 3_600_000
const KIND = { write: 'Writes of', gate: 'Gates of', command: 'Commands of', plan: 'Plans of' } as const

/** Says who decides. Every part of it is there without JavaScript: what is not chosen is not read. */
export function PolicyForm({ entry, members, teams }: Props) {
  const policy = entry.policy ?? entry.fallback
  const who = policy?.who ?? { kind: 'people', people: [] as string[] }
  const about = { kind: entry.kind, subject: entry.subject }
  const team = who.kind === 'team' || who.kind === 'team_leads' ? who.team : teams[0]?.id
  const named = teams.map(({ id, name }) => [id, visibleText(name)] as const)
  return (
    <section className={styles.part} aria-labelledby="policy">
      <h2 id="policy">
        {KIND[entry.kind]} <Text value={entry.label} />
      </h2>
      <p className={parts.hint}>
        It holds for what is proposed from now on. <Link href="/settings/policies">All policies</Link>
      </p>
      <SettingForm does="set_policy" about={about} submit="Save the policy">
        <fieldset>
          <legend>Who decides</legend>
          <Choice type="radio" name="who" value="people" label="These people" checked={who.kind === 'people'} />
          <div className={`${styles.indent} ${styles.chosen}`}>
            {members.map((member) => (
              <Choice
                key={member.id}
                name="people"
                value={member.id}
                label={<Text value={member.name} />}
                checked={who.kind === 'people' && who.people.includes(member.id)}
              />
            ))}
          </div>
          {named.length === 0 ? null : (
            <>
              <Choice type="radio" name="who" value="team" label="Everybody on a team" checked={who.kind === 'team'} />
              <Choice
                type="radio"
                name="who"
                value="team_leads"
                label="The leads of a team"
                checked={who.kind === 'team_leads'}
              />
              <div className={styles.indent}>
                <Select name="team" label="Team" options={named} {...(team === undefined ? {} : { value: team })} />
              </div>
            </>
          )}
          <Choice type="radio" name="who" value="role" label="Everybody with a role" checked={who.kind === 'role'} />
          <div className={styles.indent}>
            <Select
              name="role"
              label="Role"
              value={who.kind === 'role' ? who.role : 'admin'}
              options={Object.entries(ROLE)}
            />
          </div>
          <Choice
            type="radio"
            name="who"
            value="proposed_for"
            label="The person it is for"
            checked={who.kind === 'proposed_for'}
          />
        </fieldset>
        <Field
          does="set_policy"
          name="quorum"
          label="How many must approve"
          type="number"
          min={1}
          max={20}
          value={String(policy?.quorum ?? 1)}
        />
        <fieldset>
          <legend>Rules</legend>
          <Choice
            name="requesterMayDecide"
            value="yes"
            label="Whoever it is for may decide too"
            checked={policy?.requesterMayDecide ?? false}
          />
          <Choice
            name="oneEnds"
            value="yes"
            label="One rejection or return ends it"
            checked={policy?.oneEnds ?? true}
          />
        </fieldset>
        <Select
          name="reasonOwed"
          label="A reason is owed"
          value={policy?.reasonOwed ?? 'to_refuse'}
          options={[
            ['to_refuse', 'To reject or send back'],
            ['always', 'Always'],
            ['never', 'Never'],
          ]}
        />
        <Field
          does="set_policy"
          name="hours"
          label="Hours it stays open"
          hint="At most 720, which is 30 days"
          type="number"
          min={0}
          max={720}
          step="any"
          value={String((policy?.lifetimeMs ?? 24 * HOUR_MS) / HOUR_MS)}
        />
      </SettingForm>
      {entry.policy === null ? null : (
        <Sure
          ask={entry.fallback === null ? 'Drop the policy…' : 'Back to the tool’s default…'}
          says={
            entry.fallback === null
              ? 'Then nobody may decide, and nothing can be proposed.'
              : 'The tool says who decides.'
          }
        >
          <SettingForm does="drop_policy" about={about} submit="Drop it" look="inline" />
        </Sure>
      )}
    </section>
  )
}
