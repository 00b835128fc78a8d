/** An answer that is data of one reader: nothing between here and their browser may keep it. */
export function json(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'private, no-store' } })
}

/** What every route says to someone who is signed out. */
export function signedOut(): Response {
  return json(401, { code: 'signed_out' })
}
