import type { AssessmentCode } from '@/lib/command'
import type { Refusal } from '@/lib/result'

/** Why nothing ran. */
export type NoCode =
  | AssessmentCode
  | 'not_approved'
  | 'bad_config'
  | 'command_required'
  | 'no_runner'
  | 'cannot_contain'
  | 'no_folder'
  | 'unreachable'
  | 'refused'
  | 'malformed_answer'
  | 'rejected'
  | 'returned'
  | 'expired'
  | 'withdrawn'
  | 'no_answer'
  | 'another_call'
  | 'changed'
  | 'interrupted'
  | 'cannot_start'

export type No = Refusal<NoCode>

/** Thrown where a runner finds, at the last moment, that what was approved is not what would run. */
export class NotRun extends Error {
  constructor(readonly no: No) {
    super(no.code)
  }
}

/** The sentence for a person or an agent; what stands behind it is added, and the caller makes it visible. */
export function sentenceOf({ code, at }: No): string {
  const more = at.map(({ path, message }) => (path === '$' ? message : `${path} ${message}`)).join('; ')
  return more === '' || more === code ? SENTENCES[code] : `${SENTENCES[code]} ${asSentence(more)}`
}

/** What stands among other sentences begins and ends as one. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  const end = /[.!?:…]$/.test(trimmed) ? '' : '.'
  return `${trimmed.slice(0, 1).toUpperCase()}${trimmed.slice(1)}${end}`
}

const SENTENCES: Record<NoCode, string> = {
  contained: 'Not run.',
  containment_off: 'Not run.',
  outside_trusted_set: 'Not approved.',
  escalation_requested: 'Not approved.',
  containment_denial_retry: 'Not approved: the first result stands.',
  no_retry: 'The first result stands.',
  self_signal: 'Refused.',
  escalation_not_allowed: 'Refused.',
  justification_required: 'Refused.',
  not_approved: 'Not approved.',
  bad_config: 'Nothing runs with a configuration that cannot be read.',
  command_required: 'There is no script.',
  no_runner: 'This program has no sandbox of its own, and the policy wants one: name it with --runner.',
  cannot_contain:
    'The policy of this host wants it contained. This only asks, and whoever runs it afterwards is not held to that.',
  no_folder: 'There is no such folder to run it in.',
  unreachable: 'Countersign could not be reached.',
  refused: 'Countersign refused the question.',
  malformed_answer: 'What answered is not Countersign, or not this version of it.',
  rejected: 'A person said no.',
  returned: 'A person sent it back.',
  expired: 'Nobody decided in time.',
  withdrawn: 'The question was taken back.',
  no_answer: 'Nobody answered in the time that there was.',
  another_call: 'What was approved is another call. It was not run.',
  changed: 'What would run has changed since it was asked. It was not run.',
  interrupted: 'Stopped while waiting.',
  cannot_start: 'It was approved, but could not be started.',
}
