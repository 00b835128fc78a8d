import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { Me } from '@/components/frame/me'
import { signInPath } from '@/lib/identity/next-auth'
import { composition, type SignedIn } from '@/lib/server'

/** Who asks: the person behind this request's session, or null. */
export async function reader(): Promise<SignedIn | null> {
  const reply = composition().reply.getStore()
  if (reply !== undefined) reply.isReached = true
  return composition().identity.signedIn((await headers()).get('cookie'))
}

/** Who holds this request's session, also where they are a member of nothing (yet). */
export async function visitor() {
  return composition().identity.visitor((await headers()).get('cookie'))
}

/** Who asks; someone who is signed out goes to the sign-in page, and from there to `path`. */
export async function readerOrSignIn(path: string): Promise<SignedIn> {
  const found = await reader()
  if (found !== null) return found
  // whoever is signed in and a member of nothing may be invited to something
  redirect((await visitor()) === null ? signInPath(path, composition().settings.url) : '/join')
}

/** Whether this request loads a document into a window: only then a page may mint a token. The front says so. */
export async function isDocumentLoad(): Promise<boolean> {
  return (await headers()).get('x-countersign-load') === 'document'
}

/**
 * Gives the answer the status 404; the page itself draws what it has to say, as a thrown `notFound()` is blank without
 * JavaScript. Only where a document, or its HEAD, was asked for: a refresh that is not 200 makes Next load everything.
 */
export async function sayNothingIsHere(): Promise<void> {
  const answer = composition().reply.getStore()
  if (answer !== undefined && (await headers()).has('x-countersign-load')) answer.status = 404
}

/** The reader, as screens show them. */
export function meOf({ person, email, orgName, hasDesk }: SignedIn): Me {
  return { id: person.id, name: person.name, email, role: person.role, org: orgName, hasDesk }
}
