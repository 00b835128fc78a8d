import type { Json } from '@/lib/binding'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import {
  ACTION_TYPES,
  type Action,
  type Assumption,
  FAILURE_BEHAVIORS,
  INVOCATION_MODES,
  OPERATORS,
  type Plan,
  type Precondition,
  REVERSIBILITIES,
} from './plan'
import { type At, Reader } from './reader'

const PLAN_FIELDS = ['id', 'source', 'timestamp', 'context', 'actions'] as const
const ACTION_FIELDS = [
  'id',
  'type',
  'tool',
  'parameters',
  'preconditions',
  'expected_effects',
  'state_dependencies',
  'read_set',
  'write_set',
  'assumptions',
  'invocation_mode',
  'reversibility',
  'compensation',
  'idempotent',
  'max_retries',
  'failure_behavior',
  'timeout_ms',
  'metadata',
] as const

/**
 * Reads a proposed plan, strictly: a misspelt field is a fault, never a default (seed §3.9.5).
 *
 * Refuses with `malformed` and every place at once (at most 100): unknown fields, operators and enum values, a value of
 * another type, an id that an action before has. Absent fields of an action get the seed's defaults (§3.2), an absent
 * id becomes `a<index + 1>`; absent fields of the proposal stay absent. Objects are kept as they are, so a key named
 * `__proto__` is a key like any other.
 */
export function parsePlan(value: unknown): Result<Plan, Refusal<'malformed'>> {
  const reader = new Reader()
  const { id, source, timestamp, context, actions } = reader.fields(value, [], PLAN_FIELDS)
  const plan: Plan = {
    ...(id === undefined ? {} : { id: reader.text(id, ['id']) }),
    ...(source === undefined ? {} : { source: reader.text(source, ['source']) }),
    ...(timestamp === undefined ? {} : { timestamp: reader.text(timestamp, ['timestamp']) }),
    ...(context === undefined ? {} : { context: reader.object(context, ['context']) }),
    actions: reader.list(actions, ['actions']).map((action, index) => readAction(reader, action, index)),
  }
  refuseTwins(reader, plan.actions)
  return reader.faults.length === 0 ? yes(plan) : refuse('malformed', reader.faults)
}

/** Two steps with one id cannot be told apart: findings would merge, and the wrong one be shown (seed §3.9.3). */
function refuseTwins(reader: Reader, actions: readonly Action[]): void {
  const seen = new Set<string>()
  for (const [index, { id }] of actions.entries()) {
    if (seen.has(id)) reader.fault(['actions', index, 'id'], 'is the id of an action before')
    seen.add(id)
  }
}

function readAction(reader: Reader, value: unknown, index: number): Action {
  const at = ['actions', index]
  const given = reader.fields(value, at, ACTION_FIELDS)
  const in_ = (name: (typeof ACTION_FIELDS)[number]): At => [...at, name]
  return {
    id: given.id === undefined ? `a${index + 1}` : reader.name(given.id, in_('id')),
    type: reader.choice(given.type, in_('type'), ACTION_TYPES),
    ...(isAbsent(given.tool) ? {} : { tool: reader.text(given.tool, in_('tool')) }),
    parameters: given.parameters === undefined ? {} : reader.object(given.parameters, in_('parameters')),
    preconditions: readEach(reader, given.preconditions, in_('preconditions'), readPrecondition),
    expected_effects:
      given.expected_effects === undefined ? {} : reader.object(given.expected_effects, in_('expected_effects')),
    state_dependencies: namesOf(reader, given.state_dependencies, in_('state_dependencies')),
    read_set: namesOf(reader, given.read_set, in_('read_set')),
    write_set: namesOf(reader, given.write_set, in_('write_set')),
    assumptions: readEach(reader, given.assumptions, in_('assumptions'), readAssumption),
    invocation_mode: reader.choice(or(given.invocation_mode, 'one_shot'), in_('invocation_mode'), INVOCATION_MODES),
    reversibility: reader.choice(or(given.reversibility, 'irreversible'), in_('reversibility'), REVERSIBILITIES),
    ...(isAbsent(given.compensation)
      ? {}
      : { compensation: readCompensation(reader, given.compensation, in_('compensation')) }),
    idempotent: given.idempotent === undefined ? false : reader.flag(given.idempotent, in_('idempotent')),
    max_retries: given.max_retries === undefined ? 3 : reader.count(given.max_retries, in_('max_retries')),
    failure_behavior: reader.choice(or(given.failure_behavior, 'abort'), in_('failure_behavior'), FAILURE_BEHAVIORS),
    ...(isAbsent(given.timeout_ms) ? {} : { timeout_ms: reader.count(given.timeout_ms, in_('timeout_ms')) }),
    metadata: given.metadata === undefined ? {} : reader.object(given.metadata, in_('metadata')),
  }
}

/** Null is no enum value: only what is not there has a default. */
function or(value: unknown, fallback: string): unknown {
  return value === undefined ? fallback : value
}

/** Writers of other languages say null for what they leave out. */
function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function namesOf(reader: Reader, value: unknown, at: At): string[] {
  return value === undefined ? [] : reader.names(value, at)
}

function readEach<One>(reader: Reader, value: unknown, at: At, read: (r: Reader, v: unknown, at: At) => One): One[] {
  return value === undefined ? [] : reader.list(value, at).map((one, index) => read(reader, one, [...at, index]))
}

function readPrecondition(reader: Reader, value: unknown, at: At): Precondition {
  const given = reader.fields(value, at, ['key', 'operator', 'value', 'description'])
  return {
    key: reader.text(given.key, [...at, 'key']),
    operator: reader.choice(or(given.operator, 'eq'), [...at, 'operator'], OPERATORS),
    value: (given.value ?? null) as Json,
    description: given.description === undefined ? '' : reader.text(given.description, [...at, 'description']),
  }
}

function readAssumption(reader: Reader, value: unknown, at: At): Assumption {
  const given = reader.fields(value, at, ['key', 'expected_value', 'read_version'])
  return {
    key: reader.text(given.key, [...at, 'key']),
    ...(given.expected_value === undefined ? {} : { expected_value: given.expected_value as Json }),
    ...(given.read_version === undefined ? {} : { read_version: given.read_version as Json }),
  }
}

/** How a step can be undone: by calling a tool, or by another action. */
function readCompensation(reader: Reader, value: unknown, at: At): Json {
  const given = reader.fields(value, at, ['tool', 'parameters', 'action_ref'])
  if ((given.tool === undefined) === (given.action_ref === undefined))
    reader.fault(at, 'names either tool or action_ref')
  if (given.tool !== undefined) reader.name(given.tool, [...at, 'tool'])
  if (given.action_ref !== undefined) reader.name(given.action_ref, [...at, 'action_ref'])
  if (given.parameters !== undefined) reader.object(given.parameters, [...at, 'parameters'])
  return value as Json
}
