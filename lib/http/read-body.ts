import { createHash } from 'node:crypto'
import { type Json, MAX_JSON_BYTES, parseStrictJson } from '@/lib/binding'
import { type Result, yes } from '@/lib/result'
import { pointerOf } from './pointer'
import type { Problem } from './problems'

/** A body as it came: its bytes, and what they say. `json` is null where there was none. */
export type Body = { bytes: Uint8Array; json: Json }

type Read<T> = Result<T, Problem>

/**
 * Reads a body whole, or refuses it: not JSON by its headers, more than 256 KiB (by Content-Length before a byte is
 * read, else while streaming, so that nobody can fill the memory), cut short, not UTF-8, not strict JSON.
 */
export async function readBody(request: Request, mayBeEmpty: boolean): Promise<Read<Body>> {
  const announced = request.headers.get('content-length')
  const length = announced === null ? null : Number(announced)
  if (length !== null && length > MAX_JSON_BYTES) return TOO_LARGE
  const isTyped = isJson(request.headers)
  if (!isTyped && !(mayBeEmpty && request.headers.get('content-type') === null)) return NOT_JSON

  // Of an announced length no more can come than that, and reading it whole is several times faster than streaming.
  const bytes = length === null ? await stream(request) : await whole(request, length)
  if (!bytes.ok) return bytes
  if (bytes.value.length > 0 && !isTyped) return NOT_JSON
  if (bytes.value.length === 0 && !mayBeEmpty)
    return no('malformed_json', [{ pointer: '', detail: 'the body is empty' }])
  const json = parse(bytes.value)
  return json.ok ? yes({ bytes: bytes.value, json: json.value }) : json
}

/** SHA-256 of the raw body, hex; of a call on one request its id counts too, so that a key never answers for another. */
export function bodyHash(id: string | null, bytes: Uint8Array): string {
  const hash = createHash('sha256')
  if (id !== null) hash.update(`${id}\n`)
  return hash.update(bytes).digest('hex')
}

const no = (code: Problem['code'], errors: { pointer: string; detail: string }[] = []): Read<never> => ({
  ok: false,
  error: { code, extras: { errors } },
})
const TOO_LARGE = no('too_large')
const NOT_JSON = no('unsupported_media_type')
const TRUNCATED = no('truncated_body')

function isJson(headers: Headers): boolean {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') return false
  return /^application\/json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(headers.get('content-type') ?? '')
}

async function whole(request: Request, length: number): Promise<Read<Uint8Array>> {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await request.arrayBuffer())
  } catch (error) {
    return cut(error)
  }
  if (bytes.length > MAX_JSON_BYTES) return TOO_LARGE
  return bytes.length < length ? TRUNCATED : yes(bytes)
}

async function stream(request: Request): Promise<Read<Uint8Array>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  if (reader === undefined) return yes(new Uint8Array())
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return yes(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
      size += value.length
      if (size > MAX_JSON_BYTES) {
        await reader.cancel()
        return TOO_LARGE
      }
      chunks.push(value)
    }
  } catch (error) {
    return cut(error)
  }
}

/** Only the connection can fail here; anything that is not an error of it is a bug. */
function cut(error: unknown): Read<never> {
  if (error instanceof TypeError && error.message.includes('unusable')) throw error
  return TRUNCATED
}

function parse(bytes: Uint8Array): Read<Json> {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return no('malformed_json', [{ pointer: '', detail: 'is not UTF-8' }])
  }
  const json = parseStrictJson(text)
  if (json.ok) return json
  const { code, at } = json.error
  return no(
    code,
    at.map(({ path, message }) => ({ pointer: pointerOf(path), detail: message })),
  )
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
