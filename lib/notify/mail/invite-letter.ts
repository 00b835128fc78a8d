import type { Letter } from './letter'

/** The mail to somebody who is invited. `link` leads to the page where they accept; it holds no secret. */
export function inviteLetter(invite: { link: string; host: string; orgName: string; by: string }): Letter {
  const { link, host, orgName, by } = invite
  return {
    subject: `You are invited to Countersign at ${host}`,
    heading: `Join ${orgName}`,
    paragraphs: [`${by} invited you to decide on requests of ${orgName} at ${host}.`],
    button: { label: 'See the invitation', href: link },
    notes: [
      'You sign in with this address first. Nothing happens until you accept on the page.',
      'If you did not expect this, do nothing. The invitation ends by itself after 14 days.',
    ],
  }
}
