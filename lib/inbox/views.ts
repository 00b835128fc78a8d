import type { Json } from '@/lib/binding'
import type { Confirmation } from '@/lib/confirmation'
import type { ReasonOwed, WhyNot } from '@/lib/policy'
import type { Kind, Outcome, Status, StepOutcome, Verdict } from '@/lib/request'

/** Times are ISO 8601 in UTC, ids of requests UUIDv7; every name is as its owner wrote it, so draw it through `visible`. */
export type Named = { id: string; name: string }

/** Who asked: a client, and the person it asked for, if any. */
export type Asker = { client: Named; onBehalfOf: Named | null }

/** One row of a list. Made from the eligibility rows and the title as proposed: cheap, and never described anew. */
export type RequestRow = {
  id: string
  kind: Kind
  tool: { name: string; label: string }
  title: string
  warnings: number
  /** A command that would run with nothing around it. */
  fullAccess: boolean
  asker: Asker
  status: Status
  outcome: Outcome | null
  createdAt: string
  expiresAt: string
  decidedAt: string | null
  /** Whose verdict ended it; null where nobody's did. */
  decidedBy: Named | null
  outcomeNote: string | null
  approvals: { have: number; need: number }
  /**
   * What it is to the reader: theirs to decide, signed by them already, with others whom a lead asked, asked by or for
   * them, or only to be seen.
   */
  mine: 'decide' | 'signed' | 'handed' | 'asked' | 'see'
}

/** Which requests: `mine` waits for the reader, `asked` is pending and was asked for them, `decided` is over. */
export type ListQuery = {
  view: 'mine' | 'asked' | 'decided'
  q?: string
  kind?: Kind
  tool?: string
  /** Some member of this team may decide it. */
  team?: string
  from?: string
  warned?: boolean
  /** From the page before; opaque. */
  cursor?: string
}

/** Counting stops at `LIST_COUNT_CAP`: the cost of a page does not grow with what is pending. */
export type ListCounts = { pending: number; mine: number; asked: number; attention: number; capped: boolean }

export type ListPage = {
  rows: RequestRow[]
  /** Where to go on; a narrowed list looks through so many rows a page, and may have found none of them. */
  next: string | null
  counts: ListCounts
  /** What the filters offer. */
  tools: Named[]
  clients: Named[]
  teams: Named[]
}

/** A line of the history, oldest first. */
export type HistoryEntry = {
  n: number
  at: string
  kind: string
  /** Null where Countersign itself acted (an expiry, a performance). */
  actor: { kind: 'person' | 'client'; id: string; name: string } | null
  verdict: Verdict | null
  note: string | null
  /** Which step it is about, and what became of that. */
  step?: { action: string; outcome: StepOutcome }
  /** What followed from it, where something did. */
  status: Status | null
  outcome: Outcome | null
  /** Who came to be able to decide, and who is not any more; only where that is what happened. */
  deciders?: { gained: Named[]; lost: Named[] }
  /** Ids of the people it was handed to, where it was. */
  people?: string[]
}

/** One approval, what it was given for, and whether it counts for what is shown now. */
export type Approval = {
  person: Named
  at: string
  note: string | null
  displayDigest: string
  answer: string | null
  counts: boolean
}

/** What became of one step of an approved plan. */
export type StepView = {
  action: string
  outcome: StepOutcome
  note: string | null
  /** The end of what it printed, as its client reported it. */
  outputTail: string | null
  at: string
}

/** Everything on a request's page that is not the confirmation. Reading it changes nothing and mints nothing. */
export type RequestView = {
  id: string
  kind: Kind
  status: Status
  outcome: Outcome | null
  /** What was reported of the outcome, by the tool, the client, or the person who looked. */
  outcomeNote: string | null
  outcomeAt: string | null
  outputTail: string | null
  performs: 'here' | 'outside' | 'client'
  title: string
  /** The confirmation that was approved, else as first described; null while pending (opening makes it anew). */
  confirmation: Confirmation | null
  /** What is asked beside the confirmation, by kind; null for a write. It follows from the inputs. */
  question: Json | null
  /** What was answered with the approval, canonical text; null before, and where nothing is asked. */
  answer: string | null
  tool: { name: string; version: string; label: string }
  /** Of a plan: what became of steps, in the order in which it was said; a step without a word is not here. */
  steps: StepView[]
  /** Canonical text, byte for byte what runs. */
  inputs: string
  fingerprint: string
  asker: Asker
  /** The agent's own words; drawn only inside its frame. */
  agent: { name: string; words: string | null } | null
  createdAt: string
  expiresAt: string
  decidedAt: string | null
  decidedBy: Named | null
  quorum: number
  approvals: Approval[]
  reasonOwed: ReasonOwed
  /** Whom the policy names; `name` is the team's, else the role, else null. */
  policyNames: { kind: 'proposed_for' | 'people' | 'team' | 'team_leads' | 'role'; name: string | null }
  deciders: (Named & { mayDecide: boolean; why: WhyNot | null; isYou: boolean })[]
  you: {
    mayDecide: boolean
    why: WhyNot | null
    /** May take it back: the person it was proposed for. */
    mayWithdraw: boolean
    /** May say what became of an unknown outcome. */
    maySettle: boolean
    /** The reader's last verdict, if any. */
    verdict: { verdict: Verdict; at: string } | null
  }
  history: HistoryEntry[]
  /** Other pending requests that propose exactly this call. */
  sameCall: { id: string; title: string; createdAt: string }[]
  replaces: string | null
  replacedBy: string | null
}

/**
 * One opening: the confirmation and the token are one frozen value. `token` is null when this reader may not decide.
 * `shownAt` is when it was described. `confirmation` is null when describing failed: reject and return still work.
 */
export type Opened = {
  view: RequestView
  confirmation: Confirmation | null
  displayDigest: string | null
  token: string | null
  tokenExpiresAt: string | null
  shownAt: string
}
