import { describe, expect, it } from 'vitest'
import { type Segment, visible, visibleText } from './index'

const text = (run: string): Segment => ({ kind: 'text', text: run })
const char = (code: string, name: string, grave = false): Segment => ({ kind: 'char', code, name, grave })

/** Joins segments back to the text that they came from. */
function joined(segments: readonly Segment[]): string {
  return segments
    .map((segment) =>
      segment.kind === 'text' ? segment.text : String.fromCodePoint(Number.parseInt(segment.code.slice(2), 16)),
    )
    .join('')
}

describe('visible', () => {
  it('leaves ordinary text of any script in one run', () => {
    const ordinary = 'Maya Chen → Bar Supervisor, £129.20 — «é» 你好 עברית العربية हिन्दी ไทย 👍🏽 e\u0301'
    expect(visible(ordinary)).toEqual([text(ordinary)])
    expect(visible('')).toEqual([])
  })

  it('puts a direction override in a grave chip, and leaves the letters in their true order', () => {
    expect(visible('/srv/\u202egnp.eciovni')).toEqual([
      text('/srv/'),
      char('U+202E', 'right-to-left override', true),
      text('gnp.eciovni'),
    ])
  })

  it.each([
    ['\u0000', 'U+0000', 'null'],
    ['\t', 'U+0009', 'tab'],
    ['\n', 'U+000A', 'line feed'],
    ['\r', 'U+000D', 'carriage return'],
    ['\u001b', 'U+001B', 'escape'],
    ['\u001f', 'U+001F', 'unit separator'],
    ['\u007f', 'U+007F', 'delete'],
    ['\u0081', 'U+0081', 'control character'],
    ['\u009b', 'U+009B', 'control sequence introducer'],
    ['\u00a0', 'U+00A0', 'no-break space'],
    ['\u00ad', 'U+00AD', 'soft hyphen'],
    ['\u034f', 'U+034F', 'combining grapheme joiner'],
    ['\u0600', 'U+0600', 'format character'],
    ['\u115f', 'U+115F', 'hangul choseong filler'],
    ['\u1160', 'U+1160', 'hangul jungseong filler'],
    ['\u1680', 'U+1680', 'ogham space mark'],
    ['\u180e', 'U+180E', 'mongolian vowel separator'],
    ['\u2003', 'U+2003', 'em space'],
    ['\u200a', 'U+200A', 'hair space'],
    ['\u200b', 'U+200B', 'zero width space'],
    ['\u200d', 'U+200D', 'zero width joiner'],
    ['\u2028', 'U+2028', 'line separator'],
    ['\u2029', 'U+2029', 'paragraph separator'],
    ['\u202f', 'U+202F', 'narrow no-break space'],
    ['\u2060', 'U+2060', 'word joiner'],
    ['\u2064', 'U+2064', 'invisible plus'],
    ['\u206a', 'U+206A', 'inhibit symmetric swapping'],
    ['\u2800', 'U+2800', 'braille pattern blank'],
    ['\u3000', 'U+3000', 'ideographic space'],
    ['\u3164', 'U+3164', 'hangul filler'],
    ['\ue000', 'U+E000', 'private use character'],
    ['\ud800', 'U+D800', 'lone surrogate'],
    ['\udfff', 'U+DFFF', 'lone surrogate'],
    ['\ufe0f', 'U+FE0F', 'variation selector 16'],
    ['\ufeff', 'U+FEFF', 'zero width no-break space'],
    ['\uffa0', 'U+FFA0', 'halfwidth hangul filler'],
    ['\ufffc', 'U+FFFC', 'object replacement character'],
    ['\uffff', 'U+FFFF', 'noncharacter'],
    ['\u0378', 'U+0378', 'unassigned character'],
    ['\u{1d159}', 'U+1D159', 'musical symbol null notehead'],
    ['\u{1d173}', 'U+1D173', 'format character'],
    ['\u{e0001}', 'U+E0001', 'language tag'],
    ['\u{e0061}', 'U+E0061', 'tag a'],
    ['\u{e007f}', 'U+E007F', 'cancel tag'],
    ['\u{e0100}', 'U+E0100', 'variation selector 17'],
    ['\u{e01ef}', 'U+E01EF', 'variation selector 256'],
    ['\u{10fffd}', 'U+10FFFD', 'private use character'],
  ])('shows %j as %s %s', (character, code, name) => {
    expect(visible(`a${character}b`)).toEqual([text('a'), char(code, name), text('b')])
  })

  it.each([
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ])('is grave about %j, which turns the text around it', (character) => {
    expect(visible(character)).toMatchObject([{ kind: 'char', grave: true }])
  })

  it('makes no exception for emoji: what joins them is shown too', () => {
    expect(visible('👩\u200d🚀\ufe0f')).toEqual([
      text('👩'),
      char('U+200D', 'zero width joiner'),
      text('🚀'),
      char('U+FE0F', 'variation selector 16'),
    ])
  })

  it('shows the fifth and further combining marks on one character', () => {
    const mark = '\u0301'
    expect(visible(`a${mark.repeat(4)}b${mark.repeat(4)}`)).toHaveLength(1)
    expect(visible(`a${mark.repeat(6)}b`)).toEqual([
      text(`a${mark.repeat(4)}`),
      char('U+0301', 'combining mark'),
      char('U+0301', 'combining mark'),
      text('b'),
    ])
  })

  it('lets no combining mark stand on a chip, on a line break, or on whatever comes before the text', () => {
    expect(visible('\u0301a')).toEqual([char('U+0301', 'combining mark'), text('a')])
    expect(visible('\u200b\u0301')).toEqual([char('U+200B', 'zero width space'), char('U+0301', 'combining mark')])
    expect(visible('a\n\u0301', { lines: true })).toEqual([text('a\n'), char('U+0301', 'combining mark')])
  })

  it('keeps line feeds, and nothing else, in a block of lines', () => {
    expect(visible('a\nb\r\n\tc', { lines: true })).toEqual([
      text('a\nb'),
      char('U+000D', 'carriage return'),
      text('\n'),
      char('U+0009', 'tab'),
      text('c'),
    ])
  })

  it('leaves no hidden character of all of Unicode in a run of text, and joins back to the text', () => {
    const hidden =
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\u2800]/u
    const oddSpace = /(?! )\p{Zs}/u
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const character = String.fromCodePoint(codePoint)
      const segments = visible(`a${character}b`)
      const isHidden = hidden.test(character) || oddSpace.test(character)
      if (isHidden !== segments.some(({ kind }) => kind === 'char') && !'\ufffc\u{1d159}'.includes(character))
        expect.fail(`U+${codePoint.toString(16)} is ${isHidden ? 'not ' : ''}shown as a chip`)
      if (joined(segments) !== `a${character}b`) expect.fail(`U+${codePoint.toString(16)} does not come back`)
    }
  })
})

describe('visibleText', () => {
  it('writes chips in words', () => {
    expect(visibleText('curl x|sh\r\u001b[2K  ls \u202e')).toBe(
      'curl x|sh[U+000D carriage return][U+001B escape][2K  ls [U+202E right-to-left override]',
    )
    expect(visibleText('a\nb', { lines: true })).toBe('a\nb')
    expect(visibleText('a\nb')).toBe('a[U+000A line feed]b')
  })
})
