import type { Kind } from '@/lib/request'
import type { Named } from './views'

/** Which part of the desk: narrowed by team, kind or tool, the table in order of age or of expiry. */
export type DeskQuery = {
  by: 'age' | 'expiry'
  team?: string
  kind?: Kind
  tool?: string
  /** From the page before; opaque. */
  cursor?: string
}

/** How long something waits: the spans of the first plot, youngest first. */
export const AGES = ['under_1h', '1_to_4h', '4_to_12h', '12_to_24h', '1_to_2d', 'older'] as const
export type Age = (typeof AGES)[number]

/** `isMore`: counting stopped there, so that the cost of the page does not grow with what is pending. */
export type Capped = { count: number; isMore: boolean }

/** One day of the last fourteen, on the reader's calendar; times in milliseconds, null where nothing was decided. */
export type DeskDay = { day: string; decided: number; medianMs: number | null; slowestTenthMs: number | null }

/** Someone who may decide; `isAsked`: it stands on top of their list; `hasSigned`: approved it already. */
export type DeskDecider = Named & { isAsked: boolean; hasSigned: boolean }

export type DeskRow = {
  id: string
  kind: Kind
  tool: Named
  title: string
  warnings: number
  createdAt: string
  expiresAt: string
  approvals: { have: number; need: number }
  deciders: DeskDecider[]
}

/**
 * What a lead sees: of what is pending and theirs to see. Ages are counted on the whole; tools and people of `looked`
 * requests, the oldest.
 */
export type DeskPage = {
  teams: Named[]
  ages: Record<Age, Capped>
  looked: Capped
  tools: (Named & { kind: Kind; count: number })[]
  people: (Named & { waiting: number })[]
  days: DeskDay[]
  rows: DeskRow[]
  next: string | null
}
