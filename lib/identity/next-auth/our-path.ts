const LONGEST = 2_000

/**
 * Where to go after signing in: the path and query of `target` when it lies on our own origin, else `/`.
 *
 * The target is parsed as a browser parses it, and never compared as text: `//evil.example`, `/\evil.example` and
 * `https://ours.evil.example` all pass a prefix check. A path that starts with two slashes is another host again once
 * it stands in a Location header, and a `blob:` address has our origin and no path at all. Pages of signing in are no place to return to: with them the parameter would hold
 * itself, and grow with every failure.
 */
export function ourPath(target: string | null | undefined, url: string): string {
  if (target === null || target === undefined || target === '' || target.length > LONGEST) return '/'
  const { origin } = new URL(url)
  if (!URL.canParse(target, origin)) return '/'
  const parsed = new URL(target, origin)
  if (parsed.origin !== origin || !/^\/(?!\/)/.test(parsed.pathname)) return '/'
  if (/^\/(?:signin|api)(?:\/|$)/.test(parsed.pathname)) return '/'
  return parsed.pathname + parsed.search
}

/** The sign-in page that leads on to `target`. */
export function signInPath(target: string | null | undefined, url: string): string {
  const path = ourPath(target, url)
  return path === '/' ? '/signin' : `/signin?${new URLSearchParams({ callbackUrl: path })}`
}
