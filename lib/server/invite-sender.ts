import { inviteLetter, type Mailer, written } from '@/lib/notify'
import type { OrganizationPorts } from '@/lib/organization'
import type { Log } from './log'
import { sendInBackground } from './mail-out'

type Parts = { nameOf(org: string): Promise<string>; mailer: Mailer | null; log: Log; url: string }

/** Sends invitations in the background. Nobody waits for one, so a fault on the way is logged and goes no further. */
export function inviteSender({ nameOf, mailer, log, url }: Parts): OrganizationPorts['sendInvite'] {
  const send = async ({ to, org, by }: Parameters<OrganizationPorts['sendInvite']>[0]) => {
    const invite = { link: `${url}/join`, host: new URL(url).host, orgName: await nameOf(org), by }
    await sendInBackground(mailer, log, 'an invitation', written(inviteLetter(invite), to))
  }
  return (invite) => void send(invite).catch((error: unknown) => log.error('invite_failed', error))
}
