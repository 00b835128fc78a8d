import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '@/lib/binding'
import { machineApi } from '@/lib/http'
import type { World } from '@/lib/inbox/testing'

/** What the people of a running inbox do with whatever is proposed; `breaks` is a connection that breaks while waiting. */
export type People = 'approve' | 'reject' | 'return' | 'nobody' | 'breaks'

export type RunningInbox = {
  url: string
  /** The inputs and agent words of each proposal since the last `expect`. */
  asked: { inputs: Json; words: string | null }[]
  people(does: People): void
  close(): Promise<void>
}

/**
 * The machine API over the use cases and a real database, on a port of this machine; a person decides each proposal,
 * through the use cases as well, as soon as it is stored.
 */
export async function runningInbox(world: World): Promise<RunningInbox> {
  let does: People = 'nobody'
  const asked: RunningInbox['asked'] = []
  const server = createServer(async (incoming, outgoing) => {
    const answer = await api.fetch(await webRequest(incoming, url))
    const body = await answer.text()
    if (incoming.method === 'POST' && incoming.url === '/api/v1/requests' && answer.status === 201)
      await met(JSON.parse(body).id)
    if (does === 'breaks' && incoming.method === 'GET') return void outgoing.destroy()
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const api = machineApi({
    inbox: world.inbox,
    clientOf: async () => world.client,
    rememberedClientOf: () => null,
    publicUrl: url,
    log: { error: (_event, error) => console.error(error) },
  })

  async function met(request: string): Promise<void> {
    const { view, token } = await world.openAs(world.people.ada, request)
    asked.push({ inputs: JSON.parse(view.inputs), words: view.agent?.words ?? null })
    if (does === 'nobody' || does === 'breaks') return
    const { ticks } = view.question as { ticks: Record<string, string | null> }
    const answer = Object.fromEntries(Object.entries(ticks).filter(([, tick]) => tick !== null))
    const decided = await world.inbox.decide(world.people.ada, {
      request,
      verdict: does,
      answer,
      ...(token === null ? {} : { token }),
      ...(does === 'approve' ? {} : { note: 'No.' }),
    })
    if (!decided.ok) throw new Error(`not decided: ${decided.error.code}`)
  }

  return {
    url,
    asked,
    people(next) {
      does = next
      asked.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function webRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  const body = Buffer.concat(chunks)
  return new Request(`${origin}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    ...(body.length === 0 ? {} : { body }),
  })
}
