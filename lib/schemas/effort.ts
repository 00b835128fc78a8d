/** Judging one answer would take longer than an answer is worth; thrown, and so a refusal at the accept edge. */
export class TooMuchToCheck extends Error {
  override name = 'TooMuchToCheck'
}

/**
 * How much work judging one answer may be. Each throws `TooMuchToCheck` where it was enough; what is linear in a value is
 * counted as well, since many schemas may be asked about the same large one.
 */
export type Effort = {
  /** One more schema is asked about one more value. */
  step(): void
  /** So many characters of a text are looked at. */
  read(characters: number): void
  /** A value was written as so many characters, to compare it. */
  write(characters: number): void
  /** So many members or names are gone through. */
  names(count: number): void
  /** A text is held against a pattern of that many instructions. */
  match(length: number, size: number): void
}

/** About 100 ms on a slow machine: a value that needs more schemas than this is hostile, or so is the schema. */
const MOST_STEPS = 50_000
/** What takes as long as one step. */
const READ_IN_A_STEP = 250
const WRITTEN_IN_A_STEP = 8
const NAMES_IN_A_STEP = 6
/** RE2's matcher does some eight million instructions a second where it cannot take its short cuts. */
const MOST_MATCHING = 800_000
/** Patterns this small are matched by a table. */
const SMALL = 64

/** For what is bounded already, such as a schema within its limits. */
export const UNLIMITED: Effort = {
  step: () => undefined,
  read: () => undefined,
  write: () => undefined,
  names: () => undefined,
  match: () => undefined,
}

/** Allows the work for one answer, or a share of it. */
export function anEffort(share = 1): Effort {
  let steps = 0
  let matching = 0
  return {
    step: () => spend(1),
    read: (characters) => spend(characters / READ_IN_A_STEP),
    write: (characters) => spend(characters / WRITTEN_IN_A_STEP),
    names: (count) => spend(count / NAMES_IN_A_STEP),
    match(length, size) {
      matching += size <= SMALL ? (length * size) / 4 : length * size
      if (matching > MOST_MATCHING * share) throw new TooMuchToCheck('a text is too long for its pattern')
    },
  }

  function spend(work: number): void {
    steps += work
    if (steps > MOST_STEPS * share) throw new TooMuchToCheck('too many schemas apply to this answer')
  }
}
