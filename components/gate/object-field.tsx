'use client'
import { pathOf } from '@/lib/binding'
import { visibleText } from '@/lib/confirmation'
import button from '../parts/button.module.css'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { useForm } from './context'
import { type FieldProps, Frame } from './frame'
import styles from './gate.module.css'
import { BLANK, type Draft, extrasOf, type Member, memberOf, nextKey, withMember } from './model/draft'
import type { Field } from './model/field'
import { idAt } from './model/id-at'
import { nameInWords } from './model/labels'

type Props = FieldProps<Field & { is: 'object' }> & { inForm: boolean }

/** Several values with names: those that the schema names, then those that may be added. */
export function ObjectField({ field, draft, at, onChange, inForm }: Props) {
  const { View } = useForm()
  const members = (
    <div className={styles.members}>
      {field.members.map(({ name, schema, required }) => (
        <View
          key={name}
          schema={schema}
          draft={memberOf(draft, name)}
          at={[...at, name]}
          onChange={(now) => onChange(withMember(draft, name, now))}
          label={nameInWords(name)}
          required={required}
          inForm={inForm}
        />
      ))}
      <Extras field={field} draft={draft} at={at} onChange={onChange} />
    </div>
  )
  // The whole answer needs no frame of its own, unless something is wrong with it as a whole.
  return (
    <Frame field={field} draft={draft} at={at} group>
      {() => members}
    </Frame>
  )
}

/** Members beyond the schema's own: their names can be changed, and one that is there twice is said to be, not renamed. */
function Extras({ field, draft, at, onChange }: FieldProps<Field & { is: 'object' }>) {
  const { View } = useForm()
  const extras = extrasOf(draft)
  const known = draft.is === 'object' ? draft.members : []
  const put = (members: Member[]) => onChange({ is: 'object', members })
  const change = (key: number | undefined, now: Partial<Member>) =>
    put(known.map((member) => (member.key === key ? { ...member, ...now } : member)))
  if (extras.length === 0 && field.more === null) return null
  return (
    <>
      {extras.map(({ name, draft: each, key }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend as well
        <div
          key={key}
          className={styles.entry}
          role="group"
          aria-label={`${visibleText(field.label)}: ${visibleText(name) || 'no name yet'}`}
        >
          <div className={parts.field}>
            <label htmlFor={`${idAt(pathOf(at))}-name-${key}`}>Name</label>
            <input
              id={`${idAt(pathOf(at))}-name-${key}`}
              type="text"
              autoComplete="off"
              value={name}
              onChange={({ target }) => change(key, { name: target.value })}
            />
          </div>
          <View
            schema={field.more ?? true}
            draft={each}
            at={[...at, name]}
            onChange={(now: Draft) => change(key, { draft: now })}
            label="Value"
            required
          />
          <button
            type="button"
            className={`${button.btn} ${button.plain}`}
            aria-label={`Remove ${visibleText(name) || 'the value without a name'}`}
            onClick={() => put(known.filter((member) => member.key !== key))}
          >
            <Icon name="remove" />
          </button>
        </div>
      ))}
      {field.more === null ? null : (
        <div>
          <button
            type="button"
            className={`${button.btn} ${button.small}`}
            onClick={() => put([...known, { name: '', key: nextKey(known), draft: BLANK }])}
          >
            <Icon name="add" /> Add a value
          </button>
        </div>
      )}
    </>
  )
}
