import { AsyncLocalStorage } from 'node:async_hooks'
import { request as ask, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import { type SignedIn, sessionCookie } from '@/lib/identity'
import type { Person } from '@/lib/policy'
import type { Composition, Feed } from './composition'
import type { Log } from './log'

/** A feed that a test speaks through. */
export function aFeed(): Feed & { say(change: { org: string; request: string }): void; readonly listeners: number } {
  const listeners = new Set<Parameters<Feed['subscribe']>[0]>()
  return {
    get listeners() {
      return listeners.size
    },
    say: (change) => {
      for (const listener of listeners) listener(change)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** People who are signed in by a cookie that is their id. */
export function anIdentity(ids: Set<string>): Composition['identity'] {
  const personOf = async (cookie: string | null | undefined): Promise<Person | null> =>
    ids.has(cookie ?? '') ? { kind: 'person', id: cookie ?? '', org: 'northgate', name: 'P', role: 'member' } : null
  const signedIn = async (cookie: string | null | undefined): Promise<SignedIn | null> => {
    const person = await personOf(cookie)
    return (
      person && {
        person,
        email: 'p@northgate.example',
        hasDesk: false,
        orgName: 'N',
        zone: 'UTC',
        ownZone: null,
        expires: new Date(),
      }
    )
  }
  return {
    personOf,
    signedIn,
    visitor: async () => null,
    switchTo: async () => false,
    clientOf: async () => null,
    rememberedClientOf: () => null,
  }
}

/** The parts of a composition that the front itself uses; an inbox is none of them. */
export function aFrontsComposition(url: string, over: Partial<Composition> = {}): Composition {
  return {
    inbox: new Proxy({} as Composition['inbox'], { get: () => notAsked }),
    organization: new Proxy({} as Composition['organization'], { get: () => notAsked }),
    mail: new Proxy({} as Composition['mail'], { get: () => notAsked }),
    record: new Proxy({} as Composition['record'], { get: () => notAsked }),
    identity: anIdentity(new Set(['ines', 'dana'])),
    settings: {
      url,
      host: new URL(url).host,
      sessionCookie: sessionCookie(url),
      sendsMail: false,
      isDevelopment: false,
      issuer: null,
      orgName: null,
    },
    door: { store: notAsked, sendLink: notAsked, secret: '', url, oidc: null, log: notAsked },
    feed: aFeed(),
    maySee: async (_person, requests) => new Set(requests),
    reply: new AsyncLocalStorage(),
    demo: null,
    log: silent,
    whyNotReady: async () => null,
    ...over,
  }
}

function notAsked(): never {
  throw new Error('the front asks nobody for this')
}

/** Listens on a free port of this machine. */
export function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

type Asked = { method?: string; path?: string; headers?: IncomingHttpHeaders; body?: string }

/** Asks with exactly these headers, `Host` too, and returns the answer while its body still comes. */
export function asking(
  port: number,
  { method = 'GET', path = '/', headers = {}, body = '' }: Asked,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    ask({ host: '127.0.0.1', port, method, path, headers, agent: false }, resolve).on('error', reject).end(body)
  })
}

/** The whole answer. */
export async function answered(port: number, asked: Asked) {
  const answer = await asking(port, asked)
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString() }
}
