import type { Notice } from '@/lib/inbox'
import { assertNever } from '@/lib/result'
import type { Letter } from './letter'
import { timeOf } from './when'

/**
 * The mail about a request. `url` is the address of this installation, the only one its links lead to. It says what the
 * tool said and what people decided; never what an agent said, and what a client reports stands with the request.
 */
export function requestLetter(notice: Notice, url: string): Letter {
  const { request, orgName, to, what } = notice
  const common = {
    org: orgName,
    heading: request.title,
    button: { label: 'Open the request', href: `${url}/requests/${request.id}` },
  }
  const foot = (because: string) => ({
    text: `Sent to ${to.address} because ${because}. The link works for your account only.`,
    label: 'Choose which mail you get',
    href: `${url}/settings/notifications`,
  })
  switch (what) {
    case 'needs':
    case 'near':
      return { ...common, ...question(notice), foot: foot('you may decide this request') }
    case 'outcome': {
      const { word, sentences } = outcome(notice)
      return {
        ...common,
        subject: `${word}: ${request.title}`,
        soon: word,
        paragraphs: sentences,
        facts: [askedBy(notice)],
        notes: ['You sign in and see the whole history.'],
        foot: foot('this was asked for you, or you approved it'),
      }
    }
    default:
      return assertNever(what)
  }
}

function question(notice: Notice): Pick<Letter, 'subject' | 'soon' | 'paragraphs' | 'warnings' | 'facts' | 'notes'> {
  const { request, confirmation, zone, now, what } = notice
  const until = timeOf(request.expiresAt, zone, now)
  const soon = what === 'near' ? `Still needs you, by ${until}` : `Needs you by ${until}`
  return {
    subject: `${soon}: ${request.title}`,
    soon,
    paragraphs: [confirmation.summary],
    warnings: confirmation.warnings,
    facts: [
      ...confirmation.details.map(({ label, value, before, note }) => ({
        label,
        value: `${value}${before === undefined ? '' : `, before: ${before}`}${note === undefined ? '' : ` (${note})`}`,
      })),
      ...(notice.approvals.need > 1 ? [{ label: 'Approvals', value: approvals(notice) }] : []),
      askedBy(notice),
    ],
    notes: [
      `Opening decides nothing. You sign in and see the request as it is at that moment. If nobody decides by ${until}, the answer is no.`,
    ],
  }
}

function askedBy({ asker, request, zone, now }: Notice): { label: string; value: string } {
  const forWhom = asker.onBehalfOf === null ? '' : ` for ${asker.onBehalfOf}`
  return { label: 'Asked by', value: `${asker.client}${forWhom}, at ${timeOf(request.createdAt, zone, now)}` }
}

function approvals({ approvals: { need, given, missing }, zone, now }: Notice): string {
  const names = given.map(({ name, at }) => `${name} approved at ${timeOf(at, zone, now)}`)
  const others = missing.length === 0 ? 'you are' : `you or ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'}`
  return `${given.length} of ${need}. ${names.length === 0 ? '' : `${names.join(', ')}; `}${others} missing.`
}

function outcome({ request, asker, decision, zone, now }: Notice): { word: string; sentences: string[] } {
  const by = decision?.by ?? 'Somebody'
  const wrote = decision?.note === null || decision?.note === undefined ? [] : [`${by} wrote: «${decision.note}»`]
  switch (request.status) {
    case 'rejected':
      return { word: 'Rejected', sentences: [`${by} rejected it. Nothing was changed.`, ...wrote] }
    case 'returned':
      return { word: 'Sent back', sentences: [`${by} sent it back for changes. Nothing was changed.`, ...wrote] }
    case 'withdrawn':
      return { word: 'Withdrawn', sentences: [`${asker.client} took it back. Nothing was changed.`] }
    case 'expired': {
      const until = timeOf(request.expiresAt, zone, now)
      return { word: 'Expired', sentences: [`Nobody decided by ${until}, so the answer is no. Nothing was changed.`] }
    }
    case 'pending':
      return { word: 'Pending', sentences: ['It is not decided yet.'] }
    case 'approved':
      return { ...performed(request.outcome ?? 'unknown', by, asker.client) }
    default:
      return assertNever(request.status)
  }
}

function performed(
  became: NonNullable<Notice['request']['outcome']>,
  by: string,
  client: string,
): { word: string; sentences: string[] } {
  switch (became) {
    case 'waiting':
    case 'running':
      return { word: 'Approved', sentences: [`${by} approved it. What becomes of it is told when it is known.`] }
    case 'done':
      return { word: 'Done', sentences: [`${by} approved it, and it was done.`] }
    case 'failed':
      return { word: 'Failed', sentences: [`${by} approved it, and it failed. Why stands with the request.`] }
    case 'unknown':
      return {
        word: 'Unknown',
        sentences: [`${by} approved it, and nobody knows whether it happened. Look, and say what you found.`],
      }
    case 'lapsed':
      return {
        word: 'Lapsed',
        sentences: [`${by} approved it, and ${client} did not take it within 24 hours. Nothing was changed.`],
      }
    default:
      return assertNever(became)
  }
}
