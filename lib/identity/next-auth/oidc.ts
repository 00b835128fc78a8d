import type { Profile } from 'next-auth'
import type { OIDCConfig } from 'next-auth/providers'
import type { Account, IdentityStore } from '@/lib/identity'

/** An issuer, and who we are to it. `name` is what people call it. */
export type OidcSettings = { issuer: string; clientId: string; clientSecret: string; name: string }

/** Says that the address is a member's, who signs in another way: only to whoever proved that it is theirs. */
export const NOT_LINKED = '/signin/error?error=OAuthAccountNotLinked'

/** What an issuer says of a person (OpenID Connect Core 5.1). */
type Claims = Profile

/**
 * The issuer as next-auth takes it: code flow with PKCE, state and nonce. Claims are read from the userinfo endpoint, as
 * an issuer may leave them out of the ID token; its subject is compared with the token's.
 */
export function oidcProvider({ issuer, clientId, clientSecret, name }: OidcSettings): OIDCConfig<Claims> {
  return {
    id: 'oidc',
    name,
    type: 'oidc',
    issuer,
    clientId,
    clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    idToken: false,
    authorization: { params: { scope: 'openid email profile' } },
    // an address is taken only for somebody who is new, and only where the issuer has verified it (below)
    profile: (claims) => ({ id: claims.sub ?? '', name: claims.name ?? claims.email ?? '', email: claims.email ?? '' }),
    allowDangerousEmailAccountLinking: false,
  }
}

/**
 * Whether an outside account may enter. Issuer and subject are the key (pitfalls ):
 *
 * - known: it is its user's, whatever address it has now, as long as they belong or are invited somewhere;
 * - unknown, with a session: whoever is signed in links it to themselves;
 * - unknown, without: only a new person whose verified address is invited. The address of somebody who is here opens
 *   nothing, verified or not: they sign in as they do and link it then.
 */
export async function mayEnterByAccount(
  store: IdentityStore,
  account: Account,
  claims: Claims,
  signedIn: string | null,
): Promise<boolean | string> {
  const known = await store.userByAccount(account)
  if (known !== null) return store.mayEnter(known.email)
  if (signedIn !== null) return true
  if (claims.email_verified !== true || typeof claims.email !== 'string') return false
  const email = claims.email.toLowerCase()
  if ((await store.userByEmail(email)) !== null) return NOT_LINKED
  return store.mayEnter(email)
}
