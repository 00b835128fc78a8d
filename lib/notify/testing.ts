import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** What a mail server took, and whom its envelope named. */
export type Received = { mail: ParsedMail; raw: string; to: string[] }

export type TestSmtp = {
  url: string
  received: Received[]
  /** What it answers in place of taking a mail: a code and its words; null takes it. Called for each mail. */
  refuse: (to: string) => { code: number; message: string } | null
  /** Waits until it took this many. */
  until(count: number): Promise<Received[]>
  close(): Promise<void>
}

/** A real SMTP server in this process, on a free port. */
export async function testSmtp(): Promise<TestSmtp> {
  const received: Received[] = []
  let tell = () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refused = smtp.refuse(to[0] ?? '')
        if (refused !== null) return done(Object.assign(new Error(refused.message), { responseCode: refused.code }))
        const raw = Buffer.concat(chunks).toString('latin1')
        simpleParser(Buffer.from(raw, 'latin1')).then((mail) => {
          received.push({ mail, raw, to })
          done()
          tell()
        }, done)
      })
    },
  })
  server.on('error', () => undefined) // a killed client breaks its connection
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: () => null,
    async until(count) {
      while (received.length < count) await new Promise<void>((resolve) => (tell = resolve))
      return received
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
  return smtp
}
