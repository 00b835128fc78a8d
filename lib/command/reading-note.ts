/**
 * One thing that was recognised. `finding` goes on after «Line 10», in the third person, without a full stop. `mark` is
 * worth a look, `bad` is a warning. Lines count from 1.
 */
export type ReadingNote = Note & { from: number; to: number }

/** What a note says, before it is known where. */
export type Note = { weight: 'plain' | 'mark' | 'bad'; finding: string; detail: string }
