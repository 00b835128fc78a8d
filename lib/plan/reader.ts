import { type Json, pathOf } from '@/lib/binding'

export type At = readonly (string | number)[]

/** So many faults are told; a hostile plan of a million does not become an answer of a million lines. */
const MOST_FAULTS = 100

/** Reads unknown values, gathers every place at fault, and goes on with something of the right type. */
export class Reader {
  readonly faults: { path: string; message: string }[] = []

  fault(at: At, message: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push({ path: pathOf(at), message })
  }

  /** The members of an object that may have these and no others. */
  fields<Name extends string>(value: unknown, at: At, names: readonly Name[]): Partial<Record<Name, unknown>> {
    const object = this.object(value, at)
    const found: Partial<Record<Name, unknown>> = {}
    for (const name of Object.keys(object)) {
      const known = names.find((one) => one === name)
      if (known === undefined) this.fault([...at, name], 'is not known here')
      else found[known] = object[name]
    }
    return found
  }

  object(value: unknown, at: At): { [name: string]: Json } {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as { [name: string]: Json }
    this.fault(at, 'must be an object')
    return {}
  }

  list(value: unknown, at: At): unknown[] {
    if (Array.isArray(value)) return value
    this.fault(at, 'must be a list')
    return []
  }

  text(value: unknown, at: At): string {
    if (typeof value === 'string') return value
    this.fault(at, 'must be a text')
    return ''
  }

  /** A text that names something, so it cannot be empty. */
  name(value: unknown, at: At): string {
    const text = this.text(value, at)
    if (value === '') this.fault(at, 'must not be empty')
    return text
  }

  names(value: unknown, at: At): string[] {
    return this.list(value, at).map((entry, index) => this.text(entry, [...at, index]))
  }

  flag(value: unknown, at: At): boolean {
    if (typeof value === 'boolean') return value
    this.fault(at, 'must be true or false')
    return false
  }

  count(value: unknown, at: At): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    this.fault(at, 'must be a whole number, not below zero')
    return 0
  }

  choice<Choice extends string>(value: unknown, at: At, choices: readonly [Choice, ...Choice[]]): Choice {
    const known = choices.find((one) => one === value)
    if (known === undefined) this.fault(at, `must be one of: ${choices.join(', ')}`)
    return known ?? choices[0]
  }
}
