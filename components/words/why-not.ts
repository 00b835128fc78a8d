import type { WhyNot } from '@/lib/policy'

/** Why somebody else may not decide: stands beside a name. */
export const WHY_THEY_CANNOT: Record<WhyNot, string> = {
  asked_on_their_behalf: 'Cannot: the agent asked on their behalf',
  not_named: 'Cannot: the policy does not name them',
}

/** The same, beside «You». */
export const WHY_YOU_CANNOT_SHORT: Record<WhyNot, string> = {
  asked_on_their_behalf: 'Cannot: the agent asked on your behalf',
  not_named: 'Cannot: the policy does not name you',
}

/** Why the reader may not decide, as a sentence. `client` is who asked. */
export function whyYouCannot(why: WhyNot | null, client: string): string {
  if (why === 'asked_on_their_behalf')
    return `${client} asked on your behalf, and the policy wants a second person: whoever asks cannot approve.`
  return 'The policy names other people for this. You can see it because it concerns you.'
}
