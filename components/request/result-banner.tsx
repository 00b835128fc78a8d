'use client'
import type { ReactNode, Ref } from 'react'
import { changes } from '@/lib/confirmation'
import { useMe } from '../frame/context'
import { Banner } from '../parts/banner'
import button from '../parts/button.module.css'
import parts from '../parts/parts.module.css'
import { plural } from '../words/plural'
import { NOT_DONE } from '../words/verdicts'
import { OwnApprovalBanner } from './own-approval-banner'
import { RefusedBanner } from './refused-banner'
import styles from './result-banner.module.css'
import { confirmationOf, hasSigned, type Sheet } from './sheet-state'
import { StateBanner } from './state-banner'

type Props = { sheet: Sheet }

/**
 * The one thing that has to be said first: an answer that did not come, then what it is now, then what was refused.
 *
 * The region stays while what it says changes: it keeps the focus that an answer gave it, and is read out.
 */
export function ResultBanner({ sheet, focus }: Props & { focus: Ref<HTMLDivElement> }) {
  const banner = useBanner(sheet)
  return (
    <div ref={focus} tabIndex={-1} role="status" hidden={banner === null} className={styles.region}>
      {banner}
    </div>
  )
}

function useBanner(sheet: Sheet): ReactNode {
  const me = useMe()
  const { request, live, level, decide, withdraw, settle } = sheet
  const fault = decide.fault ?? withdraw.fault ?? settle.fault
  const refused = [decide.state, withdraw.state, settle.state].find((state) => state?.ok === false)
  if (fault !== null) return <RefusedBanner code={fault} level={level} />
  if (live.status !== 'pending') return <StateBanner sheet={sheet} />
  const lookedInVain = request.fault !== null
  if (refused?.ok === false && refused.refusal.code === 'look_again' && !lookedInVain)
    return <ChangedBanner sheet={sheet} />
  // beside its field each, and counted above the form
  const isOfAnswer = refused?.ok === false && refused.refusal.code === 'answer_does_not_fit' && live.kind === 'gate'
  if (
    refused?.ok === false &&
    !isOfAnswer &&
    refused.refusal.code !== 'reason_owed' &&
    refused.refusal.code !== 'look_again'
  )
    return <RefusedBanner code={refused.refusal.code} level={level} />
  if (request.news) return <NewsBanner sheet={sheet} />
  if (lookedInVain) return <OpenFailedBanner sheet={sheet} />
  if (hasSigned(sheet, me.id)) return <OwnApprovalBanner sheet={sheet} />
  if (request.before !== null) return <LookedBanner sheet={sheet} />
  if (request.opened !== null && request.opened.confirmation === null)
    return <RefusedBanner code="tool_failed" level={level} again={request.reopen} />
  return null
}

/** Refused because what is true now is not what was shown. */
function ChangedBanner({ sheet }: Props) {
  const { request, level, decide } = sheet
  const before = request.before ?? (decide.state?.ok === false ? decide.state.before : undefined)
  const now = confirmationOf(sheet)
  const changed = before && now ? changes(before.confirmation, now).filter((row) => row.changed).length : 0
  if (changed === 0) return <RefusedBanner code="look_again" level={level} />
  return (
    <Banner tone="movedOn" icon="changed" title={`${NOT_DONE.approve}: it changed while you had it open`} level={level}>
      <p>
        Your approval was for what you saw before. Things have moved since, so nothing was recorded and nothing was
        written. Both versions are below. Please decide on what is true now.
      </p>
    </Banner>
  )
}

/** Something happened since this was opened; approving waits until it has been looked at. */
function NewsBanner({ sheet: { request, level } }: Props) {
  const more = request.live.history.filter((entry) => entry.n > request.seen).length
  return (
    <Banner tone="movedOn" icon="changed" title="Something happened since you opened this" level={level}>
      <p>{plural(more, 'line')} more in the history below. Approving waits until you have looked.</p>
      <div className={parts.row}>
        <button type="button" className={button.btn} onClick={request.reopen} aria-disabled={request.busy || undefined}>
          Show what is new
        </button>
      </div>
    </Banner>
  )
}

function LookedBanner({ sheet }: Props) {
  const { request, level } = sheet
  const now = confirmationOf(sheet)
  const changed =
    request.before && now ? changes(request.before.confirmation, now).filter((row) => row.changed).length : 0
  return (
    <Banner tone="movedOn" icon="changed" title="This is what is true now" level={level}>
      <p>
        {changed === 0
          ? 'What will be written is the same as before. The history below has what is new.'
          : `${plural(changed, 'thing')} changed. Both versions are below.`}
      </p>
    </Banner>
  )
}

function OpenFailedBanner({ sheet: { request, level } }: Props) {
  return request.fault === null ? null : (
    <RefusedBanner code={request.fault} level={level} again={request.reopen} opening />
  )
}
