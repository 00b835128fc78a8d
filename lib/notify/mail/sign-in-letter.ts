import type { Letter } from './letter'

/** The mail with a sign-in link. `link` is the page with the button; it works once. */
export function signInLetter({ link, host }: { link: string; host: string }): Letter {
  return {
    subject: `Sign in to Countersign at ${host}`,
    heading: 'Sign in to Countersign',
    paragraphs: [`Somebody, most likely you, asked to sign in at ${host} with this address.`],
    button: { label: 'Sign in', href: link },
    notes: [
      'The link works once, for 10 minutes. Signing in decides nothing.',
      'If it was not you, do nothing: without this link nobody gets in.',
    ],
  }
}
