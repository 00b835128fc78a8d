import Link from 'next/link'
import type { DeskPage, DeskQuery } from '@/lib/inbox'
import { KINDS, type Kind } from '@/lib/request'
import type { FormAction } from '../actions'
import { Banner } from '../parts/banner'
import button from '../parts/button.module.css'
import { Menu } from '../parts/menu'
import parts from '../parts/parts.module.css'
import { KIND_WORDS } from '../words/kinds'
import { listed } from '../words/plural'
import { cutTo } from './cut-to'
import styles from './desk.module.css'
import { deskAddress } from './desk-address'
import { type Clock, Oldest } from './oldest'
import { PendingByAge } from './pending-by-age'
import plots from './plots.module.css'
import { TimeToDecision } from './time-to-decision'
import { WaitingFor } from './waiting-for'

type Props = {
  page: DeskPage
  query: DeskQuery
  me: string
  clock: Clock
  /** What became of handing a request to others, or of a reminder, if that led here. */
  answer: DeskAnswer | null
  assign: FormAction
  remind: FormAction
}

export const DESK_ANSWERS = {
  assigned: { title: 'Handed over', text: 'They have it on top of their lists now.' },
  decided: { title: 'Not handed over: it was decided before', text: 'It is not pending any more.' },
  people: {
    title: 'Not handed over: choose enough people who may decide it',
    text: 'Nobody was asked anew. As many are needed as approvals are missing.',
  },
  reminded: { title: 'Reminded', text: 'Whom it waits for gets a mail about it now.' },
  soon: {
    title: 'Not reminded: that was done within the last hour',
    text: 'One reminder an hour is enough for each request.',
  },
  nobody: { title: 'Not reminded: it waits for nobody but you', text: 'Whoever else could decide it has approved it.' },
  over: { title: 'Not reminded: it was decided before', text: 'It is not pending any more.' },
  unseen: { title: 'Not reminded: there is nothing here for you', text: 'It is gone, or no longer yours to see.' },
  gone: { title: 'Not handed over: there is nothing here for you', text: 'It is gone, or no longer yours to see.' },
  failed: { title: 'Nothing was done: Countersign had a problem of its own', text: 'Please try again.' },
} as const
export type DeskAnswer = keyof typeof DESK_ANSWERS
const DONE: ReadonlySet<DeskAnswer> = new Set(['assigned', 'reminded'])

/** For leads: what is pending by age, tool and person, how long decisions take, and what to look at first. */
export function DeskScreen({ page, query, me, clock, answer, assign, remind }: Props) {
  const { cursor: _, ...first } = query
  const to = (more: { [F in 'team' | 'kind' | 'tool']?: string | undefined }) => deskAddress(narrowed(first, more))
  const tools = page.tools.filter((tool) => tool.kind === 'write')
  return (
    <main className="main" id="main">
      <div className={styles.page}>
        <header>
          <div>
            <h1>Desk</h1>
            <p className={parts.hint}>{scope(page, query)}, last 14 days</p>
          </div>
          <div className={styles.end}>
            <Menu
              name="Team"
              any="All I see"
              href={to({ team: undefined })}
              options={page.teams.map((one) => ({ ...one, href: to({ team: one.id }) }))}
              chosen={query.team}
            />
            <Menu
              name="Kind"
              any="Any kind"
              href={to({ kind: undefined })}
              options={KINDS.map((id) => ({ id, name: KIND_WORDS[id].name, href: to({ kind: id }) }))}
              chosen={query.kind}
            />
            <Menu
              name="Tool"
              any="Any tool"
              href={to({ tool: undefined })}
              options={tools.map((one) => ({ id: one.id, name: one.name, href: to({ tool: one.id }) }))}
              chosen={query.tool}
            />
          </div>
        </header>
        {answer === null ? null : (
          <div role="status">
            <Banner
              tone={DONE.has(answer) ? 'go' : 'stop'}
              icon={DONE.has(answer) ? 'check' : 'alert'}
              title={DESK_ANSWERS[answer].title}
            >
              {DESK_ANSWERS[answer].text}
            </Banner>
          </div>
        )}
        <section className={plots.plots} aria-label="Numbers">
          <PendingByAge ages={page.ages} />
          <TimeToDecision days={page.days} />
          <WaitingFor people={page.people} looked={page.looked} me={me} />
        </section>
        {page.rows.length === 0 ? (
          <Nothing query={query} />
        ) : (
          <Oldest page={page} query={query} me={me} clock={clock} assign={assign} remind={remind} />
        )}
      </div>
    </main>
  )
}

function Nothing({ query }: { query: DeskQuery }) {
  const isNarrow = query.team !== undefined || query.kind !== undefined || query.tool !== undefined
  return (
    <div className={styles.nothing}>
      <p>{isNarrow ? 'Nothing pending matches.' : 'Nothing is pending. What people ask for is counted here.'}</p>
      {isNarrow || query.cursor !== undefined ? (
        <Link className={button.btn} href="/desk" prefetch={false}>
          Show the whole desk
        </Link>
      ) : null}
    </div>
  )
}

function scope({ teams }: DeskPage, { team }: DeskQuery): string {
  const chosen = teams.find(({ id }) => id === team)
  if (chosen !== undefined) return cutTo(chosen.name, 60)
  if (teams.length === 0) return 'Everything pending that you may see'
  return listed(
    teams.map(({ name }) => cutTo(name, 60)),
    'and',
  )
}

function narrowed(query: DeskQuery, more: { [F in 'team' | 'kind' | 'tool']?: string | undefined }): DeskQuery {
  const { team, kind, tool } = { team: query.team, kind: query.kind, tool: query.tool, ...more }
  const known: Kind | undefined = KINDS.find((one) => one === kind)
  return { by: query.by, ...(team ? { team } : {}), ...(known ? { kind: known } : {}), ...(tool ? { tool } : {}) }
}
