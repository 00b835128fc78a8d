import Form, { getDefaultRegistry } from '@rjsf/core'
import type { FieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { customizeValidator } from '@rjsf/validator-ajv8'
import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import Ajv4 from 'ajv-draft-04'
import { renderToString } from 'react-dom/server'
import type { Json } from '@/lib/binding'

/** A field as react-jsonschema-form drew it: where it is, and what it is called. */
export type Drawn = { at: readonly (string | number)[]; label: string }

/** Every field that it draws of a schema, with what is suggested. Throws where it cannot draw it. */
export function drawnByRjsf(schema: Json, suggested: Json | undefined): Drawn[] {
  const { FieldTemplate } = getDefaultRegistry().templates
  const drawn: Drawn[] = []
  const note = (props: FieldTemplateProps) => {
    if (props.hidden !== true) drawn.push({ at: props.fieldPathId.path, label: props.label })
    return <FieldTemplate {...props} />
  }
  renderToString(
    <Form
      tagName="div"
      schema={ownCopy(schema)}
      formData={suggested}
      validator={validatorFor(schema)}
      templates={{ FieldTemplate: note }}
    />,
  )
  return drawn
}

/** Its verdict: `true` and `false` are of the answer, a text says why it gave none. */
export function verdictOfRjsf(schema: Json): (answer: Json) => boolean | string {
  const validator = validatorFor(schema)
  const copy = ownCopy(schema)
  return (answer) => {
    const { errors, validationError } = validator.rawValidation(copy, answer)
    return validationError === undefined ? (errors ?? []).length === 0 : validationError.message
  }
}

/** Its validator, made for the draft that a schema states as its documentation says. */
function validatorFor(schema: Json) {
  const stated = /draft[-/]\d+/.exec(String(ownCopy(schema).$schema))?.[0]
  const ajvOptionsOverrides = { logger: false } as const
  switch (stated) {
    case 'draft-04':
      return customizeValidator({ AjvClass: Ajv4, ajvOptionsOverrides })
    case 'draft-06':
      return customizeValidator({ AjvClass: Ajv, additionalMetaSchemas: [draft6], ajvOptionsOverrides })
    case 'draft-07':
      return customizeValidator({ AjvClass: Ajv, ajvOptionsOverrides })
    case 'draft/2019':
      return customizeValidator({ AjvClass: Ajv2019, ajvOptionsOverrides })
    default:
      return customizeValidator({ AjvClass: Ajv2020, ajvOptionsOverrides })
  }
}

/** Its types want no JSON but a schema, and it keeps what it is given. */
function ownCopy(schema: Json): RJSFSchema {
  return JSON.parse(JSON.stringify(schema))
}
