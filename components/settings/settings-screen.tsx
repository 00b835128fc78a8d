'use client'
import Link from 'next/link'
import { createContext, type ReactNode, useActionState, useContext, useEffect, useRef } from 'react'
import type { SettingState, SettingsAction } from '../actions'
import { Banner } from '../parts/banner'
import { DONE, FIELD, NOT_DONE } from '../words/settings'
import styles from './settings.module.css'

export type SettingsPlace = 'profile' | 'members' | 'teams' | 'mail' | 'policies' | 'clients'

type Props = {
  current: SettingsPlace
  isAdmin: boolean
  action: SettingsAction
  title: string
  children: ReactNode
}

type Sending = { state: SettingState; act: (form: FormData) => void; busy: boolean }
const SettingsContext = createContext<Sending | null>(null)

/** What a form in the settings sends with, and what came of the last one. */
export function useSettings(): Sending {
  const found = useContext(SettingsContext)
  if (found === null) throw new Error('a form of the settings must stand inside SettingsScreen')
  return found
}

/** The settings around one of their pages: where one is, and what came of what was just done. Works without JavaScript. */
export function SettingsScreen({ current, isAdmin, action, title, children }: Props) {
  const [state, act, busy] = useActionState(action, null)
  const tabs: [SettingsPlace, string, string][] = [
    ['profile', 'Profile', '/settings'],
    ['members', 'Members', '/settings/members'],
    ['teams', 'Teams', '/settings/teams'],
    ['mail', 'Mail', '/settings/notifications'],
    ...(isAdmin
      ? ([
          ['policies', 'Policies', '/settings/policies'],
          ['clients', 'Clients and keys', '/settings/clients'],
        ] as [SettingsPlace, string, string][])
      : []),
  ]
  return (
    <main className="main" id="main">
      <div className={styles.page}>
        <h1>{title}</h1>
        <nav className={styles.tabs} aria-label="Settings">
          {tabs.map(([place, label, href]) => (
            <Link key={place} href={href} prefetch={false} aria-current={place === current ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <Said state={state} />
        <SettingsContext.Provider value={{ state, act, busy }}>{children}</SettingsContext.Provider>
      </div>
    </main>
  )
}

/** What came of it; whoever pressed the button is taken here, as the row that they pressed it in may be gone. */
function Said({ state }: { state: SettingState }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state !== null) place.current?.focus()
  }, [state])
  return (
    <div ref={place} role="status" tabIndex={-1} className={styles.said}>
      {state === null ? null : state.ok ? (
        <Banner tone="go" icon="check" title={DONE[state.did]}>
          {state.key === undefined ? null : (
            <>
              <p>It is shown this once. Countersign keeps only its hash.</p>
              <code className={styles.key}>{state.key}</code>
            </>
          )}
        </Banner>
      ) : (
        <Banner tone="stop" icon="alert" title={NOT_DONE[state.refusal.code]}>
          {state.refusal.at.length === 0 ? null : (
            <ul>
              {state.refusal.at.map(({ path, message }) => (
                <li key={path + message}>
                  {FIELD[path] ?? path.replace('$.', '')}: {message}
                </li>
              ))}
            </ul>
          )}
        </Banner>
      )}
    </div>
  )
}
