import type { Json } from '@/lib/binding'
import { type BrowserJudge, browserJudge, type CompilePattern, hasPatterns, undrawable } from '@/lib/schemas/browser'
import { isSchema } from './schema'

/** What a gate asks, as its kind hands it over. */
export type GateQuestion = {
  /** What the run asks in its own words; null where they are the title. */
  prompt: string | null
  schema: Json
  /** The schema as a form is drawn of it; null where it cannot be read, so that nothing checks the answer. */
  plain: Json
  proposed: Json | undefined
}

/** Above this many values a form is no help. */
const MOST_VALUES = 300

export function gateQuestion(question: Json): GateQuestion {
  const { prompt, asked } = isSchema(question) ? question : {}
  const read: unknown = typeof asked === 'string' ? JSON.parse(asked) : null
  const given = isSchema(read) ? read : {}
  return {
    prompt: typeof prompt === 'string' ? prompt : null,
    schema: given.schema ?? null,
    plain: given.plain ?? null,
    proposed: given.proposed,
  }
}

/** Judges answers to a gate; one whose schema cannot be read takes them all. */
export function judgeOf({ plain, schema }: GateQuestion, compile: CompilePattern | null): BrowserJudge {
  return browserJudge(plain === null ? true : plain, schema, compile)
}

/** Whether a form can be drawn: not of a schema within itself, one very large, or one that suggests very much. */
export function hasForm(question: GateQuestion): boolean {
  return whyNoForm(question) === null
}

/** Why an answer can only be written as JSON, in words for whoever writes it; null where there is a form. */
export function whyNoForm({ plain, proposed }: GateQuestion): string | null {
  if (plain === null) return 'What the run asks for cannot be read, so any JSON is taken.'
  const why = undrawable(plain)
  if (why === 'within itself')
    return 'An answer can hold further answers of the same kind, to any depth, so there is no form for it. It is checked all the same.'
  if (why === 'large' || countOf(proposed) > MOST_VALUES)
    return 'There is too much to this answer for a form. It is checked all the same.'
  return null
}

export function needsPatterns({ plain }: GateQuestion): boolean {
  return plain !== null && hasPatterns(plain)
}

function countOf(value: Json | undefined): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 1)
}
