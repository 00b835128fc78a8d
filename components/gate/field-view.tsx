'use client'
import { ChoiceField, FixedField, SeveralField, YesNoField } from './choice-fields'
import { useForm, type ViewProps } from './context'
import { FormField } from './form-field'
import { ListField } from './list-field'
import { drawn } from './model/answer'
import { ObjectField } from './object-field'
import { JsonField, NumberField, TextField } from './text-fields'

/** Draws what one place of the answer is asked with. */
export function FieldView({ schema, draft, at, onChange, label, required, inForm = false }: ViewProps) {
  const { book } = useForm()
  const field = drawn(book, schema, draft, { label, required, inForm })
  const props = { draft, at, onChange }
  // A value that no field can hold, or that the run suggested beyond the schema, is there to be seen and edited.
  if (draft.is === 'json') return <JsonField {...props} field={field} />
  switch (field.is) {
    case 'boolean':
      return <YesNoField {...props} field={field} />
    case 'choice':
      return <ChoiceField {...props} field={field} />
    case 'several':
      return <SeveralField {...props} field={field} />
    case 'fixed':
      return <FixedField {...props} field={field} value={field.value} />
    case 'nothing':
      return <FixedField {...props} field={field} value={null} />
    case 'text':
      return <TextField {...props} field={field} />
    case 'number':
      return <NumberField {...props} field={field} />
    case 'object':
      return <ObjectField {...props} field={field} inForm={inForm} />
    case 'list':
      return <ListField {...props} field={field} />
    case 'form':
      return <FormField {...props} field={field} />
    case 'json':
      return <JsonField {...props} field={field} />
  }
}
