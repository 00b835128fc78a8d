import { ourPath } from './our-path'

/**
 * A callback that was followed from elsewhere goes back to the page with the button: else a link of somebody's own
 * signs another person in as them, without a word. Null when the click was made on our page, or by a browser that does
 * not say.
 */
export function isOurOwnClick(request: Request, url: string): Response | null {
  const site = request.headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin') return null
  return Response.redirect(new URL(`/signin/confirm${new URL(request.url).search}`, url), 303)
}

/** A callback without an address and a token is no link that was mailed; next-auth would log it as a fault of ours. */
export function isNoLink(request: Request, url: string): Response | null {
  const { searchParams } = new URL(request.url)
  if (searchParams.get('token') && searchParams.get('email')) return null
  return Response.redirect(new URL('/signin/error?error=Verification', url), 303)
}

/** Adds the page people came for to a failure's address, so that the next try leads there too. */
export function withWayBack(response: Response, request: Request, url: string): Response {
  const location = response.headers.get('location')
  if (location === null) return response
  const target = new URL(location, url)
  const path = ourPath(new URL(request.url).searchParams.get('callbackUrl') ?? rememberedTarget(request), url)
  if (target.pathname !== '/signin/error' || path === '/') return response
  target.searchParams.set('callbackUrl', path)
  const headers = new Headers(response.headers)
  headers.set('location', target.href)
  return new Response(response.body, { status: response.status, headers })
}

/** The page that next-auth keeps in a cookie while its reader is at the issuer. */
function rememberedTarget(request: Request): string | null {
  const cookies = request.headers.get('cookie') ?? ''
  const [, value = ''] = /(?:^|;\s*)(?:__Secure-)?authjs\.callback-url=([^;]*)/.exec(cookies) ?? []
  try {
    return value === '' ? null : decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
