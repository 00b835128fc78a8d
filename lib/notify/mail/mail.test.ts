import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headerText, type Mailer, mailer, signInLetter, written } from './index'

let server: SMTPServer
let received: { mail: ParsedMail; to: string[] }[] = []
let post: Mailer

beforeEach(async () => {
  received = []
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      simpleParser(stream).then((mail) => {
        received.push({ mail, to: session.envelope.rcptTo.map(({ address }) => address) })
        done()
      }, done)
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  post = mailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Countersign <countersign@northgate.example>' })
})

afterEach(async () => {
  post.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const aLetter = (over: Partial<Parameters<typeof written>[0]> = {}) =>
  written(
    { ...signInLetter({ link: 'http://localhost:3000/signin/confirm?token=t', host: 'localhost:3000' }), ...over },
    'ines@northgate.example',
  )

describe('a mail', () => {
  it('starts no header of its own, and goes to nobody else, whatever its subject holds', async () => {
    const breaks = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\u000b']
    for (const mark of breaks)
      await post.send(aLetter({ subject: `Pay${mark}Bcc: x@evil.example${mark}X-A: 1${mark}${mark}<b>hi</b>` }))
    expect(received).toHaveLength(breaks.length)
    for (const { mail, to } of received) {
      expect(to).toEqual(['ines@northgate.example'])
      expect([...mail.headers.keys()].sort()).toEqual(
        ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
      )
      expect(mail.subject).toBe('Pay Bcc: x@evil.example X-A: 1 <b>hi</b>')
    }
  })

  it.each([
    'a@b.example, c@evil.example',
    'A <a@b.example>',
    'a@b.example\r\nBcc: c@evil.example',
    '"a@evil.example" @b.example',
    'a',
  ])('goes to a plain address or nowhere: %j', async (to) => {
    await expect(post.send({ ...aLetter(), to })).rejects.toThrow('plain address')
    expect(received).toEqual([])
  })

  it('says the same in both parts, names hidden characters, and links only to us', async () => {
    const words = 'Routine <a href="https://evil.example">Approve here</a> \u202Egnp.exe'
    await post.send(aLetter({ paragraphs: [words] }))
    const mail = received[0]?.mail
    const html = typeof mail?.html === 'string' ? mail.html : ''
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => new URL(href ?? '').host)).toEqual([
      'localhost:3000',
      'localhost:3000',
    ])
    expect(html).toContain('Routine &lt;a href=&quot;')
    for (const part of [html, mail?.text ?? '']) {
      expect(part).toContain('U+202E')
      expect(part).not.toContain('\u202E')
      expect(part).toContain('http://localhost:3000/signin/confirm?token=t')
      expect(part).toContain('works once, for 10 minutes')
    }
  })
})

it('keeps a header value on one line, in order, and short', () => {
  expect(headerText('A\r\nB\u2028C\u202ED\u0000')).toBe('A B CD')
  expect([...headerText('x'.repeat(500))]).toHaveLength(200)
})
