import { createTransport, type Transporter } from 'nodemailer'
import { headerText } from './header-text'

/** One message. `to` is an address from our own tables, never text that somebody proposed. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try, so that a mail sent twice is one mail to its reader; `<…@host>`. */
  messageId?: string
  /** What all mails about one thing answer to, so that they stand together. */
  thread?: string
}

/** Sends mail. A failure to send throws; who calls decides whether to try again. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

/**
 * A mailer over SMTP (`smtpUrl`: `smtp://…` or `smtps://…`; TLS is used whenever the server offers it). Every header
 * value loses its line breaks and control characters here, whoever made it; addresses must be plain ones.
 */
export function mailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport: Transporter = createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 })
  return {
    send: async ({ to, subject, text, html, messageId, thread }) => {
      if (!PLAIN_ADDRESS.test(to)) throw new Error('mail may only go to a plain address')
      await transport.sendMail({
        from: headerText(from),
        to: { name: '', address: to },
        subject: headerText(subject),
        text,
        html,
        ...(messageId === undefined ? {} : { messageId }),
        ...(thread === undefined
          ? {}
          : { inReplyTo: thread, references: thread, headers: { 'Auto-Submitted': 'auto-generated' } }),
        // Nothing in a message may make the mailer read a file or fetch an address.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport.close(),
  }
}

/** One address, without a display name, a comment, a list, a quote or a line break. */
const PLAIN_ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()[\]\\,;:"@\p{Cc}]+$/u
