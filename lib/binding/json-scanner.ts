import { hasLoneSurrogate, type Json, setMember } from './json'
import { isUnsafeNumber, type JsonFault, MAX_FAULTS, MAX_JSON_DEPTH } from './json-faults'
import { pathOf } from './path'

/** The end of a reading that cannot go on: thrown and caught inside this room only. */
export class Unreadable {
  constructor(
    readonly code: 'malformed_json' | 'too_deep',
    readonly path: string,
    readonly message: string,
  ) {}
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const [TAB, LF, CR, SPACE, QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
] as const
/** Digits and the minus sign stand below the letters. */
const LETTERS = 0x41

/**
 * One reading of one text, by the grammar of RFC 8259. `JSON.parse` cannot do this: it keeps the last of two equal
 * names, rounds numbers and lets lone surrogates through, and when it has returned nobody can tell.
 *
 * The first fault of syntax, or a depth beyond the limit, ends the reading; faults of meaning are gathered.
 */
export class JsonScanner {
  readonly faults: JsonFault[] = []
  private at = 0
  /** Where in the value we are; made into text only when there is a fault to report. */
  private readonly place: (string | number)[] = []

  constructor(private readonly text: string) {}

  document(): Json {
    const value = this.value(0)
    this.space()
    if (this.at < this.text.length) this.unexpected('the end of the text')
    return value
  }

  private value(depth: number): Json {
    this.space()
    const unit = this.text.charCodeAt(this.at)
    if (unit === QUOTE) return this.stringValue()
    if (unit === OPEN_OBJECT) return this.object(depth + 1)
    if (unit === OPEN_LIST) return this.list(depth + 1)
    if (unit < LETTERS) return this.number()
    if (this.text.startsWith('true', this.at)) return this.literal(4, true)
    if (this.text.startsWith('false', this.at)) return this.literal(5, false)
    if (this.text.startsWith('null', this.at)) return this.literal(4, null)
    return this.unexpected('a value')
  }

  private object(depth: number): Json {
    this.enter(depth)
    const object: { [name: string]: Json } = {}
    if (this.closes(CLOSE_OBJECT)) return object
    do {
      this.space()
      if (this.text.charCodeAt(this.at) !== QUOTE) this.unexpected('a name in double quotes')
      const name = this.string()
      this.place.push(name)
      if (Object.hasOwn(object, name)) this.fault('duplicate_key', 'this name stands twice in one object')
      if (hasLoneSurrogate(name)) this.fault('lone_surrogate', 'the name holds half of a surrogate pair')
      this.space()
      if (this.text.charCodeAt(this.at) !== COLON) this.unexpected('a colon')
      this.at++
      setMember(object, name, this.value(depth))
      this.place.pop()
    } while (this.continues(CLOSE_OBJECT))
    return object
  }

  private list(depth: number): Json {
    this.enter(depth)
    const list: Json[] = []
    if (this.closes(CLOSE_LIST)) return list
    do {
      this.place.push(list.length)
      list.push(this.value(depth))
      this.place.pop()
    } while (this.continues(CLOSE_LIST))
    return list
  }

  private enter(depth: number): void {
    if (depth > MAX_JSON_DEPTH)
      throw new Unreadable('too_deep', pathOf(this.place), `nested more than ${MAX_JSON_DEPTH} deep`)
    this.at++
  }

  /** Steps over the closing mark of an empty container. */
  private closes(mark: number): boolean {
    this.space()
    const closes = this.text.charCodeAt(this.at) === mark
    if (closes) this.at++
    return closes
  }

  /** After a member: true at a comma, false at the closing mark, and steps over either. */
  private continues(mark: number): boolean {
    this.space()
    const unit = this.text.charCodeAt(this.at)
    if (unit !== COMMA && unit !== mark) this.unexpected(`a comma or ${String.fromCharCode(mark)}`)
    this.at++
    return unit === COMMA
  }

  private literal<T extends boolean | null>(length: number, value: T): T {
    this.at += length
    return value
  }

  private number(): number {
    NUMBER.lastIndex = this.at
    const literal = NUMBER.exec(this.text)?.[0]
    if (literal === undefined) this.unexpected('a value')
    this.at += literal.length
    const value = Number(literal)
    if (isUnsafeNumber(value)) this.fault('unsafe_number', `${shorten(literal)} is not exact; send it as a string`)
    // A literal that says something other than nothing, read as nothing: it underflowed.
    else if (value === 0 && literal !== '0' && /^[^eE]*[1-9]/.test(literal))
      this.fault('unsafe_number', `${shorten(literal)} is too small to be told from zero; send it as a string`)
    return value
  }

  private stringValue(): string {
    const value = this.string()
    if (hasLoneSurrogate(value)) this.fault('lone_surrogate', 'holds half of a surrogate pair')
    return value
  }

  /** Reads a string from its opening quote to past its closing one. */
  private string(): string {
    let value = ''
    let from = ++this.at
    for (;;) {
      const unit = this.text.charCodeAt(this.at)
      if (unit === QUOTE) return value + this.text.slice(from, this.at++)
      if (unit === BACKSLASH) {
        value += this.text.slice(from, this.at) + this.escape()
        from = this.at
      } else if (unit >= SPACE) this.at++
      else this.unexpected('a closing quote (control characters are written as escapes)') // NaN, the end, is not ≥ anything
    }
  }

  private escape(): string {
    const letter = this.text.charAt(++this.at)
    if (letter === 'u') {
      const hex = this.text.slice(this.at + 1, this.at + 5)
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.unexpected('four hexadecimal digits after «\\u»', 1)
      this.at += 5
      return String.fromCharCode(Number.parseInt(hex, 16))
    }
    const character = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined
    if (character === undefined) this.unexpected('an escape that JSON knows')
    this.at++
    return character
  }

  private space(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at)
      if (unit !== SPACE && unit !== LF && unit !== CR && unit !== TAB) return
      this.at++
    }
  }

  private fault(code: JsonFault['code'], message: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ code, path: pathOf(this.place), message })
  }

  private unexpected(expected: string, ahead = 0): never {
    const at = this.at + ahead
    const lines = this.text.slice(0, at).split('\n')
    const where = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
    const message = `${where}: expected ${expected}, found ${nameOf(this.text.codePointAt(at))}`
    throw new Unreadable('malformed_json', pathOf(this.place), message)
  }
}

/** By number where the character itself could disturb the message. */
function nameOf(codePoint: number | undefined): string {
  if (codePoint === undefined) return 'the end'
  if (codePoint > 0x20 && codePoint < 0x7f) return `«${String.fromCodePoint(codePoint)}»`
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}

function shorten(literal: string): string {
  return literal.length <= 40 ? literal : `${literal.slice(0, 30)}… (${literal.length} characters)`
}
