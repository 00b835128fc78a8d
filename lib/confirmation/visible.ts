import { characterName } from './character-name'

/**
 * A run of text that is safe to draw as it is, or one character that must be drawn as a chip.
 *
 * `code` is the code point as `U+202E`; `grave` is true for what changes the direction of the text around it. The
 * character itself is not in a chip: `String.fromCodePoint` of the code gives it back.
 */
export type Segment = { kind: 'text'; text: string } | { kind: 'char'; code: string; name: string; grave: boolean }

/** `lines`: the text is a block, and \n stays in it as the break of a line; nothing else is let through. */
export type VisibleOptions = { lines?: boolean }

/**
 * Everything that shows nothing, or shows something other than itself. \p{C} is control, format, surrogate, private use
 * and unassigned; \p{Z} every space and separator. Default ignorables are drawn as nothing by rule (variation selectors,
 * tags, Hangul fillers, U+034F); the Braille, musical and object blanks are drawn as nothing by looks.
 */
const HIDDEN = /(?! )[\p{C}\p{Z}\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u
const MARK = /\p{M}/u
const DIRECTION = /\p{Bidi_Control}/u

/** As one test over a whole text, which nearly always finds nothing: a mark may matter, so it is looked at closer. */
const SUSPECT = new RegExp(`${HIDDEN.source}|${MARK.source}`, 'u')

/** More combining marks than this on one character are a smear over the lines around it, not writing. */
const MAX_MARKS = 4

/**
 * Splits a text so that every character of it can be seen (design §3.14): plain runs, and chips for control, format,
 * bidirectional, invisible, private, unassigned and odd space characters, for halves of surrogate pairs, and for
 * combining marks beyond the fourth on one character or with no character to stand on.
 *
 * No exceptions, not for emoji or scripts that use joiners: everything hidden is shown. The stored text is unchanged,
 * and the segments join back to it. What is «unassigned» is by the Unicode version of the engine.
 */
export function visible(text: string, { lines = false }: VisibleOptions = {}): Segment[] {
  if (!SUSPECT.test(text)) return text === '' ? [] : [{ kind: 'text', text }]
  const segments: Segment[] = []
  let from = 0
  let at = 0
  let marks = MAX_MARKS // a mark at the start has nothing to stand on
  for (const character of text) {
    const isBreak = lines && character === '\n'
    const isMark = MARK.test(character)
    if (isBreak || !(HIDDEN.test(character) || (isMark && marks >= MAX_MARKS))) {
      marks = isBreak ? MAX_MARKS : isMark ? marks + 1 : 0
    } else {
      if (at > from) segments.push({ kind: 'text', text: text.slice(from, at) })
      segments.push(chip(character))
      from = at + character.length
      marks = MAX_MARKS // and after a chip it would stand on the chip
    }
    at += character.length
  }
  if (at > from) segments.push({ kind: 'text', text: text.slice(from) })
  return segments
}

/**
 * Writes a text for where there are no chips (mail, logs, terminals): each hidden character as `[U+202E right-to-left
 * override]`, so no escape sequence reaches a terminal and no line can be forged.
 */
export function visibleText(text: string, options: VisibleOptions = {}): string {
  return visible(text, options)
    .map((segment) => (segment.kind === 'text' ? segment.text : `[${segment.code} ${segment.name}]`))
    .join('')
}

function chip(character: string): Segment {
  const codePoint = character.codePointAt(0) ?? 0
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  return { kind: 'char', code, name: characterName(codePoint), grave: DIRECTION.test(character) }
}
