'use client'
import { useClock } from '../frame/context'
import { ago } from './spans'
import { exactTime } from './zoned'

/** A time as `text`; the exact one, with its zone, on hover. */
export function Time({ iso, text, className }: { iso: string; text: string; className?: string | undefined }) {
  const { zone } = useClock()
  return (
    <time dateTime={iso} title={exactTime(iso, zone)} className={className}>
      {text}
    </time>
  )
}

/** «40 minutes ago», kept true while the page is open. */
export function Ago({ iso }: { iso: string }) {
  const { now } = useClock()
  return <Time iso={iso} text={ago(iso, now)} />
}
