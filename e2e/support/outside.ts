import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { world } from './world'

/** What arrived outside, in the order of arrival. */
export type Arrivals = {
  mails: { to: string; subject: string; text: string; html: string }[]
  /** Posts to `/announcements`, with their idempotency key. */
  announcements: { key: string; body: string }[]
}

/** The world outside, on loopback: a real SMTP server, and an HTTP server that takes announcements and shows it all. */
export type Outside = { smtpUrl: string; url: string; stop(): Promise<void> }

export async function startOutside(): Promise<Outside> {
  const arrivals: Arrivals = { mails: [], announcements: [] }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      simpleParser(stream).then((mail) => {
        for (const { address } of session.envelope.rcptTo)
          arrivals.mails.push({
            to: address,
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html || '',
          })
        done()
      }, done)
    },
  })
  smtp.on('error', (error) => console.error(error))
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))

  const http = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const key = String(request.headers['idempotency-key'] ?? '')
      arrivals.announcements.push({ key, body: await bodyOf(request) })
      response.writeHead(204).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(arrivals))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))

  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    url: `http://127.0.0.1:${portOf(http.address())}`,
    stop: async () => {
      http.closeAllConnections()
      await Promise.all([new Promise((resolve) => smtp.close(() => resolve(null))), new Promise((r) => http.close(r))])
    },
  }
}

/** Everything that has arrived outside so far; stories poll it with `expect.poll`. */
export async function arrivals(): Promise<Arrivals> {
  const found: Arrivals = await (await fetch(world().outsideUrl)).json()
  return found
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('listens on no port')
  return address.port
}
