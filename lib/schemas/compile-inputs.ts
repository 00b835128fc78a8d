import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema, Violations } from '@/lib/tools'
import { violationsOf } from './violations-of'

/**
 * Compiles the schema of a tool's inputs into its check.
 *
 * Drafts 2020-12 (also where no `$schema` is given) and 7; `format` is asserted except where 2020-12 is declared, which
 * makes it an annotation. Throws, so at start, on a schema that does not compile or that a strict reading finds fault
 * with: an unknown keyword, a required property that is not described, a keyword that its type never meets, a `$ref`
 * that leads outside. The check returns at most 20 places, sorted by path.
 */
export function compileInputs(schema: JsonSchema): Violations {
  const validate = compile(schema)
  return (value) => (validate(value) ? [] : violationsOf(validate.errors ?? [], value))
}

const OPTIONS: Options = {
  strict: true,
  allowUnionTypes: true,
  allErrors: true,
  // A name that every object inherits, such as `constructor`, is not a property that was sent.
  ownProperties: true,
  messages: false,
  logger: false,
}

/** Each schema has a validator of its own: an `$id` used twice meets nobody. */
function compile(schema: JsonSchema): ValidateFunction {
  const draft = schema.$schema === undefined ? undefined : String(schema.$schema).replace(/^https?:\/\/|#$/g, '')
  switch (draft) {
    case undefined:
      return withFormats(new Ajv2020(OPTIONS)).compile(schema)
    case 'json-schema.org/draft/2020-12/schema':
      return new Ajv2020({ ...OPTIONS, validateFormats: false }).compile(schema)
    case 'json-schema.org/draft-07/schema':
      // Ajv knows the draft by this spelling only.
      return withFormats(new Ajv(OPTIONS)).compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' })
    default:
      throw new Error(
        `the schema of a tool's inputs is of draft 2020-12 or draft 7, not of «${String(schema.$schema)}»`,
      )
  }
}

function withFormats<A extends Ajv | Ajv2020>(ajv: A): A {
  addFormats.default(ajv)
  return ajv
}
