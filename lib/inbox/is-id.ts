const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** UUIDs only, in small letters: an id of any other shape is of a request that is not there. */
export function isId(request: string): boolean {
  return UUID.test(request)
}
