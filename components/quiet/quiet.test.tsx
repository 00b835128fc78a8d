import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aMe } from '../testing'
import { ConfirmSignIn } from './confirm-sign-in'
import { SignInCard } from './sign-in'
import { SignInSent } from './sign-in-sent'
import { WrongAccount } from './wrong-account'

const host = 'countersign.northgate.example'

it('a mailed link leads to a page where only a button signs in', () => {
  const html = renderToStaticMarkup(
    <ConfirmSignIn host={host} action="/api/auth/callback/mail" fields={{ token: 't"k', email: 'a@b' }} />,
  )
  expect(html).toContain('<form action="/api/auth/callback/mail" method="get">')
  expect(html).toContain('name="token" value="t&quot;k"')
  expect(html).not.toMatch(/<(script|meta|img|link)/)
})

it('the page after asking for a link says the same of an address that is known and one that is not', () => {
  expect(renderToStaticMarkup(<SignInSent host={host} email={null} />)).toContain('If that address can sign in here')
})

it('signing in keeps the page that was wanted', () => {
  const html = renderToStaticMarkup(
    <SignInCard orgName="Northgate" host={host} callbackUrl="/requests/1" action={() => {}} error={null} />,
  )
  expect(html).toContain('name="callbackUrl" value="/requests/1"')
  expect(html).toContain('You followed a link to one request')
})

it('the wrong account is told its own address, and not whose the link was', () => {
  const html = renderToStaticMarkup(<WrongAccount host={host} me={aMe()} signOut={() => {}} />)
  expect(html).toContain('There is nothing here for')
  expect(html).toContain('dana@northgate.example')
})
