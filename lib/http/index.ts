/**
 * How do machines speak to us?
 *
 * Guarantees: what it accepts, the OpenAPI document describes; every error is a problem document that names the place;
 * «not yours» and «not there» answer the same bytes; no call decides, and no unexpected error's text leaves the process.
 * Knows nothing of tools, policies, storage or screens.
 */
export { type ApiLog, type MachineApiParts, machineApi } from './machine-api'
export { PROBLEM_CODES, type ProblemCode } from './problems'
