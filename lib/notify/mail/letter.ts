import { visibleText } from '@/lib/confirmation'
import type { Mail } from './mailer'

/** What a mail says, once; both of its parts are made from this. `href` is an address of this installation. */
export type Letter = {
  subject: string
  heading: string
  paragraphs: string[]
  button: { label: string; href: string }
  notes: string[]
}

/**
 * Makes the two parts of a mail from one source, so that they cannot differ. Whatever stands in the letter is text:
 * hidden characters are named, markup is shown as it is written, and the only link is the button's, which also stands
 * there to be read and copied.
 */
export function written(letter: Letter, to: string): Mail {
  const heading = visibleText(letter.heading)
  const paragraphs = letter.paragraphs.map((text) => visibleText(text))
  const notes = letter.notes.map((text) => visibleText(text))
  const { label, href } = letter.button
  return {
    to,
    subject: letter.subject,
    text: `${[heading, ...paragraphs, `${label}:\n${href}`, ...notes].join('\n\n')}\n`,
    html: page(
      heading,
      [
        ...paragraphs.map((text) => `<p class="lead">${escaped(text)}</p>`),
        `<p class="go"><a class="open" href="${escaped(href)}">${escaped(label)}</a></p>`,
        `<p class="note">Or copy this address:<br><a href="${escaped(href)}">${escaped(href)}</a></p>`,
        ...notes.map((text) => `<p class="note">${escaped(text)}</p>`),
      ].join('\n'),
    ),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The look's mail: colours that stay readable when a mail program turns them dark. */
function page(heading: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(heading)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 8px; background: #f5f5f2; color: #17181a; font: 400 16px/1.5 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.sheet { max-width: 536px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #e4e4df; border-radius: 10px; }
.brand { margin: 0 0 16px; font-size: 13px; color: #64666d; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; font-weight: 600; overflow-wrap: anywhere; }
.lead { margin: 0 0 16px; color: #4a4c52; overflow-wrap: anywhere; }
.go { margin: 24px 0; }
.open { display: inline-block; padding: 12px 24px; background: #17181a; color: #ffffff; border-radius: 6px; font-weight: 600; text-decoration: none; }
.note { margin: 12px 0 0; font-size: 13px; color: #64666d; overflow-wrap: anywhere; }
.note a { color: #2c45b5; }
@media (prefers-color-scheme: dark) {
  body { background: #101113; color: #eeeef0; }
  .sheet { background: #17181b; border-color: #2a2c31; }
  .brand, .note { color: #989ba4; }
  .lead { color: #bcbec5; }
  .open { background: #eeeef0; color: #17181b; }
  .note a { color: #9db0ff; }
}
</style>
</head>
<body>
<div class="sheet">
<p class="brand">Countersign</p>
<h1>${escaped(heading)}</h1>
${body}
</div>
</body>
</html>
`
}
