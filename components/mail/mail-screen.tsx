import Link from 'next/link'
import type { DeadMail, MailKind } from '@/lib/inbox'
import type { FormAction } from '../actions'
import desk from '../desk/desk.module.css'
import { Banner } from '../parts/banner'
import button from '../parts/button.module.css'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { ago } from '../when/spans'
import { plural } from '../words/plural'
import styles from './mail.module.css'

type Props = {
  muted: readonly MailKind[]
  /** Null for whoever is no admin. */
  dead: readonly DeadMail[] | null
  sendsMail: boolean
  clock: { now: string }
  answer: MailAnswer | null
  mute: FormAction
  retry: FormAction
}

const ANSWERS = {
  saved: { tone: 'go', title: 'Saved', text: 'It holds for every mail that is sent from now on.' },
  retried: {
    tone: 'go',
    title: 'It is tried again',
    text: 'If it cannot be sent this time either, it comes back here.',
  },
  gone: { tone: 'stop', title: 'Not tried again', text: 'It is not here any more: somebody else had it tried.' },
  failed: {
    tone: 'stop',
    title: 'Nothing was changed: Countersign had a problem of its own',
    text: 'Please try again.',
  },
} as const
export type MailAnswer = keyof typeof ANSWERS

export function isMailAnswer(text: string): text is MailAnswer {
  return Object.hasOwn(ANSWERS, text)
}

const KINDS: { kind: MailKind; label: string; says: string }[] = [
  { kind: 'needs', label: 'Something waits for my decision', says: 'When it is asked, and when it comes back to you.' },
  { kind: 'near', label: 'It still waits, and expires within the hour', says: 'Once for each request.' },
  {
    kind: 'outcome',
    label: 'What became of what was asked for me',
    says: 'And of what you approved, where nobody knows.',
  },
]

/** Which mail one gets; below it, for admins, what could not be sent. */
export function MailScreen({ muted, dead, sendsMail, clock, answer, mute, retry }: Props) {
  return (
    <>
      {sendsMail ? null : <p className={parts.hint}>This installation sends no mail.</p>}
      {answer === null ? null : (
        <div role="status">
          <Banner
            tone={ANSWERS[answer].tone}
            icon={ANSWERS[answer].tone === 'go' ? 'check' : 'alert'}
            title={ANSWERS[answer].title}
          >
            {ANSWERS[answer].text}
          </Banner>
        </div>
      )}
      <form action={mute} className={styles.kinds}>
        <input type="hidden" name="choice" value="mail" />
        <fieldset>
          <legend>Send me a mail when</legend>
          {KINDS.map(({ kind, label, says }) => (
            <div key={kind} className={styles.kind}>
              <input
                key={String(muted.includes(kind))}
                type="checkbox"
                id={kind}
                name="kinds"
                value={kind}
                defaultChecked={!muted.includes(kind)}
                aria-describedby={`${kind}-says`}
              />
              <label htmlFor={kind}>{label}</label>
              <p id={`${kind}-says`} className={parts.hint}>
                {says}
              </p>
            </div>
          ))}
        </fieldset>
        <button className={button.btn} type="submit">
          Save
        </button>
      </form>
      {dead === null ? null : <Dead dead={dead} clock={clock} retry={retry} />}
    </>
  )
}

function Dead({ dead, clock, retry }: { dead: readonly DeadMail[]; clock: { now: string }; retry: FormAction }) {
  return (
    <section aria-labelledby="dead">
      <div className={desk.order}>
        <h2 id="dead">Mails that could not be sent</h2>
      </div>
      {dead.length === 0 ? (
        <p className={parts.hint}>There are none. What fails is tried for about three hours, then it stands here.</p>
      ) : (
        <table className={desk.table} aria-labelledby="dead">
          <thead>
            <tr>
              <th scope="col">About</th>
              <th scope="col">To</th>
              <th scope="col">Given up</th>
              <th scope="col">Why</th>
              <th scope="col" className={desk.acts}>
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {dead.map((mail) => (
              <tr key={mail.id}>
                <td>
                  <span className={desk.row}>
                    {mail.request === null ? (
                      'An invitation'
                    ) : (
                      <Link href={`/requests/${mail.request}`} prefetch={false}>
                        <Text value={mail.title} />
                      </Link>
                    )}
                  </span>
                </td>
                <td>
                  <Text value={mail.to.name} />
                </td>
                <td>
                  {ago(mail.deadAt, clock.now)}, after {plural(mail.attempts, 'try', 'tries')}
                </td>
                <td className={styles.why}>
                  <Text value={mail.why} />
                </td>
                <td className={desk.acts}>
                  <form action={retry}>
                    <input type="hidden" name="mail" value={mail.id} />
                    <button className={button.btn} type="submit">
                      Try again<span className="sr">: to {mail.to.name}</span>
                    </button>
                  </form>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
