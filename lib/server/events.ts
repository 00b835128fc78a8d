import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Identity } from '@/lib/identity'
import type { Person } from '@/lib/policy'
import type { Composition } from './composition'
import type { Log } from './log'

/** The streams of `/events`: which requests changed, for a person's open pages. */
export type EventStreams = {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Says goodbye on every stream and ends it. */
  close(): void
  /** How many are open. */
  readonly size: number
}

type Stream = { response: ServerResponse; cookie: string; person: Person }

/** The change feed's word for «who belongs here changed». */
const MEMBERSHIPS = '00000000-0000-0000-0000-000000000000'
const STREAMS_PER_PERSON = 20
const BEAT_MS = 15_000
const BEATS_PER_SESSION_CHECK = 2
const GATHER_MS = 50
const BACKLOG_BYTES = 256 * 1024

/**
 * One stream per browser. It carries ids only, and only of requests that its reader may see; what changed is fetched by
 * the usual way. Whoever has missed something while away asks again on connecting. A stream ends when its session does,
 * at latest half a minute later; where who belongs here changed, every stream of the organization asks at once.
 */
export function eventStreams(parts: {
  identity: Pick<Identity, 'personOf'>
  feed: Composition['feed']
  maySee: Composition['maySee']
  log: Log
  beatMs?: number
}): EventStreams {
  const { identity, feed, maySee, log, beatMs = BEAT_MS } = parts
  const streams = new Set<Stream>()
  let unsubscribe: (() => void) | null = null
  const waiting = new Map<string, Set<string>>()

  const of = (org: string) => [...streams].filter(({ person }) => person.org === org)

  const onChange = ({ org, request }: { org: string; request: string }) => {
    if (request === MEMBERSHIPS) {
      for (const stream of of(org)) void recheck(stream)
      return
    }
    const gathered = waiting.get(org)
    if (gathered !== undefined) return void gathered.add(request)
    if (of(org).length === 0) return
    waiting.set(org, new Set([request]))
    setTimeout(() => {
      const changed = [...(waiting.get(org) ?? [])]
      waiting.delete(org)
      for (const [person, theirs] of byPerson(of(org))) void tell(person, theirs, changed)
    }, GATHER_MS).unref()
  }

  const tell = async (person: Person, theirs: Stream[], changed: string[]) => {
    try {
      const seen = await maySee(person, changed)
      const text = changed
        .filter((id) => seen.has(id))
        .map((id) => `event: change\ndata: ${JSON.stringify({ request: id })}\n\n`)
      if (text.length > 0) for (const stream of theirs) send(stream, text.join(''))
    } catch (error) {
      log.error('events_not_checked', error)
      // They connect again and fetch everything: nothing is missed in silence.
      for (const stream of theirs) bye(stream, 'restart')
    }
  }

  const send = ({ response }: Stream, text: string) => {
    if (response.writableLength > BACKLOG_BYTES) response.destroy()
    else if (!response.writableEnded && !response.destroyed) response.write(text)
  }

  const bye = ({ response }: Stream, why: string) => {
    if (!response.writableEnded) response.end(`event: bye\ndata: ${why}\n\n`)
  }

  const beat = async (stream: Stream, beats: number) => {
    if (beats % BEATS_PER_SESSION_CHECK !== 0) return send(stream, ': still here\n\n')
    await recheck(stream)
  }

  const recheck = async (stream: Stream) => {
    try {
      const person = await identity.personOf(stream.cookie)
      if (person?.id === stream.person.id && person.org === stream.person.org) return send(stream, ': still here\n\n')
      bye(stream, 'signed_out')
    } catch (error) {
      log.error('session_not_checked', error)
      bye(stream, 'restart')
    }
  }

  return {
    get size() {
      return streams.size
    },
    close: () => {
      for (const stream of streams) bye(stream, 'restart')
    },
    answer: async (request, response) => {
      // Bound before anything is awaited: a reader who left by then is never entered.
      let isGone = false
      let timer: ReturnType<typeof setInterval> | null = null
      let stream: Stream | null = null
      response.once('close', () => {
        isGone = true
        if (timer !== null) clearInterval(timer)
        if (stream !== null) streams.delete(stream)
        if (streams.size === 0) {
          unsubscribe?.()
          unsubscribe = null
        }
      })
      const cookie = request.headers.cookie ?? ''
      const person = await identity.personOf(cookie)
      if (isGone) return
      if (person === null) return plain(response, 401)
      if ([...streams].filter((other) => isSame(other.person, person)).length >= STREAMS_PER_PERSON)
        return plain(response, 429)
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      if (request.method === 'HEAD') return void response.end()
      const opened: Stream = { response, cookie, person }
      stream = opened
      streams.add(opened)
      unsubscribe ??= feed.subscribe(onChange)
      response.write('retry: 3000\nevent: hello\ndata: {}\n\n')
      let beats = 0
      timer = setInterval(() => {
        beats += 1
        void beat(opened, beats)
      }, beatMs)
    },
  }
}

function byPerson(streams: Stream[]): Map<Person, Stream[]> {
  const found = new Map<string, [Person, Stream[]]>()
  for (const stream of streams) {
    const entry = found.get(stream.person.id) ?? [stream.person, []]
    entry[1].push(stream)
    found.set(stream.person.id, entry)
  }
  return new Map(found.values())
}

function isSame(a: Person, b: Person): boolean {
  return a.id === b.id && a.org === b.org
}

function plain(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(status === 401 ? 'signed out\n' : 'too many open pages\n')
}
