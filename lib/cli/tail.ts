/**
 * Keeps the end of what a program writes, as text of at most so many characters. What is no UTF-8 becomes U+FFFD, and
 * U+0000, which cannot be stored, U+2400, its picture.
 */
export function tail(characters: number): { add(chunk: Buffer): void; text(): string } {
  const bytes = characters * 4
  let kept = Buffer.alloc(0)
  let isCut = false
  return {
    add(chunk) {
      const all = Buffer.concat([kept, chunk])
      isCut ||= all.length > bytes
      kept = all.subarray(Math.max(0, all.length - bytes))
    },
    text() {
      const all = [...new TextDecoder().decode(kept).replaceAll('\0', '\u2400')]
      const from = Math.max(0, all.length - characters)
      return isCut || from > 0 ? `…${all.slice(Math.max(from, 1)).join('')}` : all.join('')
    },
  }
}
