import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { invariant } from '@/lib/result'

/** What an issuer says of a person. */
export type Claims = { sub: string; name: string; email: string; email_verified: boolean }

/** A real issuer of OpenID Connect on loopback. Its sign-in page asks for nothing but the claims, as JSON. */
export type Issuer = { url: string; clientId: string; clientSecret: string; stop(): Promise<void> }

/** Starts one that knows one client, which it answers at `redirectUri`. */
export async function anIssuer(redirectUri: string): Promise<Issuer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Claims>()
  const [clientId, clientSecret] = ['countersign', 'a-secret-of-the-tests']

  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['a-key-of-the-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: async (_context, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    // consent is given before it is asked for
    loadExistingGrant: async ({ oidc: { client, session } }) => {
      invariant(client !== undefined && session?.accountId !== undefined, 'consent comes after signing in')
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response)
    if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(PAGE)
    const claims: Claims = JSON.parse(new URLSearchParams(await bodyOf(request)).get('claims') ?? '')
    people.set(claims.sub, claims)
    await provider.interactionFinished(request, response, { login: { accountId: claims.sub, remember: false } })
  })
  return { ...{ url, clientId, clientSecret }, stop: () => closed(server) }
}

const PAGE = `<!doctype html><html lang="en"><title>Issuer</title><form method="post">
<label>Who are you? <input name="claims"></label><button>Go on</button></form></html>`

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
