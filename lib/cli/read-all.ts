import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** As much as a tool call, a script or a policy may be; what never ends is no input. */
const MAX_BYTES = 1024 * 1024

/** Everything that comes from a stream, as text; null where it is too long, not UTF-8, or broken off by the signal. */
export async function readAll(stream: Readable, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null
  const chunks: Buffer[] = []
  let length = 0
  const stop = () => void stream.destroy()
  signal.addEventListener('abort', stop)
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
      length += bytes.length
      if (length > MAX_BYTES) return null
      chunks.push(bytes)
    }
    return signal.aborted ? null : textOf(Buffer.concat(chunks))
  } catch (_brokenOrNoText) {
    return null
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * The text of a file, byte for byte; null where it cannot be read, is no regular file, is too long or is not UTF-8.
 * Opened without waiting: a pipe that nobody writes to would hold this program for ever.
 */
export async function readTextFile(path: string): Promise<string | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const { size, isFile } = await file.stat().then((found) => ({ size: found.size, isFile: found.isFile() }))
      return isFile && size <= MAX_BYTES ? textOf(await file.readFile()) : null
    } finally {
      await file.close()
    }
  } catch (_unreadable) {
    return null
  }
}

function textOf(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}
