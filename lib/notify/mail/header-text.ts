const LONGEST = 200

/**
 * A text fit for one mail header: controls and every line break (C0, C1, U+2028, U+2029) become spaces, so that none
 * of it can start another header or the body, and so do odd spaces; characters that turn or hide text, or that nobody
 * can see, are left out; at most 200 characters.
 */
export function headerText(text: string): string {
  const line = text
    .replace(/(?:(?! )[\p{Cc}\p{Z}\u2800])+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\ufffc\u{1d159}]/gu, '')
    .trim()
  const characters = [...line]
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join('')}…`
}
