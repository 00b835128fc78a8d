'use client'
import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate } from '../frame/navigation'

type Props = Omit<ComponentProps<'a'>, 'target' | 'download'> & { href: string }

/**
 * A link within the app, and without a script one like any other. It never fetches ahead what it leads to; Next's own,
 * which can, costs every page three times as much script and each place of it several times its text.
 */
export function Link({ href, onClick, ...rest }: Props) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (navigate === null || event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...rest} href={href} onClick={follow} />
}

/** Not one that asks for another tab, another window, or a file. */
export function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
