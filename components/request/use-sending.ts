'use client'
import { type FormEvent, useActionState, useCallback, useRef, useState } from 'react'
import { isNoDefault } from '../parts/no-default'
import type { BrowserFault } from '../words/refusals'
import { faultOf } from './fault-of'

/**
 * Sends a form to a server action without losing what was typed.
 *
 * Without JavaScript the form posts to `action` and the page comes back with `state`. With it, `onSubmit` calls the
 * action itself: an action that throws (offline, or unknown after a deploy) then becomes a `fault` beside the form
 * instead of an error page in its place. A second submit while one is on its way is ignored.
 */
export function useSending<State>(
  send: (previous: Awaited<State>, form: FormData) => Promise<Awaited<State>>,
  none: Awaited<State>,
  onAnswer: (state: Awaited<State>) => void,
) {
  const [posted, action] = useActionState(send, none)
  const [local, setLocal] = useState<Awaited<State> | null>(null)
  const [fault, setFault] = useState<BrowserFault | null>(null)
  const [busy, setBusy] = useState(false)
  const onItsWay = useRef(false)

  const onSubmit = useCallback(
    async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const native = event.nativeEvent
      const submitter = native instanceof SubmitEvent ? native.submitter : null
      if (onItsWay.current || isNoDefault(submitter)) return
      onItsWay.current = true
      const form = new FormData(event.currentTarget, submitter)
      setBusy(true)
      setFault(null)
      try {
        const state = await send(none, form)
        setLocal(() => state)
        onAnswer(state)
      } catch (error) {
        setFault(faultOf(error))
      } finally {
        onItsWay.current = false
        setBusy(false)
      }
    },
    [none, onAnswer, send],
  )

  return { state: local ?? posted, fault, busy, action, onSubmit }
}
