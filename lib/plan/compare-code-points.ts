/** Orders texts by code point, as the bytes of UTF-8 do; JavaScript's own order is by UTF-16 unit (seed §3.9.9). */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let n = 0; n < shorter; n++) {
    const [left, right] = [a.charCodeAt(n), b.charCodeAt(n)]
    if (left !== right) return lifted(left) - lifted(right)
  }
  return a.length - b.length
}

/** A surrogate stands for a code point above all others. */
function lifted(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
