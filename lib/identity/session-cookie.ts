/** The cookie that holds a session: its name and its attributes. */
export type SessionCookie = {
  name: string
  options: { httpOnly: true; sameSite: 'lax'; path: '/'; secure: boolean }
}

/**
 * The session cookie of an installation. Its name follows the scheme of the configured address and never that of a
 * request: behind a proxy that ends TLS the two differ, and a cookie set under one name and read under another signs
 * nobody in. `__Host-` binds it to this host over https.
 */
export function sessionCookie(url: string): SessionCookie {
  const secure = new URL(url).protocol === 'https:'
  return {
    name: secure ? '__Host-countersign-session' : 'countersign-session',
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  }
}
