import type { Json } from '@/lib/binding'

/** Several actions proposed as one. What the proposal left out stays out; what an action left out has its default. */
export type Plan = {
  id?: string
  source?: string
  timestamp?: string
  context?: { [name: string]: Json }
  actions: Action[]
}

/** One step, under the field names it is proposed with. */
export type Action = {
  /** Unique in the plan; `a<index + 1>` where none was given. */
  id: string
  type: ActionType
  tool?: string
  parameters: { [name: string]: Json }
  preconditions: Precondition[]
  /** The keys it declares to write, and what they will hold. */
  expected_effects: { [key: string]: Json }
  state_dependencies: string[]
  /** Carried and shown; verification looks at neither. */
  read_set: string[]
  write_set: string[]
  assumptions: Assumption[]
  invocation_mode: InvocationMode
  reversibility: Reversibility
  compensation?: Json
  idempotent: boolean
  max_retries: number
  failure_behavior: FailureBehavior
  timeout_ms?: number
  metadata: { [name: string]: Json }
}

export type Precondition = { key: string; operator: Operator; value: Json; description: string }
export type Assumption = { key: string; expected_value?: Json; read_version?: Json }

/** Does this step change nothing by its type? */
export function onlyLooks({ type }: Pick<Action, 'type'>): boolean {
  return type === 'state_read' || type === 'assertion'
}

export const ACTION_TYPES = ['tool_call', 'state_write', 'state_read', 'assertion'] as const
export const OPERATORS = ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'exists', 'not_exists', 'contains'] as const
export const INVOCATION_MODES = ['one_shot', 'streaming', 'long_running'] as const
export const REVERSIBILITIES = ['reversible', 'compensable', 'irreversible'] as const
export const FAILURE_BEHAVIORS = ['abort', 'retry', 'skip'] as const

export type ActionType = (typeof ACTION_TYPES)[number]
export type Operator = (typeof OPERATORS)[number]
export type InvocationMode = (typeof INVOCATION_MODES)[number]
export type Reversibility = (typeof REVERSIBILITIES)[number]
export type FailureBehavior = (typeof FAILURE_BEHAVIORS)[number]

/** A detached call hands back before its work is done (seed §3.2). */
export function isDetached(action: Action): boolean {
  return action.invocation_mode !== 'one_shot'
}

/** The key that a state action is about, where it names one. */
export function stateKeyOf(action: Action): string | null {
  // own members only: a parameter object may be missing one that every object inherits
  const key = Object.hasOwn(action.parameters, 'key') ? action.parameters.key : undefined
  return action.type === 'state_write' && typeof key === 'string' ? key : null
}
