'use client'
import { inboxSearch } from '@/lib/client'
import type { ListPage, ListQuery } from '@/lib/inbox'
import { KINDS } from '@/lib/request'
import { cx } from '../parts/cx'
import { Link } from '../parts/link'
import { Menu } from '../parts/menu'
import menu from '../parts/menu.module.css'
import { KIND_WORDS } from '../words/kinds'
import styles from './filters.module.css'

/** What narrows the list: links inside menus that open without a script. */
export function Filters({ page, query }: { page: Pick<ListPage, 'tools' | 'clients' | 'teams'>; query: ListQuery }) {
  const { kind, tool, team, from, warned, cursor: _, ...rest } = query
  const narrowed = (more: Narrowing) => href({ ...rest, ...kept({ kind, tool, team, from, warned, ...more }) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are links, not fields
    <div className={styles.filters} role="group" aria-label="Filters">
      <Menu
        name="Kind"
        any="Any kind"
        href={narrowed({ kind: undefined })}
        options={KINDS.map((id) => ({ id, name: KIND_WORDS[id].name, href: narrowed({ kind: id }) }))}
        chosen={kind}
      />
      <Menu
        name="Tool"
        any="Any tool"
        href={narrowed({ tool: undefined })}
        options={page.tools.map((one) => ({ ...one, href: narrowed({ tool: one.id }) }))}
        chosen={tool}
      />
      <Menu
        name="Team"
        any="Any team"
        href={narrowed({ team: undefined })}
        options={page.teams.map((one) => ({ ...one, href: narrowed({ team: one.id }) }))}
        chosen={team}
      />
      <Menu
        name="From"
        any="Anyone"
        href={narrowed({ from: undefined })}
        options={page.clients.map((one) => ({ ...one, href: narrowed({ from: one.id }) }))}
        chosen={from}
      />
      <Link
        className={cx(menu.filter, warned && menu.on)}
        href={narrowed({ warned: !warned })}
        aria-current={warned || undefined}
      >
        Warned
      </Link>
    </div>
  )
}

function href(query: ListQuery): string {
  return `/inbox${inboxSearch(query)}`
}

type Narrowing = { [F in 'kind' | 'tool' | 'team' | 'from' | 'warned']?: ListQuery[F] | undefined }

/** Only what is set: a field that is there and undefined is another type. */
function kept({ kind, tool, team, from, warned }: Narrowing): Partial<ListQuery> {
  return {
    ...(kind ? { kind } : {}),
    ...(tool ? { tool } : {}),
    ...(team ? { team } : {}),
    ...(from ? { from } : {}),
    ...(warned ? { warned } : {}),
  }
}
