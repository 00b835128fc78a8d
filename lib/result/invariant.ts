/** Throws when something that must hold does not: a bug, never an expected «no». */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence)
}

/** Ends an exhaustive `switch`: a new member of the union fails to compile here, and throws if it comes at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
