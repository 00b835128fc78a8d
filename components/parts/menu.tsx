'use client'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from './cx'
import { Icon } from './icon'
import { Link } from './link'
import styles from './menu.module.css'
import { Text } from './text'

type Props = {
  name: string
  /** What choosing nothing is called, and where that leads. */
  any: string
  href: string
  options: readonly { id: string; name: string; href: string }[]
  chosen: string | undefined
}

/** One filter: links in a menu that opens without a script. */
export function Menu({ name, any, href, options, chosen }: Props) {
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
        <Option href={href} isChosen={chosen === undefined}>
          {any}
        </Option>
        {options.map((option) => (
          <Option key={option.id} href={option.href} isChosen={option.id === chosen}>
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
      <Link href={to} aria-current={isChosen || undefined}>
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
