/** The Unicode names, in lower case, of what is met often or hides well. */
const NAMES = new Map<number, string>([
  ...runOf(0x0000, [
    'null',
    'start of heading',
    'start of text',
    'end of text',
    'end of transmission',
    'enquiry',
    'acknowledge',
    'bell',
    'backspace',
    'tab',
    'line feed',
    'vertical tab',
    'form feed',
    'carriage return',
    'shift out',
    'shift in',
    'data link escape',
    'device control one',
    'device control two',
    'device control three',
    'device control four',
    'negative acknowledge',
    'synchronous idle',
    'end of transmission block',
    'cancel',
    'end of medium',
    'substitute',
    'escape',
    'file separator',
    'group separator',
    'record separator',
    'unit separator',
  ]),
  [0x007f, 'delete'],
  [0x0085, 'next line'],
  [0x009b, 'control sequence introducer'],
  [0x009d, 'operating system command'],
  [0x00a0, 'no-break space'],
  [0x00ad, 'soft hyphen'],
  [0x034f, 'combining grapheme joiner'],
  [0x061c, 'arabic letter mark'],
  [0x115f, 'hangul choseong filler'],
  [0x1160, 'hangul jungseong filler'],
  [0x1680, 'ogham space mark'],
  [0x17b4, 'khmer vowel inherent aq'],
  [0x17b5, 'khmer vowel inherent aa'],
  ...runOf(0x180b, [
    'mongolian free variation selector one',
    'mongolian free variation selector two',
    'mongolian free variation selector three',
    'mongolian vowel separator',
    'mongolian free variation selector four',
  ]),
  ...runOf(0x2000, [
    'en quad',
    'em quad',
    'en space',
    'em space',
    'three-per-em space',
    'four-per-em space',
    'six-per-em space',
    'figure space',
    'punctuation space',
    'thin space',
    'hair space',
    'zero width space',
    'zero width non-joiner',
    'zero width joiner',
    'left-to-right mark',
    'right-to-left mark',
  ]),
  ...runOf(0x2028, [
    'line separator',
    'paragraph separator',
    'left-to-right embedding',
    'right-to-left embedding',
    'pop directional formatting',
    'left-to-right override',
    'right-to-left override',
    'narrow no-break space',
  ]),
  [0x205f, 'medium mathematical space'],
  ...runOf(0x2060, ['word joiner', 'function application', 'invisible times', 'invisible separator', 'invisible plus']),
  ...runOf(0x2066, [
    'left-to-right isolate',
    'right-to-left isolate',
    'first strong isolate',
    'pop directional isolate',
    'inhibit symmetric swapping',
    'activate symmetric swapping',
    'inhibit arabic form shaping',
    'activate arabic form shaping',
    'national digit shapes',
    'nominal digit shapes',
  ]),
  [0x2800, 'braille pattern blank'],
  [0x3000, 'ideographic space'],
  [0x3164, 'hangul filler'],
  [0xfeff, 'zero width no-break space'],
  [0xffa0, 'halfwidth hangul filler'],
  ...runOf(0xfff9, [
    'interlinear annotation anchor',
    'interlinear annotation separator',
    'interlinear annotation terminator',
    'object replacement character',
  ]),
  [0x1d159, 'musical symbol null notehead'],
  [0xe0001, 'language tag'],
  [0xe0020, 'tag space'],
  [0xe007f, 'cancel tag'],
])

/** What kind of character it is, first match first, where it has no name of its own here. */
const CLASSES: readonly [RegExp, string][] = [
  [/\p{Cc}/u, 'control character'],
  [/\p{Cs}/u, 'lone surrogate'],
  [/\p{Co}/u, 'private use character'],
  [/\p{Noncharacter_Code_Point}/u, 'noncharacter'],
  [/\p{Cf}/u, 'format character'],
  [/\p{Cn}/u, 'unassigned character'],
  [/\p{Z}/u, 'space'],
  [/\p{Variation_Selector}/u, 'variation selector'],
  [/\p{M}/u, 'combining mark'],
]

/** Names a hidden character for people, in lower case: its own name where it is a common one, else that of its class. */
export function characterName(codePoint: number): string {
  const name = NAMES.get(codePoint) ?? numberedName(codePoint)
  if (name !== null) return name
  const character = String.fromCodePoint(codePoint)
  return CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? 'hidden character'
}

/** Selectors have numbers, and a tag is named by the letter that it hides. */
function numberedName(codePoint: number): string | null {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return `variation selector ${codePoint - 0xfe00 + 1}`
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return `variation selector ${codePoint - 0xe0100 + 17}`
  if (codePoint > 0xe0020 && codePoint < 0xe007f) return `tag ${String.fromCodePoint(codePoint - 0xe0000)}`
  return null
}

function runOf(first: number, names: readonly string[]): [number, string][] {
  return names.map((name, index) => [first + index, name])
}
