'use client'
import Link from 'next/link'
import { visibleText } from '@/lib/confirmation'
import type { MemberEntry, PolicyEntry, TeamEntry } from '@/lib/organization'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { policyWords } from '../words/policy'
import styles from './settings.module.css'

type Props = { policies: readonly PolicyEntry[]; members: readonly MemberEntry[]; teams: readonly TeamEntry[] }

const KIND = { write: 'Writes', gate: 'Gates', command: 'Commands', plan: 'Plans' } as const

/** Who decides what: writes by tool, everything else by the client that asks. */
export function Policies({ policies, members, teams }: Props) {
  const kinds = (['write', 'gate', 'command', 'plan'] as const).filter((kind) =>
    policies.some((one) => one.kind === kind),
  )
  if (kinds.length === 0) return <p>There is nothing to decide yet: no tool is installed and no client is here.</p>
  return kinds.map((kind) => (
    <section key={kind} className={styles.part} aria-labelledby={`policies-${kind}`}>
      <h2 id={`policies-${kind}`}>{KIND[kind]}</h2>
      <ul className={styles.list}>
        {policies
          .filter((one) => one.kind === kind)
          .map((one) => (
            <li key={one.subject}>
              <span className={styles.what}>
                <Text value={one.label} /> <Origin entry={one} />
                <small>{says(one, { members, teams })}</small>
              </span>
              <Link
                className={cx(button.btn, button.small)}
                href={`/settings/policies/${one.kind}/${encodeURIComponent(one.subject)}`}
                prefetch={false}
              >
                Change<span className="sr">: {`${KIND[kind]}, ${visibleText(one.label)}`}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  ))
}

function Origin({ entry }: { entry: PolicyEntry }) {
  if (entry.policy !== null) return null
  return <span className={parts.chip}>{entry.fallback === null ? 'No policy' : 'The tool’s default'}</span>
}

function says(entry: PolicyEntry, people: Pick<Props, 'members' | 'teams'>): string {
  const policy = entry.policy ?? entry.fallback
  return policy === null ? 'Nobody may decide, so nothing can be proposed.' : policyWords(policy, people).join(' ')
}
