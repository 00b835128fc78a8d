export { headerText } from './header-text'
export { type Letter, written } from './letter'
export { type Mail, type Mailer, mailer } from './mailer'
export { signInLetter } from './sign-in-letter'
