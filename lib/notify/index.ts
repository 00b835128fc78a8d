/**
 * How do people and machines learn of a change?
 *
 * Guarantees: what a mail says is text, whoever wrote it, and no header can be started by it; a mail about a request is sent
 * at least once, always under the same Message-ID.
 * Decides nothing, also not who is told: a use case says what a mail may say, and to whom.
 */
export { feed, type ReadChanges, type RunningFeed } from './feed'
export {
  headerText,
  inviteLetter,
  type Letter,
  type Mail,
  type Mailer,
  mailer,
  requestLetter,
  signInLetter,
  written,
} from './mail'
export { type Relay, relay } from './relay'
