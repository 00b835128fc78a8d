import { pathOf } from '@/lib/binding'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { codePointsIn } from './cut'

/** What a person is asked, as the tool returned it. Plain text throughout; drawn only by way of `visible`. */
export type Confirmation = { title: string; summary: string; details: Detail[]; warnings: Warning[] }

/** One fact. `before` is what `value` takes the place of; `note` is said about it. */
export type Detail = { label: string; value: string; note?: string; before?: string }

/** Something to weigh before approving: the finding in one sentence, and more on it. */
export type Warning = { finding: string; detail?: string }

/** Texts in code points, lists in entries. Beyond one is a fault of the tool, never a text to be cut in silence. */
export const LIMITS = {
  title: 120,
  summary: 400,
  details: 40,
  warnings: 20,
  detail: { label: 60, value: 2000, note: 2000, before: 2000 },
  warning: { finding: 200, detail: 400 },
} as const

type At = readonly (string | number)[]
type Fault = { path: string; message: string }

/**
 * Checks what a tool described, and makes a fresh confirmation of it: each field is read once, so what was checked is
 * what is returned. An optional field that is undefined is absent.
 *
 * Refuses with `bad_confirmation`, every place at once: a field missing, of another type or unknown, a text or a list
 * over its limit, a title that is blank, half of a surrogate pair (it has no bytes to be hashed).
 */
export function parseConfirmation(value: unknown): Result<Confirmation, Refusal<'bad_confirmation'>> {
  const reader = new Reader()
  const fields = reader.fields(value, [], ['title', 'summary', 'details', 'warnings'])
  const confirmation: Confirmation = {
    title: reader.text(fields.title, ['title'], LIMITS.title),
    summary: reader.text(fields.summary, ['summary'], LIMITS.summary),
    details: reader
      .list(fields.details, ['details'], LIMITS.details)
      .map((detail, index) => readDetail(reader, detail, index)),
    warnings: reader
      .list(fields.warnings, ['warnings'], LIMITS.warnings)
      .map((warning, index) => readWarning(reader, warning, index)),
  }
  if (typeof fields.title === 'string' && fields.title.trim() === '') reader.fault(['title'], 'must not be blank')
  return reader.faults.length === 0 ? yes(confirmation) : refuse('bad_confirmation', reader.faults)
}

function readDetail(reader: Reader, value: unknown, index: number): Detail {
  const at = ['details', index]
  const { label, value: text, note, before } = reader.fields(value, at, ['label', 'value', 'note', 'before'])
  return {
    label: reader.text(label, [...at, 'label'], LIMITS.detail.label),
    value: reader.text(text, [...at, 'value'], LIMITS.detail.value),
    ...(note === undefined ? {} : { note: reader.text(note, [...at, 'note'], LIMITS.detail.note) }),
    ...(before === undefined ? {} : { before: reader.text(before, [...at, 'before'], LIMITS.detail.before) }),
  }
}

function readWarning(reader: Reader, value: unknown, index: number): Warning {
  const at = ['warnings', index]
  const { finding, detail } = reader.fields(value, at, ['finding', 'detail'])
  return {
    finding: reader.text(finding, [...at, 'finding'], LIMITS.warning.finding),
    ...(detail === undefined ? {} : { detail: reader.text(detail, [...at, 'detail'], LIMITS.warning.detail) }),
  }
}

/** Reads unknown values, gathers what is wrong with them, and goes on with something of the right type. */
class Reader {
  readonly faults: Fault[] = []

  fault(at: At, message: string): void {
    this.faults.push({ path: pathOf(at), message })
  }

  fields<Name extends string>(value: unknown, at: At, names: readonly Name[]): Partial<Record<Name, unknown>> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.fault(at, 'must be an object')
      return {}
    }
    const fields: Partial<Record<Name, unknown>> = {}
    for (const [name, member] of Object.entries(value)) {
      const known = names.find((candidate) => candidate === name)
      if (known === undefined) this.fault([...at, name], 'is not a field of a confirmation')
      else fields[known] = member
    }
    return fields
  }

  text(value: unknown, at: At, limit: number): string {
    if (typeof value !== 'string') {
      this.fault(at, value === undefined ? 'is missing' : 'must be a text')
      return ''
    }
    const length = codePointsIn(value)
    if (length > limit) this.fault(at, `is ${length} characters long, ${limit} is the most`)
    if (/\p{Cs}/u.test(value)) this.fault(at, 'holds half of a surrogate pair')
    return value
  }

  /** Over the limit only what is within it is read on. */
  list(value: unknown, at: At, limit: number): unknown[] {
    if (!Array.isArray(value)) {
      this.fault(at, value === undefined ? 'is missing' : 'must be a list')
      return []
    }
    if (value.length > limit) this.fault(at, `has ${value.length} entries, ${limit} is the most`)
    return Array.from<unknown>(value.slice(0, limit))
  }
}
