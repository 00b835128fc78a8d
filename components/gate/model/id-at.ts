/** The id of the control at a place: the same on the server and in the browser, and fit for an address. */
export function idAt(path: string): string {
  return `answer${path.replace(/[^A-Za-z0-9]/g, (character) => `-${(character.codePointAt(0) ?? 0).toString(16)}-`)}`
}
