import { Text } from '../parts/text'
import { clockTime, dayName } from '../when/zoned'
import styles from './quiet.module.css'
import { QuietPage } from './quiet-page'

type Mail = { id: string; at: string; to: string; subject: string; text: string; links: readonly string[] }

/** The mails that the demo would have sent, latest first. */
export function DemoMail({ mails, zone }: { mails: readonly Mail[]; zone: string }) {
  return (
    <QuietPage host="The demo sends no mail: it stays here" wide>
      <h1>Mail</h1>
      {mails.length === 0 ? <p>No mail yet. Ask for a sign-in link, or let an agent propose something.</p> : null}
      <div className={styles.mails}>
        {mails.map((mail) => (
          <article key={mail.id} className={styles.mail}>
            <h2>
              <Text value={mail.subject} />
            </h2>
            <p className={styles.hint}>
              To <Text value={mail.to} />, {dayName(mail.at, zone, mail.at)}, {clockTime(mail.at, zone)}
            </p>
            <pre>
              <Text value={mail.text} lines />
            </pre>
            {mail.links.map((link) => (
              <a key={link} href={link}>
                {link}
              </a>
            ))}
          </article>
        ))}
      </div>
    </QuietPage>
  )
}
