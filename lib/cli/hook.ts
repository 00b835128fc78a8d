import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { z } from 'zod'
import { parseStrictJson } from '@/lib/binding'
import { readScript } from '@/lib/command'
import { visibleText } from '@/lib/confirmation'
import { refuse } from '@/lib/result'
import { askOnly } from './ask'
import { BLOCKED } from './exit-codes'
import type { Options } from './options'
import { readAll } from './read-all'
import { sentenceOf } from './refusals'
import { tail } from './tail'
import { say } from './terminal'
import type { World } from './world'

/** What an agent's host hands to a hook; more may stand there. */
const call = z.object({
  hook_event_name: z.enum(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']),
  session_id: z.string().optional(),
  cwd: z.string(),
  tool_name: z.string(),
  tool_use_id: z.string().optional(),
  tool_input: z.record(z.string(), z.json()),
  tool_response: z.unknown().optional(),
  error: z.string().optional(),
})
type Call = z.infer<typeof call>

/**
 * `countersign hook`: a pre-tool-use hook. One JSON object comes on standard input, one decision leaves on standard
 * output: `allow` only for a yes to exactly this command; everything else, every fault included, is `deny` with the
 * reason. After the tool has run, the same hook reports what became of it.
 *
 * The exit code is 0 where a decision was written, else 2, which hosts read as «blocked».
 */
export async function hook(options: Options, world: World): Promise<number> {
  const text = await readAll(world.stdin, world.signal)
  const json = text === null ? refuse('unreadable') : parseStrictJson(text)
  const read = json.ok ? call.safeParse(json.value) : null
  if (read?.success !== true) return decide(world, 'deny', 'The hook was given something that it cannot read.')
  const given = read.data
  return given.hook_event_name === 'PreToolUse' ? before(given, options, world) : after(given, world)
}

async function before(given: Call, options: Options, world: World): Promise<number> {
  const script = readScript(given.tool_input)
  if (!script.ok) return decide(world, 'deny', `${given.tool_name} has no command that could be judged.`)
  const input = given.tool_input
  const escalate = input.sandbox_permissions === 'require_escalated' || input.dangerouslyDisableSandbox === true
  const answered = await askOnly(
    {
      ...options,
      words: [script.value],
      file: null,
      dir: given.cwd,
      session: given.session_id ?? options.session,
      background: input.run_in_background === true,
      limitSeconds: secondsOf(input.timeout),
      says: textOf(input.description) ?? options.says,
      escalate: escalate || options.escalate,
      justification: textOf(input.justification) ?? textOf(input.description) ?? options.justification,
    },
    world,
  )
  if (!answered.ok) return decide(world, 'deny', sentenceOf(answered.error))
  const { request, by } = answered.value
  if (request === null) return decide(world, 'allow', 'The policy of this host asks nobody about this command.')
  if (!(await remember(given, request, world))) {
    await world.client.report(request, { outcome: 'failed', note: 'It was not run: the hook could not remember it.' })
    return decide(world, 'deny', 'It cannot be remembered which request this was.')
  }
  return decide(world, 'allow', by === null ? 'Approved.' : `Approved by ${by}.`)
}

/** Reports the outcome where this command was asked about; otherwise there is nothing to do. */
async function after(given: Call, world: World): Promise<number> {
  const file = memoryOf(given, world)
  const request = await readFile(file, 'utf8').catch(() => null)
  if (request === null) return 0
  await rm(file, { force: true })
  const { exit, output } = outcomeOf(given)
  const end = tail(12_000)
  end.add(Buffer.from(output))
  const reported = await world.client.report(request, {
    outcome: exit === 0 ? 'done' : 'failed',
    note: exit === null ? 'It failed; the exit code is not known.' : `Exit code ${exit}.`,
    output_tail: end.text(),
  })
  if (!reported.ok) say(world.terminal, 'The outcome could not be reported; a person will be asked what became of it.')
  return 0
}

/** Writes the decision. One that cannot be written is no answer at all, and hosts must not take it for a yes. */
async function decide(world: World, permissionDecision: 'allow' | 'deny', reason: string): Promise<number> {
  const hookSpecificOutput = {
    hookEventName: 'PreToolUse',
    permissionDecision,
    permissionDecisionReason: visibleText(reason),
  }
  const error = await written(world.stdout, `${JSON.stringify({ hookSpecificOutput })}\n`)
  if (error === null) return 0
  say(world.terminal, `The decision could not be written, so the answer is no: ${error.message}.`)
  return BLOCKED
}

function written(stream: Writable, text: string): Promise<Error | null> {
  return new Promise((resolve) => {
    stream.once('error', resolve)
    stream.write(text, (error) => resolve(error ?? null))
  })
}

const response = z.object({
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  exit_code: z.int().optional(),
  exitCode: z.int().optional(),
  interrupted: z.boolean().optional(),
})

/** What hosts say of a run: a success without its code is 0, a failure names the code in its text, if at all. */
function outcomeOf({ hook_event_name, tool_response, error }: Call): { exit: number | null; output: string } {
  if (hook_event_name === 'PostToolUseFailure') {
    const code = (error ?? '').split(/\D+/).find((part) => part !== '')
    return {
      exit: code === undefined || Number(code) === 0 || Number(code) > 255 ? null : Number(code),
      output: error ?? '',
    }
  }
  const read = response.safeParse(tool_response)
  if (!read.success) return { exit: 0, output: typeof tool_response === 'string' ? tool_response : '' }
  const { stdout = '', stderr = '', exit_code, exitCode, interrupted } = read.data
  const exit = exit_code ?? exitCode ?? (interrupted === true ? null : 0)
  return { exit, output: [stdout, stderr].filter((part) => part !== '').join('\n') }
}

/** The id of the request, kept for its owner only until the tool has run. */
async function remember(given: Call, request: string, world: World): Promise<boolean> {
  try {
    await mkdir(world.stateDir, { recursive: true, mode: 0o700 })
    await writeFile(memoryOf(given, world), request, { mode: 0o600 })
    return true
  } catch (_unwritable) {
    return false
  }
}

/** One file per call of a tool; hosts that number none are told apart by session, folder and command. */
function memoryOf({ session_id, tool_use_id, cwd, tool_input }: Call, { stateDir }: World): string {
  const which = JSON.stringify([session_id ?? '', tool_use_id ?? [cwd, tool_input]])
  return path.join(stateDir, createHash('sha256').update(which).digest('hex'))
}

/** Hosts give their time limit in milliseconds. */
function secondsOf(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? Math.ceil(value / 1000) : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? [...value].slice(0, 4_000).join('') : null
}
