'use client'
import Link from 'next/link'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { inboxSearch } from '@/lib/client'
import type { ListPage, ListQuery, Named } from '@/lib/inbox'
import { KINDS, type Kind } from '@/lib/request'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import { Text } from '../parts/text'
import { KIND_WORDS } from '../words/kinds'
import styles from './filters.module.css'

/** What narrows the list: links inside menus that open without a script. */
export function Filters({ page, query }: { page: Pick<ListPage, 'tools' | 'clients'>; query: ListQuery }) {
  const { kind, tool, from, warned, cursor: _, ...rest } = query
  const narrowed = (more: Narrowing) => href({ ...rest, ...kept({ kind, tool, from, warned, ...more }) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are links, not fields
    <div className={styles.filters} role="group" aria-label="Filters">
      <Menu
        name="Kind"
        any="Any kind"
        options={KIND_OPTIONS}
        chosen={kind}
        to={(id) => narrowed({ kind: kindOf(id) })}
      />
      <Menu name="Tool" any="Any tool" options={page.tools} chosen={tool} to={(id) => narrowed({ tool: id })} />
      <Menu name="From" any="Anyone" options={page.clients} chosen={from} to={(id) => narrowed({ from: id })} />
      <Link
        className={cx(styles.filter, warned && styles.on)}
        href={narrowed({ warned: !warned })}
        prefetch={false}
        aria-current={warned || undefined}
      >
        Warned
      </Link>
    </div>
  )
}

type MenuProps = {
  name: string
  any: string
  options: readonly Named[]
  chosen: string | undefined
  to: (value?: string) => string
}

function Menu({ name, any, options, chosen, to }: MenuProps) {
  const label = options.find((option) => option.id === chosen)?.name ?? chosen
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  if (options.length === 0 && chosen === undefined) return null
  return (
    <details ref={menu} className={styles.menu} name="filters">
      <summary className={cx(styles.filter, chosen && styles.on)}>
        {name}
        {label === undefined ? null : (
          <>
            : <Text value={label} />
          </>
        )}{' '}
        <Icon name="down" />
      </summary>
      <ul>
        <Option href={to()} isChosen={chosen === undefined}>
          {any}
        </Option>
        {options.map((option) => (
          <Option key={option.id} href={to(option.id)} isChosen={option.id === chosen}>
            <Text value={option.name} />
          </Option>
        ))}
      </ul>
    </details>
  )
}

function Option({ href: to, isChosen, children }: { href: string; isChosen: boolean; children: ReactNode }) {
  return (
    <li>
      <Link href={to} prefetch={false} aria-current={isChosen || undefined}>
        <span>{children}</span>
      </Link>
    </li>
  )
}

/** Closes a menu on Escape and on a click elsewhere; without a script its own head does. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current
      if (details === null || !details.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && details.contains(event.target)) return
      details.open = false
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [menu])
}

function href(query: ListQuery): string {
  return `/inbox${inboxSearch(query)}`
}

type Narrowing = { [F in 'kind' | 'tool' | 'from' | 'warned']?: ListQuery[F] | undefined }

const KIND_OPTIONS: Named[] = KINDS.map((id) => ({ id, name: KIND_WORDS[id].name }))

function kindOf(id: string | undefined): Kind | undefined {
  return KINDS.find((kind) => kind === id)
}

/** Only what is set: a field that is there and undefined is another type. */
function kept({ kind, tool, from, warned }: Narrowing): Partial<ListQuery> {
  return {
    ...(kind ? { kind } : {}),
    ...(tool ? { tool } : {}),
    ...(from ? { from } : {}),
    ...(warned ? { warned } : {}),
  }
}
