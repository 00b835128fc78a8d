/** Closed and never reused; blocking is decided by code, never by matching text (seed §3.9.1). */
export type FindingCode =
  | 'too_many_actions'
  | 'tool_missing'
  | 'tool_unknown'
  | 'parameters_do_not_fit'
  | 'unmeetable_dependency'
  | 'precondition_will_fail'
  | 'key_not_available'
  | 'repeated_call'
  | 'write_conflict'

/** One result of verification. `action` is null where it is about the plan as a whole. */
export type Finding = {
  code: FindingCode
  severity: 'error' | 'warning' | 'info'
  /** How it was derived; says nothing about blocking. */
  tier: 'decision_procedure' | 'heuristic'
  blocks: boolean
  action: string | null
  message: string
}

type Kind = Pick<Finding, 'severity' | 'tier' | 'blocks'>

const exact: Kind = { severity: 'error', tier: 'decision_procedure', blocks: true }
/** Exactly decided, but over declared effects only: an undeclared write would prove it wrong (seed §3.6). */
const advisory: Kind = { ...exact, blocks: false }

const KINDS: Record<FindingCode, Kind> = {
  too_many_actions: exact,
  tool_missing: exact,
  tool_unknown: exact,
  parameters_do_not_fit: exact,
  unmeetable_dependency: exact,
  precondition_will_fail: advisory,
  key_not_available: advisory,
  // three polls look like a loop
  repeated_call: { ...advisory, tier: 'heuristic' },
  write_conflict: { ...advisory, severity: 'warning' },
}

export function finding(code: FindingCode, action: string | null, message: string): Finding {
  return { code, ...KINDS[code], action, message }
}

/** A finding names so many ids and says how many more there are. */
export const MOST_NAMED = 5
/** An id or key is quoted up to here: a hostile one does not fill the answer. */
const LONGEST_QUOTED = 200

export function quote(name: string): string {
  if (name.length <= LONGEST_QUOTED) return `'${name}'`
  // never half of a surrogate pair: it could not be sent
  const cut = name.slice(0, LONGEST_QUOTED).replace(/[\ud800-\udbff]$/, '')
  return `'${cut}' and ${name.length - cut.length} more characters`
}

/** `'a', 'b' and 3 more`: `total` of them, of which `names` gives the first few. */
export function quoteSome(names: readonly string[], total: number = names.length): string {
  const shown = names.slice(0, MOST_NAMED).map(quote)
  const hidden = total - shown.length
  return hidden > 0 ? `${shown.join(', ')} and ${hidden} more` : shown.join(', ')
}
