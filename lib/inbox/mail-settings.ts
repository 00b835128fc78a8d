import type { Person } from '@/lib/policy'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { type DeadMail, MAIL_KINDS, type MailKind, type MailStore } from './mail-store'

/** Which mail one gets, and for admins what could not be sent. */
export interface MailSettings {
  /** The kinds that this person does not want. */
  muted(person: Person): Promise<MailKind[]>
  /** Leaves these kinds and no others unsent; what is no kind is left out. */
  mute(person: Person, kinds: readonly string[]): Promise<MailKind[]>
  /** Mails that were given up; for admins. */
  dead(person: Person): Promise<Result<DeadMail[], Refusal<'not_found'>>>
  /** Tries one of them again; for admins. */
  retry(person: Person, mail: string): Promise<Result<null, Refusal<'not_found'>>>
}

/** Ties them to a store. A person's role is what the database said when this request began. */
export function makeMailSettings(store: MailStore): MailSettings {
  return {
    muted: (person) => store.mutedMail(person.org, person.id),
    async mute(person, kinds) {
      const muted = MAIL_KINDS.filter((kind) => kinds.includes(kind))
      await store.muteMail(person.org, person.id, muted)
      return muted
    },
    dead: async (person) =>
      person.role === 'admin' ? yes(await store.deadMails(person.org)) : refuse('not_found' as const),
    async retry(person, mail) {
      const known = person.role === 'admin' && /^\d{1,18}$/.test(mail) && (await store.reviveMail(person.org, mail))
      return known ? yes(null) : refuse('not_found')
    },
  }
}
