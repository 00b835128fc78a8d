const CHANNEL = 'countersign-events'
const RETRY_MS = 15_000

type Handlers = {
  /** A request that the reader may see has changed. */
  onChange(request: string): void
  /** Whether the stream is there. Told at every turn; also after a gap, when something may have been missed. */
  onState(isLive: boolean): void
}

type Message = { change: string } | { live: boolean } | { hello: true }

/**
 * Follows the change feed until the returned function is called.
 *
 * One tab holds the stream and tells the others: a browser opens only six connections to a server over HTTP/1.1, and
 * six tabs with a stream each would leave none for a decision. The tab is whoever holds a Web Lock; when it closes, the
 * lock passes on. Where there are no Web Locks each tab has its own stream.
 */
export function followChanges(handlers: Handlers): () => void {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  handlers.onState(false)
  if (typeof navigator.locks === 'undefined' || typeof BroadcastChannel === 'undefined') {
    holdStream(stopping.signal, (message) => tell(handlers, message))
    return stop
  }

  const channel = new BroadcastChannel(CHANNEL)
  stopping.signal.addEventListener('abort', () => channel.close())
  channel.onmessage = (event: MessageEvent<Message>) => tell(handlers, event.data)
  channel.postMessage({ hello: true } satisfies Message)
  navigator.locks
    .request(CHANNEL, { signal: stopping.signal }, () => lead(channel, handlers, stopping.signal))
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error
    })
  return stop
}

/** Holds the stream for all tabs; settles, and so gives the lock back, when stopped. */
function lead(channel: BroadcastChannel, handlers: Handlers, signal: AbortSignal): Promise<void> {
  let isLive = false
  const say = (message: Message) => {
    if (signal.aborted) return
    if ('live' in message) isLive = message.live
    channel.postMessage(message)
    tell(handlers, message)
  }
  channel.onmessage = (event: MessageEvent<Message>) => {
    if ('hello' in event.data) channel.postMessage({ live: isLive } satisfies Message)
  }
  holdStream(signal, say)
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

/** Keeps one stream open. The browser reconnects by itself, unless the server refused; then it is tried again later. */
function holdStream(signal: AbortSignal, say: (message: Message) => void): void {
  if (signal.aborted) return
  const source = new EventSource('/events')
  let again: ReturnType<typeof setTimeout> | undefined
  source.onopen = () => say({ live: true })
  source.onerror = () => {
    say({ live: false })
    if (source.readyState !== EventSource.CLOSED) return
    clearTimeout(again)
    again = setTimeout(() => holdStream(signal, say), RETRY_MS)
  }
  source.addEventListener('change', (event) => {
    const request = requestOf(event.data)
    if (request !== null) say({ change: request })
  })
  signal.addEventListener('abort', () => {
    clearTimeout(again)
    source.close()
  })
}

function tell(handlers: Handlers, message: Message): void {
  if ('change' in message) handlers.onChange(message.change)
  if ('live' in message) handlers.onState(message.live)
}

/** The id in `{"request":"…"}`; null for anything else, since a newer server may send more. */
function requestOf(data: unknown): string | null {
  if (typeof data !== 'string') return null
  try {
    const value: unknown = JSON.parse(data)
    if (typeof value !== 'object' || value === null || !('request' in value)) return null
    return typeof value.request === 'string' ? value.request : null
  } catch {
    return null
  }
}
