type Translated = { ok: true; text: string } | { ok: false; why: string }

/** White space and line ends as ECMA 262 has them; RE2 knows only ASCII's. */
const SPACE =
  '\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const LINE_ENDS = '\\n\\r\\x{2028}\\x{2029}'
const QUANTIFIER = /^\{\d+(?:,\d*)?\}/

/** General categories by the long names that ECMA 262 also knows. */
const CATEGORIES: { readonly [name: string]: string } = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Symbol: 'S',
  Separator: 'Z',
  Other: 'C',
}

/**
 * Writes a pattern of ECMA 262 (`u` flag, with the needless escapes that older schemas have) as RE2 reads it.
 *
 * Refused is what ECMA 262 does not know (`\A`, `(?i)`, `(?P<…>`, `(?>…)`): schemas from other languages would pass
 * here and mean something else; and what no linear matcher has (look-around, back references).
 */
export function translatePattern(source: string): Translated {
  const characters = [...source]
  let text = ''
  let inClass = false
  /** After `\d` a hyphen in a class is a hyphen. */
  let afterSet = false
  for (let n = 0; n < characters.length; n++) {
    const character = characters[n] ?? ''
    const rest = characters.slice(n, n + 60).join('')
    if (character === '\\') {
      const escaped = translateEscape(rest, inClass)
      if (typeof escaped === 'string') return { ok: false, why: escaped }
      text += escaped.text
      afterSet = escaped.isSet
      n += [...escaped.read].length - 1
      continue
    }
    if (inClass) {
      if (character === ']') inClass = false
      text +=
        character === '[' || (character === '-' && (afterSet || /^-\\[dswpDSWP]/.test(rest)))
          ? `\\${character}`
          : character
      afterSet = false
      continue
    }
    if (character === '[') {
      const opening = /^\[\^?\]/.exec(rest)?.[0]
      text +=
        opening === '[]'
          ? '[^\\x{0}-\\x{10ffff}]'
          : opening === '[^]'
            ? '[\\x{0}-\\x{10ffff}]'
            : rest.startsWith('[^')
              ? '[^'
              : '['
      inClass = opening === undefined
      n += (opening?.length ?? (rest.startsWith('[^') ? 2 : 1)) - 1
    } else if (character === '.') text += `[^${LINE_ENDS}]`
    else if (character === '(' && /^\(\?(?!:|<[\p{L}_$])/u.test(rest))
      return { ok: false, why: `«${rest.slice(0, 4)}» cannot be matched here` }
    else if (character === '{' && !QUANTIFIER.test(rest)) text += '\\{'
    else text += character
  }
  return { ok: true, text }
}

type Escape = { text: string; read: string; isSet: boolean }

function translateEscape(rest: string, inClass: boolean): Escape | string {
  const one = (text: string, read: string, isSet = false): Escape => ({ text, read, isSet })
  const code =
    /^\\(?:u\{([0-9a-f]{1,6})\}|u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u([0-9a-f]{4})|x([0-9a-f]{2}))/i.exec(rest)
  if (code !== null) {
    const [read, braced, high, low, four, two] = code
    const point =
      high === undefined || low === undefined
        ? Number.parseInt(braced ?? four ?? two ?? '', 16)
        : (Number.parseInt(high, 16) - 0xd800) * 0x400 + Number.parseInt(low, 16) - 0xdc00 + 0x10000
    return one(`\\x{${point.toString(16)}}`, read)
  }
  const property = /^\\([pP])\{(?:(?:General_Category|gc|Script|sc)=)?(\w+)\}/.exec(rest)
  if (property !== null)
    return one(`\\${property[1]}{${CATEGORIES[property[2] ?? ''] ?? property[2]}}`, property[0], true)
  const letter = rest[1] ?? ''
  if (letter === 's') return one(inClass ? SPACE : `[${SPACE}]`, '\\s', true)
  if (letter === 'S')
    return inClass ? 'has \\S inside a class, which cannot be matched here' : one(`[^${SPACE}]`, '\\S', true)
  if (/[dDwW]/.test(letter)) return one(`\\${letter}`, `\\${letter}`, true)
  if (letter === 'b' && inClass) return one('\\x{8}', '\\b')
  if (/[bBtnvfr]/.test(letter)) return one(`\\${letter}`, `\\${letter}`)
  if (letter === '0' && !/\d/.test(rest[2] ?? '')) return one('\\x{0}', '\\0')
  if (letter === 'c' && /[a-z]/i.test(rest[2] ?? ''))
    return one(`\\x{${(rest.charCodeAt(2) % 32).toString(16)}}`, rest.slice(0, 3))
  if (letter === '' || /[\p{L}\p{N}]/u.test(letter))
    return `«\\${letter}» means nothing in ECMA 262, or cannot be matched here`
  return one(letter === '_' || letter.charCodeAt(0) > 127 ? letter : `\\${letter}`, `\\${letter}`)
}
