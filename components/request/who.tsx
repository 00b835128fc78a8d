'use client'
import { useId } from 'react'
import type { RequestView } from '@/lib/inbox'
import { Face } from '../parts/face'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { WHY_THEY_CANNOT, WHY_YOU_CANNOT_SHORT, whoDecides } from '../words/why-not'
import styles from './who.module.css'

/** Who can decide, and beside those who cannot the reason. */
export function Who({ view, level }: { view: RequestView; level: 2 | 3 }) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const people = [...view.deciders].sort((a, b) => rank(a) - rank(b))
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>Who can decide</Heading>
      {['team', 'team_leads', 'role'].includes(view.policyNames.kind) ? (
        <p className={parts.hint}>{whoDecides(view.policyNames)}</p>
      ) : null}
      <ul className={styles.who}>
        {people.map((person) => (
          <li key={person.id} className={person.mayDecide ? undefined : styles.off}>
            <Face name={person.name} small /> {person.isYou ? 'You' : <Text value={person.name} />}
            {person.why === null ? null : (
              <span className={styles.why}>
                {person.isYou ? WHY_YOU_CANNOT_SHORT[person.why] : WHY_THEY_CANNOT[person.why]}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function rank(person: RequestView['deciders'][number]): number {
  return (person.mayDecide ? 0 : 2) + (person.isYou ? 0 : 1)
}
