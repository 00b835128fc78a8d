'use client'
import { type ComponentType, createContext, useContext } from 'react'
import type { Json } from '@/lib/binding'
import { invariant } from '@/lib/result'
import type { Draft } from './model/draft'
import type { Problem } from './model/problems'
import type { Book } from './model/schema'

/** What one place of the answer is drawn from. */
export type ViewProps = {
  schema: Json
  draft: Draft
  at: readonly (string | number)[]
  onChange: (draft: Draft) => void
  label: string
  required: boolean
  /** It is a part of a form that was chosen among several: what is fixed in it comes with it. */
  inForm?: boolean
}

/** What every field of a gate's form knows. */
export type Form = {
  book: Book
  /** Draws what is inside: lists, objects and forms are made of fields, and fields of them. */
  View: ComponentType<ViewProps>
  problems: readonly Problem[]
  /** What the run suggests. */
  proposed: Json | undefined
}

export const FormContext = createContext<Form | null>(null)

export function useForm(): Form {
  const form = useContext(FormContext)
  invariant(form !== null, 'a field stands in a form')
  return form
}
