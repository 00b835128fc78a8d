import type { Readable } from 'node:stream'

/** As much as a tool call or a script may be; a stream that never ends is no input. */
const MAX_BYTES = 1024 * 1024

/** Everything that comes from a stream, as text; null where it is too long or not UTF-8. */
export async function readAll(stream: Readable): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
      length += bytes.length
      if (length > MAX_BYTES) return null
      chunks.push(bytes)
    }
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch (_brokenOrNoText) {
    return null
  }
}
