import type { Json } from '@/lib/binding'
import { invariant } from '@/lib/result'
import type { JsonSchema, Tool } from './tool'

/** Says where a value does not fit a schema: no entries, it fits. Paths in the `$.a[0]` form. */
export type Violations = (value: Json) => { path: string; message: string }[]

/** The tools of this installation, by name. */
export type Registry = {
  /** A tool or one of the own kinds, by name. */
  get(name: string): Tool | null
  /** The tools, without the own kinds. */
  all(): readonly Tool[]
  /** Where inputs do not fit the tool's own schema. */
  violations(tool: Tool, inputs: Json): { path: string; message: string }[]
}

/**
 * Gathers tools; `compile` turns a schema into its check once, at start, and throws on a schema that does not compile.
 * Throws when two tools share a name. `kinds` are Countersign's own, and check their inputs themselves.
 */
export function registry(
  tools: readonly Tool[],
  compile: (schema: JsonSchema) => Violations,
  kinds: readonly Tool[] = [],
): Registry {
  const byName = new Map<string, { tool: Tool; violations: Violations }>()
  for (const kind of kinds) byName.set(kind.name, { tool: kind, violations: () => [] })
  const known: Tool[] = []
  for (const tool of tools) {
    invariant(!byName.has(tool.name), `two tools are named ${tool.name}`)
    const violations = compile(tool.inputs)
    const own = guarded(tool, violations)
    known.push(own)
    byName.set(tool.name, { tool: own, violations })
  }
  return {
    get: (name) => byName.get(name)?.tool ?? null,
    all: () => known,
    violations(tool, inputs) {
      const entry = byName.get(tool.name)
      invariant(entry !== undefined, `${tool.name} is not registered`)
      return entry.violations(inputs)
    },
  }
}

/**
 * Inputs are checked before any function of a tool sees them, also those that were stored under another schema of the same
 * version: then it throws, as a tool does that cannot say. Describing and performing need what authorizing returned.
 */
function guarded(tool: Tool, violations: Violations): Tool {
  return {
    ...tool,
    async authorize(call, principals, sql) {
      const [first] = violations(call.inputs)
      if (first !== undefined)
        throw new Error(`stored inputs do not fit ${tool.name} any more: ${first.path} ${first.message}`)
      return tool.authorize(call, principals, sql)
    },
  }
}
