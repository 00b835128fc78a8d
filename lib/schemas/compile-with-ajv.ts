import { Ajv, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Ajv4 from 'ajv-draft-04'
import type { Json } from '@/lib/binding'
import { allowedBy, allowedConst, isHeld } from './allowed'
import type { Draft } from './draft'
import { anEffort, type Effort } from './effort'
import { FORMATS, hasFormat } from './formats'
import { schemasIn } from './hazards'
import type { Reading } from './interpret'
import { firstTwice } from './interpret/items'
import { multipleOf } from './multiple-of'
import type { Pattern } from './patterns'

/**
 * Compiles a flattened schema with Ajv, in an instance of its own that goes when the schema goes: nothing is shared, so
 * nothing grows. It stops at the first fault. Patterns, formats, decimals and «unique» are ours, the same as in the
 * browser: RE2 for patterns, decimals exact, lists compared in one pass.
 */
export function compileWithAjv(
  plain: Json,
  draft: Draft,
  reading: Reading,
  pattern: (source: string) => Pattern,
): (value: Json) => boolean {
  let effort: Effort = anEffort()
  const ajv = instance(draft, {
    meta: false,
    validateSchema: false,
    strict: false,
    allErrors: false,
    ownProperties: namesInherited(plain),
    messages: false,
    logger: false,
    validateFormats: reading.assertsFormat,
    code: { regExp: Object.assign((source: string) => regExp(source), { code: 'pattern' }) },
  })
  if (reading.assertsFormat)
    for (const [name, { type }] of FORMATS)
      ajv.addFormat(
        name,
        type === 'number'
          ? { type, validate: (value: number) => hasFormat(name, value) }
          : { type, validate: (value: string) => hasFormat(name, value) },
      )
  ajv.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    compile: (of: number) => multipleOf(of),
  })
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (on: boolean, value: Json[]) => !on || firstTwice(value, effort) === null,
  })
  // Ajv compares a value with each entry in turn: cheap for a few words, endless for thousands of objects.
  if (schemasIn(plain).some(comparesMuch)) {
    ajv.removeKeyword('enum').addKeyword({
      keyword: 'enum',
      compile: (list: Json[]) => (value: Json) => allowedBy(list)(value, effort),
    })
    ajv.removeKeyword('const').addKeyword({
      keyword: 'const',
      compile: (wanted: Json) => {
        const allowed = allowedConst(wanted)
        return (value: Json) => allowed(value, effort)
      },
    })
  }
  const validate = ajv.compile(typeof plain === 'boolean' ? plain : (plain as { [keyword: string]: Json })) // checked by its meta-schema
  return (value) => {
    effort = anEffort()
    return validate(value)
  }

  function regExp(source: string) {
    const compiled = pattern(source)
    return {
      // Ajv knows two patterns apart by this.
      toString: () => source,
      test(text: string) {
        effort.match(text.length, compiled.size)
        return compiled.test(text)
      },
    }
  }
}

const FEW = 32

function comparesMuch(schema: { [keyword: string]: Json }): boolean {
  const list = Array.isArray(schema.enum) ? schema.enum : []
  return list.length > FEW || list.some(isHeld) || (schema.const !== undefined && isHeld(schema.const))
}

/** Asking whether a member is the object's own makes each answer twice as slow; only for such names does it matter. */
function namesInherited(plain: Json): boolean {
  const text = JSON.stringify(plain)
  return Object.getOwnPropertyNames(Object.prototype).some((name) => text.includes(`"${name}"`))
}

function instance(draft: Draft, options: Options): Ajv {
  switch (draft) {
    case 4:
      return new Ajv4(options)
    case 6:
    case 7:
      return new Ajv(options)
    case 2019:
      return new Ajv2019(options)
    case 2020:
      return new Ajv2020(options)
  }
}
