'use client'
import { visibleText } from '@/lib/confirmation'
import button from '../parts/button.module.css'
import { Icon } from '../parts/icon'
import { useForm } from './context'
import { type FieldProps, Frame } from './frame'
import styles from './gate.module.css'
import { filled } from './model/answer'
import { BLANK, type Draft, type Entry, nextKey } from './model/draft'
import type { Field } from './model/field'

/** A list: entries to add, fill in and remove; in a tuple the first ones are there to stay. */
export function ListField({ field, draft, at, onChange }: FieldProps<Field & { is: 'list' }>) {
  const { View } = useForm()
  const entries = filled(field, draft)
  const put = (now: Entry[]) => onChange({ is: 'list', entries: now })
  const label = visibleText(field.label)
  const isFull = field.most !== null && entries.length >= field.most
  return (
    <Frame
      field={field}
      draft={draft}
      at={at}
      group
      hint={field.most === null ? '' : `${entries.length} of at most ${field.most}`}
    >
      {() => (
        <>
          <div className={styles.entries}>
            {entries.map(({ key, draft: each }, n) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend as well
              <div key={key} className={styles.entry} role="group" aria-label={`${label} ${n + 1}`}>
                <View
                  schema={field.places[n] ?? field.more ?? true}
                  draft={each}
                  at={[...at, n]}
                  onChange={(now: Draft) =>
                    put(entries.map((entry) => (entry.key === key ? { key, draft: now } : entry)))
                  }
                  label={`${field.label} ${n + 1}`}
                  required={n < field.places.length}
                />
                {n < field.places.length ? null : (
                  <button
                    type="button"
                    className={`${button.btn} ${button.plain}`}
                    aria-label={`Remove ${label} ${n + 1}`}
                    onClick={() => put(entries.filter((entry) => entry.key !== key))}
                  >
                    <Icon name="remove" />
                  </button>
                )}
              </div>
            ))}
          </div>
          {field.more === null || isFull ? null : (
            <div>
              <button
                type="button"
                className={`${button.btn} ${button.small}`}
                aria-label={`Add to ${label}`}
                onClick={() => put([...entries, { key: nextKey(entries), draft: BLANK }])}
              >
                <Icon name="add" /> Add
              </button>
            </div>
          )}
        </>
      )}
    </Frame>
  )
}
