'use client'
import type { ScreenRefusal } from '../actions'
import { useHydrated } from '../frame/use-hydrated'
import { Banner } from '../parts/banner'
import button from '../parts/button.module.css'
import parts from '../parts/parts.module.css'
import { type BrowserFault, refusalWords } from '../words/refusals'

type Props = {
  code: ScreenRefusal['code'] | BrowserFault
  level: 2 | 3
  again?: () => void
  /** It was being opened, nothing had been sent. */
  opening?: boolean
}

/** What did not happen, what was not lost, and the next step as a link or a button where there is one. */
export function RefusedBanner({ code, level, again, opening = false }: Props) {
  const { title, text } = refusalWords(code)
  return (
    <Banner
      tone={code === 'look_again' ? 'movedOn' : 'stop'}
      icon="alert"
      title={opening ? 'This could not be opened just now' : title}
      level={level}
    >
      <p>
        {opening && code !== 'not_found' ? 'Approving needs a fresh look at it. Everything else still works.' : text}
      </p>
      <Next code={code} again={again} />
    </Banner>
  )
}

/** Signing in leads on to what this page is about, should its own tab be gone by then. */
function SignInElsewhere() {
  const hydrated = useHydrated()
  const here = hydrated ? `${window.location.pathname}${window.location.search}` : null
  const to = here === null ? '/signin' : `/signin?${new URLSearchParams({ callbackUrl: here })}`
  return (
    <div className={parts.row}>
      <a className={button.btn} href={to} target="_blank" rel="noreferrer">
        Sign in in another tab
      </a>
    </div>
  )
}

function Next({ code, again }: Pick<Props, 'code'> & { again: (() => void) | undefined }) {
  if (code === 'signed_out') return <SignInElsewhere />
  if (code === 'updated')
    return (
      <div className={parts.row}>
        <button type="button" className={button.btn} onClick={() => window.location.reload()}>
          Load the page again
        </button>
      </div>
    )
  if (again === undefined) return null
  return (
    <div className={parts.row}>
      <button type="button" className={button.btn} onClick={again}>
        Try again
      </button>
    </div>
  )
}
