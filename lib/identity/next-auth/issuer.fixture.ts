import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { invariant } from '@/lib/result'

/** What this issuer says of a person. */
export type Claims = { name: string; email: string; email_verified: boolean }

/** A real issuer of OpenID Connect on loopback. Whoever comes is whom `is` names, and agrees to everything. */
export type Issuer = {
  url: string
  clientId: string
  clientSecret: string
  people: Map<string, Claims>
  /** Who sits before the browser, by subject. */
  is(subject: string): void
  stop(): Promise<void>
}

export async function anIssuer(redirectUri: string): Promise<Issuer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people: Issuer['people'] = new Map()
  let current = ''
  const [clientId, clientSecret] = ['countersign', 'a-secret-of-the-tests']

  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['a-key-of-the-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
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
    await provider.interactionFinished(request, response, { login: { accountId: current, remember: false } })
  })
  return {
    ...{ url, clientId, clientSecret, people },
    is: (subject) => {
      current = subject
    },
    stop: () => closed(server),
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
