import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Result, refuse, yes } from '@/lib/result'

/** What was typed for `run` and `ask`, each still a plain text. */
export type Options = {
  /** The words after `--`; one is the script itself, several are joined as a shell would read them back. */
  words: string[]
  /** `-` is standard input. */
  file: string | null
  dir: string
  host: string | null
  shell: string
  runner: string | null
  config: string | null
  agent: string
  says: string | null
  session: string | null
  background: boolean
  /** A time limit shorter than the policy's, where a host has one of its own. */
  limitSeconds: number | null
  escalate: boolean
  justification: string | null
  waitMs: number
  selfPid: number | null
  selfNames: string[]
}

/** How long a person has, unless said otherwise. */
const WAIT_SECONDS = 15 * 60

/** Reads the words of the command line; refuses with `usage` and a sentence for whatever is not known. */
export function readOptions(args: string[], cwd: string): Result<Options> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        file: { type: 'string' },
        dir: { type: 'string' },
        host: { type: 'string' },
        shell: { type: 'string' },
        runner: { type: 'string' },
        config: { type: 'string' },
        agent: { type: 'string' },
        says: { type: 'string' },
        session: { type: 'string' },
        background: { type: 'boolean' },
        'full-access': { type: 'boolean' },
        because: { type: 'string' },
        wait: { type: 'string' },
        'self-pid': { type: 'string' },
        'self-name': { type: 'string', multiple: true },
      },
    })
    return yes({
      words: positionals,
      file: values.file === undefined || values.file === '-' ? (values.file ?? null) : path.resolve(cwd, values.file),
      dir: path.resolve(cwd, values.dir ?? '.'),
      host: values.host ?? null,
      shell: values.shell ?? 'bash',
      runner: values.runner ?? null,
      config: values.config === undefined ? null : path.resolve(cwd, values.config),
      agent: values.agent ?? 'Command line',
      says: values.says ?? null,
      session: values.session ?? null,
      background: values.background ?? false,
      limitSeconds: null,
      escalate: values['full-access'] ?? false,
      justification: values.because ?? null,
      waitMs: wholeOf(values.wait, WAIT_SECONDS, '--wait') * 1000,
      selfPid: values['self-pid'] === undefined ? null : wholeOf(values['self-pid'], 0, '--self-pid'),
      selfNames: values['self-name'] ?? [],
    })
  } catch (error) {
    return refuse('usage', [{ path: '$', message: error instanceof Error ? error.message : String(error) }])
  }
}

function wholeOf(text: string | undefined, otherwise: number, name: string): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isSafeInteger(value) || value < 1 || value > 30 * 24 * 3600)
    throw new Error(`${name} must be a whole number above zero`)
  return value
}
