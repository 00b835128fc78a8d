/** Why signing in did not work, keyed by the code in the URL; anything else is the general case. */
const WORDS: Record<string, string> = {
  Verification:
    'This link was used already, or it is older than 10 minutes. Ask for a new one; the page you wanted is kept.',
  AccessDenied: 'This address cannot sign in here. Ask whoever runs this Countersign to invite it.',
  OAuthAccountNotLinked:
    'This address is a member here and signs in by mail. Sign in by mail once, then connect the other way in your settings.',
  OAuthCallbackError: 'The other side did not let you in, or you turned back. Nothing was lost; please try again.',
  Configuration: 'Signing in is not set up correctly. Whoever runs this Countersign finds the reason in its log.',
  invalid_email: 'This does not look like an e-mail address. Nothing was sent.',
  too_many: 'Too many links were asked for. Wait a few minutes, then try again.',
}

export function signInWords(code: string): string {
  return (
    (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ??
    'Signing in did not work. Nothing was lost; please try again.'
  )
}
