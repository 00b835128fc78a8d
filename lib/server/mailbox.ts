import { randomUUID } from 'node:crypto'
import type { Mail, Mailer } from '@/lib/notify'

/** A mail that was kept here in place of being sent. `at` is ISO 8601, UTC. */
export type ShownMail = { id: string; at: string; to: string; subject: string; text: string }

const KEPT = 100

/** A mailer that sends nothing and keeps the last hundred, newest first: the demo's mail page shows them. */
export function mailbox(): { mailer: Mailer; mails(): ShownMail[] } {
  const kept: ShownMail[] = []
  return {
    mails: () => [...kept],
    mailer: {
      send: async ({ to, subject, text }: Mail) => {
        kept.unshift({ id: randomUUID(), at: new Date().toISOString(), to, subject, text })
        kept.length = Math.min(kept.length, KEPT)
      },
      close: () => undefined,
    },
  }
}
