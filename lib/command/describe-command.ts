import { type Confirmation, cut, type Detail, LIMITS, type Warning } from '@/lib/confirmation'
import { type AskedBecause, type CommandCall, isUncontained } from './command-call'
import type { Containment } from './command-config'
import { readingOf } from './reading'
import type { ReadingNote } from './reading-note'

/**
 * Says in plain words what a command would do and where: Countersign's own words, from the call alone. The script
 * itself and its reading are the question beside it.
 */
export function describeCommand(call: CommandCall): Confirmation {
  const reading = readingOf(call.script)
  const lines = reading.lines === 1 ? 'one-line' : `${reading.lines}-line`
  return {
    title: within(`Run a ${lines} script on ${call.host}`, LIMITS.title),
    summary: within(summaryOf(call, reading.programs), LIMITS.summary),
    details: detailsOf(call),
    warnings: warningsOf(call, reading.notes, reading.more),
  }
}

function summaryOf(call: CommandCall, programs: readonly string[]): string {
  const { shown, hidden } = cut(listed(programs), 240)
  const calls = programs.length === 0 ? 'It calls no program by name' : `It calls ${shown}${hidden > 0 ? '…' : ''}`
  const contained = isUncontained(call) ? 'Nothing contains it.' : `${CONTAINED[call.containment]}.${unnamed(call)}`
  const again = call.first_run === null ? '' : ' It runs a second time.'
  return `${calls}. ${contained}${again}`
}

/** Where nothing is named that contains it, that it is contained is the host's word alone. */
function unnamed({ runner }: CommandCall): string {
  return runner === null ? ' What contains it is not said.' : ''
}

const CONTAINED: Record<Containment, string> = {
  'read-only': 'The sandbox lets it read, and write nothing',
  'workspace-write': 'The sandbox lets it write in its folder only',
  'danger-full-access': 'This host runs commands without a sandbox',
}

const BECAUSE: Record<AskedBecause, string> = {
  outside_trusted_set: 'It is not one of the commands that this host knows to read only.',
  escalation_requested: 'The agent asks for a run outside the sandbox.',
  containment_denial_retry: 'The first run looks as if the sandbox had stopped it; this would run it again without.',
  always: 'This host asks before every command.',
}

function detailsOf(call: CommandCall): Detail[] {
  const roots =
    call.writable_roots.length > 0
      ? [{ label: 'May also write in', value: within(call.writable_roots.join('\n'), LIMITS.detail.value) }]
      : []
  return [
    { label: 'Host', value: call.host },
    ...(call.run_as === null ? [] : [{ label: 'Runs as', value: call.run_as }]),
    { label: 'Working directory', value: call.working_dir },
    { label: 'Shell', value: call.shell },
    { label: 'Sandbox', value: call.full_access ? 'Off for this one run' : CONTAINED[call.containment] },
    ...(isUncontained(call)
      ? []
      : [{ label: 'Contained by', value: call.runner ?? 'Not said: only its host says so' }]),
    ...(isUncontained(call) ? [] : roots),
    {
      label: 'Runs',
      value: `${call.background ? 'In the background' : 'In the foreground'}, for at most ${duration(call.timeout_secs)}`,
    },
    { label: 'Asked because', value: BECAUSE[call.asked_because] },
    ...(call.session === null ? [] : [{ label: 'Session', value: call.session }]),
    ...(call.first_run === null ? [] : [{ label: 'First run', value: `Ended with exit code ${call.first_run.exit}` }]),
  ]
}

/** What is bad about the script, in the order of its lines; beyond the limit a count. */
function warningsOf(call: CommandCall, notes: readonly ReadingNote[], unread: number): Warning[] {
  const retried: Warning[] =
    call.first_run === null
      ? []
      : [
          {
            finding: 'The script has run once already.',
            detail: 'What the first run did stays done. This would run all of it again.',
          },
        ]
  const found = notes.filter((note) => note.weight === 'bad').map(asWarning)
  const room = LIMITS.warnings - 1 - retried.length
  const left = found.length - room
  const more: Warning[] =
    left > 0 || unread > 0
      ? [
          {
            finding: `${Math.max(left, 0) + unread} more findings are not listed here.`,
            detail: 'Read the whole script.',
          },
        ]
      : []
  return [...retried, ...found.slice(0, room), ...more]
}

function asWarning({ from, to, finding, detail }: ReadingNote): Warning {
  const lines = from === to ? `Line ${from}` : `Lines ${from} to ${to}`
  return {
    finding: within(`${lines}: ${finding}.`, LIMITS.warning.finding),
    detail: within(detail, LIMITS.warning.detail),
  }
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

function duration(seconds: number): string {
  const [size, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second']
  return `${size} ${unit}${size === 1 ? '' : 's'}`
}

/** The limits of a call leave room for all but a long name; what is cut says so. */
function within(text: string, limit: number): string {
  const { shown, hidden } = cut(text, limit)
  return hidden === 0 ? shown : `${cut(text, limit - 1).shown}…`
}
