import { door } from '../../../door'

type Props = { params: Promise<{ nextauth: string[] }> }

/** The end of signing in, by mail or by an issuer. All else that next-auth offers under this address is not needed, and not there. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const isCallback = CALLBACKS.has((await params).nextauth.join('/'))
  return isCallback ? await door().callback(request) : new Response('not found\n', { status: 404 })
}

const CALLBACKS = new Set(['callback/email', 'callback/oidc'])

/** Next would answer HEAD with GET, and use up the link before its reader comes. */
export function HEAD(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
