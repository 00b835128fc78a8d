'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import button from '../parts/button.module.css'

const load = () => import('../request/sheet')

/**
 * The sheet of a request, which the list works without: on the server it is drawn where the address names a request;
 * the browser fetches it as soon as the list works, or with the page where it is drawn there.
 */
export const LazySheet = dynamic(() => load().then(({ RequestSheet }) => RequestSheet))

/** What stands in place of a sheet that could not be opened; the sheet has it as well, so it comes with it. */
export const LazyRefused = dynamic(() => load().then(({ RefusedBanner }) => RefusedBanner))

/** Fetches the sheet ahead; true where it cannot be had any more, as after a new version was installed. */
export function useSheetIsGone(): boolean {
  const [isGone, setIsGone] = useState(false)
  useEffect(() => {
    load().catch(() => setIsGone(true))
  }, [])
  return isGone
}

/** In place of a sheet that cannot be had. */
export function OnItsOwnPage({ id }: { id: string }) {
  return (
    <p>
      <a className={button.btn} href={`/requests/${id}`}>
        Open it on a page of its own
      </a>
    </p>
  )
}
