import { escaped, page } from './html-page'
import type { Mail } from './mailer'
import { fitting, within } from './within-limit'

/** What a mail says, once; both of its parts are made from this. Every `href` is an address of this installation. */
export type Letter = {
  subject: string
  /** Whose installation speaks, beside its name. */
  org?: string
  /** Until when it needs its reader. */
  soon?: string
  heading: string
  paragraphs: string[]
  warnings?: { finding: string; detail?: string }[]
  facts?: { label: string; value: string }[]
  button: { label: string; href: string }
  notes: string[]
  foot?: { text: string; label: string; href: string }
}

/** Longer mails are clipped by those who show them, and what is clipped is the link (bytes of one part's text). */
const WARNINGS_BYTES = 16_000
const FACTS_BYTES = 24_000

/**
 * Makes the two parts of a mail from one source, so that they cannot differ. Whatever stands in the letter is text:
 * hidden characters are named, markup is shown as it is written, and the only links are the button's, which also stands
 * there to be read and copied, and the foot's. What is too long is cut, and it is said how much is missing.
 */
export function written(letter: Letter, to: string): Mail {
  const warnings = within(letter.warnings ?? [], WARNINGS_BYTES, ({ finding, detail }) => [finding, detail ?? ''])
  const facts = within(letter.facts ?? [], FACTS_BYTES, ({ label, value }) => [label, value])
  const notes = [...moreOf(warnings.left, facts.left), ...letter.notes].map(fitting)
  const parts = {
    org: letter.org === undefined ? null : fitting(letter.org),
    soon: letter.soon === undefined ? null : fitting(letter.soon),
    heading: fitting(letter.heading),
    paragraphs: letter.paragraphs.map(fitting),
    count: `${(letter.warnings ?? []).length} ${(letter.warnings ?? []).length === 1 ? 'warning' : 'warnings'}`,
    warnings: warnings.kept,
    facts: facts.kept,
    button: letter.button,
    notes,
    foot: letter.foot === undefined ? null : { ...letter.foot, text: fitting(letter.foot.text) },
  }
  return { to, subject: letter.subject, text: plain(parts), html: page(parts.heading, body(parts)) }
}

type Parts = {
  org: string | null
  soon: string | null
  heading: string
  paragraphs: string[]
  count: string
  warnings: string[][]
  facts: string[][]
  button: Letter['button']
  notes: string[]
  foot: Letter['foot'] | null
}

function moreOf(warnings: number, facts: number): string[] {
  const more = [
    ...(warnings === 0 ? [] : [`${warnings} more ${warnings === 1 ? 'warning' : 'warnings'}`]),
    ...(facts === 0 ? [] : [`${facts} more ${facts === 1 ? 'detail' : 'details'}`]),
  ]
  return more.length === 0 ? [] : [`${more.join(' and ')} can be seen when you open it.`]
}

function plain({ org, soon, heading, paragraphs, count, warnings, facts, button, notes, foot }: Parts): string {
  const blocks = [
    ...(org === null ? [] : [`Countersign · ${org}`]),
    ...(soon === null ? [] : [soon]),
    heading,
    ...paragraphs,
    ...(warnings.length === 0
      ? []
      : [
          [count, ...warnings.map((words, n) => `${n + 1}. ${words.filter((word) => word !== '').join(' ')}`)].join(
            '\n',
          ),
        ]),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    `${button.label}:\n${button.href}`,
    ...notes,
    ...(foot === null || foot === undefined ? [] : [`${foot.text}\n${foot.label}: ${foot.href}`]),
  ]
  return `${blocks.join('\n\n')}\n`
}

const GAP = '<div class="gap">&nbsp;</div>'

function body({ org, soon, heading, paragraphs, count, warnings, facts, button, notes, foot }: Parts): string {
  const href = escaped(button.href)
  return [
    `<tr><td class="head"><span class="brand">Countersign</span>${org === null ? '' : ` &nbsp;${escaped(org)}`}</td></tr>`,
    '<tr><td class="sheet">',
    ...(soon === null ? [] : [`<p class="soon">${escaped(soon)}</p>`]),
    `<h1>${escaped(heading)}</h1>`,
    ...paragraphs.map((text) => `<p class="lead">${escaped(text)}</p>`),
    ...(warnings.length === 0
      ? []
      : [
          GAP,
          `<div class="warn">\n<h2>${escaped(count)}</h2>`,
          ...warnings.map(
            ([finding, detail]) =>
              `<p><strong>${escaped(finding ?? '')}</strong>${detail === '' ? '' : ` ${escaped(detail ?? '')}`}</p>`,
          ),
          '</div>',
        ]),
    ...(facts.length === 0
      ? []
      : [
          GAP,
          '<table class="facts">',
          ...facts.map(
            ([label, value]) => `<tr><th scope="row">${escaped(label ?? '')}</th><td>${escaped(value ?? '')}</td></tr>`,
          ),
          '</table>',
        ]),
    GAP,
    `<a class="open" href="${href}">${escaped(button.label)}</a>`,
    `<p class="note">Or copy this address: <a href="${href}">${href}</a></p>`,
    ...notes.map((text) => `<p class="note">${escaped(text)}</p>`),
    '</td></tr>',
    ...(foot === null || foot === undefined
      ? []
      : [
          `<tr><td class="foot">${escaped(foot.text)} <a href="${escaped(foot.href)}">${escaped(foot.label)}</a></td></tr>`,
        ]),
  ].join('\n')
}
