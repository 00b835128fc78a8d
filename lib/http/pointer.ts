import { invariant } from '@/lib/result'

/**
 * Turns a path of the `$.a[0]["b c"]` form (`pathOf`) into a JSON Pointer (RFC 6901): `/a/0/b c`, and '' for the whole.
 */
export function pointerOf(path: string): string {
  invariant(path.startsWith('$'), `«${path}» is not a path`)
  let pointer = ''
  for (let at = 1; at < path.length; ) {
    STEP.lastIndex = at
    const step = STEP.exec(path)
    invariant(step, `«${path}» is not a path`)
    at = STEP.lastIndex
    pointer += token(step[1] ?? step[2] ?? readName(step[3] ?? ''))
  }
  return pointer
}

/** The same from the segments themselves. */
export function pointerTo(segments: readonly PropertyKey[]): string {
  return segments.map((segment) => token(String(segment))).join('')
}

const STEP = /\.([^.[\]"\s]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/suy

function token(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function readName(quoted: string): string {
  return String(JSON.parse(quoted))
}
