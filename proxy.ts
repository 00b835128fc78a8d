import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { signInPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'

/**
 * Gives every page its content security policy, and leads a signed-out reader to the sign-in page. Nothing is kept out
 * here: each page, action and route finds out for itself who asks, and would answer the same without this file.
 */
export function proxy(request: NextRequest): NextResponse {
  const { url, sessionCookie, isDevelopment, issuer } = composition().settings
  const { pathname, search } = request.nextUrl
  const isLoad = request.method === 'GET' && request.headers.get('x-countersign-load') === 'document'
  if (isLoad && READERS_PAGE.test(pathname) && !request.cookies.has(sessionCookie.name))
    return NextResponse.redirect(new URL(signInPath(pathname + search, url), url))

  const nonce = randomBytes(16).toString('base64')
  const policy = isDevelopment ? looserForReloading(policyWith(nonce, issuer)) : policyWith(nonce, issuer)
  const headers = new Headers(request.headers)
  // Next reads the nonce from here and puts it on every script and style that it writes.
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

/** Every page; not what is built (its names hold hashes) and not the routes, which answer data. */
export const config = { matcher: '/((?!_next/static|api/|favicon.ico|icon.svg|robots.txt).*)' }

const READERS_PAGE = /^\/(?:$|inbox(?:\/|$)|requests\/|settings(?:\/|$)|join$)/

/** A form of the sign-in page is led on to the issuer, and browsers hold that against `form-action` too. */
function policyWith(nonce: string, issuer: { origin: string } | null): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action 'self'${issuer === null ? '' : ` ${issuer.origin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Reloading of modules evaluates code and writes styles: on a developer's machine only. */
function looserForReloading(policy: string): string {
  return policy
    .replace(/script-src [^;]*/, (rule) => `${rule} 'unsafe-eval'`)
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
}
