/**
 * How do people and machines learn of a change?
 *
 * Guarantees: what a mail says is text, whoever wrote it, and no header can be started by it.
 * Knows nothing of requests' lives; it is told what to send and to whom.
 */
export { feed, type ReadChanges, type RunningFeed } from './feed'
export { headerText, inviteLetter, type Letter, type Mail, type Mailer, mailer, signInLetter, written } from './mail'
