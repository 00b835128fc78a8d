'use client'
import { visibleText } from '@/lib/confirmation'
import type { HistoryEntry } from '@/lib/inbox'
import { useClock, useMe } from '../frame/context'
import { Banner } from '../parts/banner'
import { LongText } from '../parts/text'
import { atTime } from '../when/zoned'
import { refusalWords } from '../words/refusals'
import { stateWords } from '../words/state'
import { SettleForm } from './settle-form'
import { isAgentsNote, type Sheet } from './sheet-state'
import styles from './state-banner.module.css'

const LONG = 600

/** A request that is over: what happened, when, by whom, and what comes next. */
export function StateBanner({ sheet }: { sheet: Sheet }) {
  const { live, level } = sheet
  const { zone, now } = useClock()
  const time = (iso: string | null) => atTime(iso ?? live.expiresAt, zone, now)
  const words = stateWords({
    status: live.status,
    outcome: live.outcome,
    performs: live.performs,
    by: useDecidedBy(sheet),
    client: visibleText(live.asker.client.name),
    decided: time(live.decidedAt),
    outcomeAt: time(live.outcomeAt ?? live.decidedAt),
  })
  if (words === null) return null
  const { decide, settle } = sheet
  const lost = decide.state?.ok === false && decide.state.refusal.code === 'already_decided'
  const repeated = decide.state?.ok === true && decide.state.decided.repeated
  const unsettled = settle.state?.ok === false && settle.state.refusal.code !== 'reason_owed' ? settle.state : null
  return (
    <Banner tone={words.tone} icon={words.icon} title={words.title} level={level}>
      <p>{words.text}</p>
      {lost ? <p>It was decided while you had it open. Nothing of yours was recorded.</p> : null}
      {repeated ? <p>You had answered before; that stands, and it counts once.</p> : null}
      {unsettled === null ? null : <p>{refusalWords(unsettled.refusal.code).title}.</p>}
      <Why sheet={sheet} />
      {words.next === undefined ? null : <p>{words.next}</p>}
      <Settle sheet={sheet} />
    </Banner>
  )
}

/** The note that came with the decision, and what was said of the outcome by a person or the tool itself. */
function Why({ sheet: { live } }: { sheet: Sheet }) {
  const decision = live.history.findLast((entry) => entry.verdict !== null && entry.status === live.status)
  const outcomeNote = isAgentsNote(live) ? null : live.outcomeNote
  const notes = [live.status === 'approved' ? null : noteOf(decision), outcomeNote].filter((note) => note !== null)
  return notes.map((note) => (
    <blockquote key={note} className={styles.note}>
      <LongText value={note} limit={LONG} lines />
    </blockquote>
  ))
}

function Settle({ sheet }: { sheet: Sheet }) {
  const { live, settle, noteField } = sheet
  const isUnknown = live.status === 'approved' && (live.outcome === 'unknown' || live.outcome === null)
  if (!isUnknown || !live.you.maySettle) return null
  const refused = settle.state?.ok === false ? settle.state : null
  return (
    <SettleForm
      request={live.id}
      action={settle.action}
      onSubmit={settle.onSubmit}
      busy={settle.busy}
      note={refused?.note ?? ''}
      reasonOwed={refused?.refusal.code === 'reason_owed'}
      noteField={noteField}
    />
  )
}

function useDecidedBy({ live, decide, withdraw }: Sheet): string | null {
  const me = useMe()
  if (live.decidedBy !== null) return live.decidedBy.id === me.id ? 'You' : visibleText(live.decidedBy.name)
  return decide.state?.ok || withdraw.state?.ok ? 'You' : null
}

function noteOf(entry: HistoryEntry | undefined): string | null {
  return entry?.note ?? null
}
