import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Config } from '@/lib/config'
import type { Verdict } from '@/lib/request'
import { compose, jsonLog } from '@/lib/server/start'
import type { PEOPLE } from '../demo/northgate'
import { personOf } from '../demo/requests'

// A serving process or a worker, to be killed. A server answers the machine API, and /decide: open, then decide, as the
// two server actions of a page do for whoever is signed in.

export type Role = 'server' | 'worker'
export type Told = { role: Role; url: string; port: number; announceUrl: string; leaseMs: number }
export type Decision = { person: keyof typeof PEOPLE; request: string; verdict: Verdict }

const told: Told = JSON.parse(process.argv[2] ?? '{}')
const { role, url, port, announceUrl, leaseMs } = told
const config: Config = {
  url: `http://localhost:${port}`,
  listen: { host: '127.0.0.1', port },
  database: { kind: 'own', url, ownerUrl: null },
  dataDir: '.data',
  mail: null,
  oidc: null,
  secrets: { auth: null, actionKey: null },
  worker: role === 'worker' ? 'only' : 'none',
  samples: { announceUrl },
  demo: false,
}
const quiet = () => undefined
const composed = await compose(config, { auth: 'x'.repeat(32), actionKey: '' }, jsonLog(quiet, quiet), {
  url,
  ownerUrl: null,
  close: async () => undefined,
})

if (role === 'worker') composed.startWorker({ leaseMs })
else {
  const { inbox } = composed.composition
  const decide = async ({ person, request, verdict }: Decision): Promise<Response> => {
    const opened = await inbox.open(personOf(person), request)
    if (!opened.ok) return Response.json({ code: opened.error.code })
    const { token } = opened.value
    const note = verdict === 'approve' ? {} : { note: 'No.' }
    const decided = await inbox.decide(personOf(person), {
      request,
      verdict,
      ...(token === null ? {} : { token }),
      ...note,
    })
    return Response.json({ code: decided.ok ? 'ok' : decided.error.code })
  }
  const listener = getRequestListener(
    async (request) =>
      new URL(request.url).pathname === '/decide' ? await decide(await request.json()) : await composed.api(request),
    { overrideGlobalObjects: false, errorHandler: () => new Response(null, { status: 500 }) },
  )
  await new Promise<void>((resolve) => createServer(listener).listen(port, '127.0.0.1', resolve))
}
process.on('disconnect', () => process.exit())
process.send?.('ready')
