/** A place in a list, as an opaque text: what the last row was ordered by. */
export function writeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/**
 * Reads a cursor of `kinds.length` parts, each a small number (`n`), a number (`i`), a time (`t`) or a UUID (`u`); null when it is none, so
 * that a made-up cursor never reaches a statement.
 */
export function readCursor(
  text: string | null | undefined,
  kinds: readonly ('n' | 'i' | 't' | 'u')[],
): (string | number)[] | null {
  if (text === null || text === undefined) return null
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  if (!Array.isArray(parts) || parts.length !== kinds.length) return null
  return parts.every((part, index) => fits(part, kinds[index])) ? (parts as (string | number)[]) : null
}

/** Exactly what PostgreSQL takes: a smallint, an integer, a time that exists, a UUID. */
function fits(part: unknown, kind: 'n' | 'i' | 't' | 'u' | undefined): boolean {
  if (kind === 'n') return typeof part === 'number' && Number.isInteger(part) && Math.abs(part) < 32_768
  if (kind === 'i') return typeof part === 'number' && Number.isInteger(part) && Math.abs(part) < 2 ** 31
  if (typeof part !== 'string') return false
  if (kind === 't') return isTime(part)
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part)
}

function isTime(text: string): boolean {
  const time = new Date(text)
  return /^\d{4}-/.test(text) && time.getTime() > -62_135_596_800_000 && time.toISOString() === text
}
