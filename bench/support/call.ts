import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { CALLERS } from './size'

/** Connections are kept, as any client under load keeps them. */
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })

export type Asked = { method?: 'GET' | 'POST'; headers?: OutgoingHttpHeaders; body?: string }
export type Answered = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** One call over HTTP, and the whole answer. */
export function call(url: string, { method = 'GET', headers = {}, body = '' }: Asked = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {}
    const asking = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** As `call`; another status than this ends the run. */
export async function expecting(status: number, url: string, asked: Asked = {}): Promise<Answered> {
  const answer = await call(url, asked)
  if (answer.status === status) return answer
  throw new Error(`${asked.method ?? 'GET'} ${url}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
}
