import type { Readable } from 'node:stream'
import { type Result, refuse, yes } from '@/lib/result'
import type { Options } from './options'
import type { Place } from './place'
import { readAll, readTextFile } from './read-all'
import type { No } from './refusals'

/** The script that was asked for: of a file, of standard input (`-`), or typed. Never blank. */
export async function scriptOf(
  { file, words }: Pick<Options, 'file' | 'words'>,
  stdin: Readable,
  signal: AbortSignal,
): Promise<Result<{ script: string; file: Place['file']; fromStdin: boolean }, No>> {
  if (file !== null && words.length > 0) return missing('Say either --file or a script, not both.')
  if (file === '-' || (words[0] === '-' && words.length === 1)) {
    const script = await readAll(stdin, signal)
    if (signal.aborted) return refuse('interrupted')
    return script === null ? missing('Standard input is no text, or too long.') : blankOr(script, null, true)
  }
  if (file !== null) {
    const script = await readTextFile(file)
    if (script === null)
      return missing(`${file} cannot be read as a text: it is not there, no plain file, too long or not UTF-8.`)
    return blankOr(script, { path: file, script }, false)
  }
  const [only, ...others] = words
  if (only === undefined) return missing('Say it after --, or with --file.')
  return blankOr(others.length === 0 ? only : words.map(quoted).join(' '), null, false)
}

function blankOr(script: string, file: Place['file'], fromStdin: boolean) {
  return script.trim() === '' ? missing('It is empty.') : yes({ script, file, fromStdin })
}

function missing(message: string): Result<never, No> {
  return refuse('command_required', [{ path: '$', message }])
}

/** A word as a shell reads it back, whatever is in it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
