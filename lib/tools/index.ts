/**
 * What kinds of write are there, and how is each authorized, described and performed?
 *
 * Guarantees: nothing is described or performed without the proof that `authorize` returned for that very call, and a
 * confirmation that breaks its limits never leaves this room. Knows nothing of requests, people's verdicts or storage.
 */
export { defineKind } from './define-kind'
export { defineTool } from './define-tool'
export { type Registry, registry, type Violations } from './registry'
export type { Sql, SqlValue } from './sql'
export type {
  Authorized,
  Call,
  JsonSchema,
  KindDefinition,
  OutsideContext,
  Perform,
  Performed,
  Tool,
  ToolDefinition,
} from './tool'
