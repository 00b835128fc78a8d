'use client'
import type { ReactNode } from 'react'
import type { Detail } from '@/lib/confirmation'
import type { RequestView } from '@/lib/inbox'
import parts from '../parts/parts.module.css'
import { Ask } from './ask'
import { ExactInputs } from './exact-inputs'
import { Facts } from './facts'
import { History } from './history'
import { Question } from './question'
import { Said } from './said'
import { confirmationOf, isAgentsNote, type Sheet } from './sheet-state'
import { Versus } from './versus'
import { Warnings } from './warnings'

/** A fact longer than this is folded, but for commands: there the whole of it is what is approved. */
const LONG = 600

type Props = { sheet: Sheet; titleId: string; heading: 1 | 2; banner: ReactNode }

/** What is asked, downwards. */
export function Story({ sheet, titleId, heading, banner }: Props) {
  const { live, level, request } = sheet
  const shown = confirmationOf(sheet)
  const before = request.before ?? refusedBefore(sheet)
  return (
    <>
      <Ask
        view={live}
        title={shown?.title ?? live.title}
        summary={shown?.summary ?? null}
        id={titleId}
        level={heading}
      />
      {banner}
      {shown !== null && before !== null && live.status === 'pending' ? (
        <Versus before={before} now={shown} nowAt={request.opened?.shownAt ?? live.createdAt} level={level} />
      ) : null}
      {shown === null ? (
        <Missing sheet={sheet} />
      ) : (
        <>
          <Warnings warnings={shown.warnings} level={level} />
          <Question sheet={sheet} />
          <Facts
            details={factsOf(live, shown.details)}
            heading={factsHeading(live)}
            limit={live.kind === 'command' ? Number.POSITIVE_INFINITY : LONG}
            level={level}
          />
        </>
      )}
      {live.agent?.words ? (
        <Said name={live.agent.name} words={live.agent.words} verb="says" heading="What the agent says" level={level} />
      ) : null}
      <Reported view={live} level={level} />
      <ExactInputs view={live} />
      <History view={live} level={level} />
    </>
  )
}

function Missing({ sheet: { request } }: { sheet: Sheet }) {
  if (!request.busy) return null
  return (
    <p className={parts.hint} role="status">
      Looking it up, as it is now…
    </p>
  )
}

/** What a client reported is an agent's word as well. */
function Reported({ view, level }: { view: RequestView; level: 2 | 3 }) {
  const note = isAgentsNote(view) ? view.outcomeNote : null
  if (note === null && view.outputTail === null) return null
  return (
    <Said
      name={view.asker.client.name}
      words={note}
      verb="reports"
      heading="What was reported"
      tail={view.outputTail}
      level={level}
    />
  )
}

/** The steps of a plan are drawn as steps. */
function factsOf({ kind }: RequestView, details: readonly Detail[]): readonly Detail[] {
  return kind === 'plan' ? details.filter(({ label }) => !/^Steps? \d/.test(label)) : details
}

function factsHeading({ kind, status, outcome }: RequestView): string {
  if (kind === 'plan') return 'What to know'
  if (kind === 'command') return 'Where and how it runs'
  if (status === 'pending') return 'What will be written'
  return status === 'approved' && outcome === 'done' ? 'What was written' : 'What was asked'
}

function refusedBefore({ decide }: Sheet) {
  return decide.state?.ok === false ? (decide.state.before ?? null) : null
}
