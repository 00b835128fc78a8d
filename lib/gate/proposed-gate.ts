import type { Json } from '@/lib/binding'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { type GateNode, parkedGate } from './parked-gate'

/** A gate as it is proposed, whichever of the two ways its engine chose to tell. */
export type ProposedGate = {
  prompt: string
  schema: Json
  /** Where the schema stands in what was proposed, so that a fault in it is named there. */
  schemaPath: string
  /** What the run suggests as the answer; undefined where it suggests nothing. */
  proposed: Json | undefined
  /** The run waits elsewhere already, so a schema that cannot be read does not stop it. */
  alreadyParked: boolean
  /** Where in the engine's graph it waits, if the engine said. */
  node: { id: string; name: string | null } | null
}

/** The version of the engine's graph that is understood. */
const GRAPH_VERSION = 1
const LONGEST_PROMPT = 2_000
const LONGEST_NAME = 64

/**
 * Reads what was proposed as a gate: `{ prompt, approval_schema }`, or the engine's own `{ graph, log }`, in which the
 * gate is found (seeds §1.6). Refuses with `bad_gate`, naming every place.
 */
export function proposedGate(inputs: Json): Result<ProposedGate, Refusal<'bad_gate'>> {
  if (!isObject(inputs)) return refuse('bad_gate', [{ path: '$', message: 'must be an object' }])
  const given = inputs.graph === undefined && inputs.log === undefined ? plainGate(inputs) : engineGate(inputs)
  if (!given.ok) return given
  const { already_parked: parked, proposed } = inputs
  return yes({ ...given.value, proposed, alreadyParked: parked === true })
}

type Told = Pick<ProposedGate, 'prompt' | 'schema' | 'schemaPath' | 'node'>

function plainGate({ prompt, approval_schema: schema }: Members): Result<Told, Refusal<'bad_gate'>> {
  const at = [...promptFaults('$.prompt', prompt)]
  if (schema === undefined) at.push({ path: '$.approval_schema', message: 'is missing' })
  if (at.length > 0 || schema === undefined || typeof prompt !== 'string') return refuse('bad_gate', at)
  return yes({ prompt, schema, schemaPath: '$.approval_schema', node: null })
}

function engineGate({ graph, log, prompt, approval_schema: schema }: Members): Result<Told, Refusal<'bad_gate'>> {
  if (prompt !== undefined || schema !== undefined)
    return refuse('bad_gate', [{ path: '$.graph', message: 'comes in place of prompt and approval_schema' }])
  const nodes = isObject(graph) && Array.isArray(graph.nodes) ? graph.nodes : null
  if (!isObject(graph) || nodes === null || !nodes.every(isNode))
    return refuse('bad_gate', [{ path: '$.graph.nodes', message: 'must be a list of { kind, payload: { id } }' }])
  if (typeof graph.schema_version === 'number' && graph.schema_version > GRAPH_VERSION)
    return refuse('bad_gate', [{ path: '$.graph.schema_version', message: `is newer than ${GRAPH_VERSION}` }])
  if (!Array.isArray(log)) return refuse('bad_gate', [{ path: '$.log', message: 'must be a list of events' }])
  const found = parkedGate(log.map(eventIn).filter(isObject), nodes)
  if (found === null) return refuse('bad_gate', [{ path: '$.log', message: 'does not end at a gate of this graph' }])
  const place = `$.graph.nodes[${nodes.findIndex((node) => node.payload === found.payload)}].payload`
  const { id, name, prompt: asked, approval_schema: wanted } = found.payload
  const at = [
    ...(asked === undefined ? [] : promptFaults(`${place}.prompt`, asked)),
    ...(name === undefined || isName(name)
      ? []
      : [{ path: `${place}.name`, message: `must be a text of 1 to ${LONGEST_NAME} characters` }]),
  ]
  if (wanted === undefined) at.push({ path: `${place}.approval_schema`, message: 'is missing' })
  if (at.length > 0) return refuse('bad_gate', at)
  return yes({
    prompt: typeof asked === 'string' ? asked : `The run waits at the gate ${id}.`,
    schema: wanted as Json, // it came out of JSON with its node
    schemaPath: `${place}.approval_schema`,
    node: { id, name: isName(name) ? name : null },
  })
}

type Members = { [name: string]: Json }

/** An event as the log of an engine keeps it, in its envelope, or bare. */
function eventIn(entry: Json): Json {
  return isObject(entry) && isObject(entry.event) ? entry.event : entry
}

function isNode(node: Json): node is GateNode & Members {
  return (
    isObject(node) && typeof node.kind === 'string' && isObject(node.payload) && typeof node.payload.id === 'string'
  )
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.trim() !== '' && [...name].length <= LONGEST_NAME
}

function promptFaults(path: string, prompt: unknown): Refusal['at'] {
  if (prompt === undefined) return [{ path, message: 'is missing' }]
  if (typeof prompt !== 'string' || !/\S/.test(prompt)) return [{ path, message: 'must be a text that says something' }]
  return [...prompt].length > LONGEST_PROMPT ? [{ path, message: `is longer than ${LONGEST_PROMPT} characters` }] : []
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
