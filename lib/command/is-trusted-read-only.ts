import type { Word, WordPart } from 'unbash'
import { visible } from '@/lib/confirmation'
import { syntaxOf } from './syntax'
import { isReviewed } from './trusted-programs'

/**
 * Is this one simple command that only reads? (The newer set, seeds.md §2.4, TM-BASH-028.)
 *
 * Read by a shell parser, then held against it: one command, of whole words with nothing but blanks around them, so
 * that what the parser did not see cannot be there. No assignment, redirect, pipe, expansion, glob, brace, tilde, or
 * backslash outside quotes; no character that does not show. Quotes come off before judging. The program stands in
 * the reviewed list without a slash, and so does each of its options. An empty script does nothing and is trusted.
 */
export function isTrustedReadOnly(script: string): boolean {
  const syntax = syntaxOf(script)
  if ((syntax.errors?.length ?? 0) > 0 || syntax.shebang !== undefined) return false
  const [statement, ...others] = syntax.commands
  if (statement === undefined) return isBlank(script, true)
  const { command, background } = statement
  if (others.length > 0 || background || command.type !== 'Command' || command.name === undefined) return false
  const { name, prefix, suffix } = command
  if (prefix.length > 0) return false
  const words: Word[] = [name]
  for (const part of suffix) {
    if (part.type !== 'Word') return false
    words.push(part)
  }
  if (!areOnlyBlanksBetween(words, script)) return false
  const [program, ...args] = words.map(plainValue)
  return program !== undefined && program !== null && args.every(isKnown) && isReviewed(program, args)
}

function isKnown(value: string | null): value is string {
  return value !== null
}

/** Holds the parser against the text: around and between its words stand blanks, and nothing else. */
function areOnlyBlanksBetween(words: readonly Word[], script: string): boolean {
  let from = 0
  for (const [place, word] of words.entries()) {
    if (word.pos < from || !isBlank(script.slice(from, word.pos), place === 0)) return false
    from = word.end
  }
  return isBlank(script.slice(from), true)
}

function isBlank(text: string, lines: boolean): boolean {
  return [...text].every((character) => character === ' ' || character === '\t' || (lines && character === '\n'))
}

/** A word without its quotes; null where any part of it is not plain text that shows. */
function plainValue(word: Word): string | null {
  const parts: readonly WordPart[] = word.parts ?? []
  const plain = parts.length === 0 ? isBare(word.text) && word.text === word.value : parts.every(isPlainPart)
  const shows = visible(word.value).every((segment) => segment.kind === 'text')
  return plain && shows ? word.value : null
}

function isPlainPart(part: WordPart): boolean {
  if (part.type === 'Literal') return isBare(part.text) && part.text === part.value
  if (part.type === 'SingleQuoted') return part.text === `'${part.value}'`
  // An escape inside double quotes is asked about: what it stands for is one more thing to get wrong.
  if (part.type !== 'DoubleQuoted') return false
  return part.parts.every(
    (child) => child.type === 'Literal' && child.text === child.value && !child.text.includes('\\'),
  )
}

/** Outside quotes only letters, digits and signs that mean nothing to any shell. */
function isBare(text: string): boolean {
  return [...text].every((character) => HARMLESS.includes(character) || isLetterOrDigit(character))
}

const HARMLESS = '-_./,:=+@%'

/** Of a parsed word's own characters, one at a time. */
function isLetterOrDigit(character: string): boolean {
  return /^[\p{L}\p{N}\p{M}]$/u.test(character)
}
