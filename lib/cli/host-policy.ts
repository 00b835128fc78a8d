import { parseStrictJson } from '@/lib/binding'
import { type CommandConfig, parseCommandConfig } from '@/lib/command'
import { type Result, refuse } from '@/lib/result'
import { readTextFile } from './read-all'
import type { No } from './refusals'

/**
 * Reads the host's policy from its file. No file is an error too: the defaults ask nobody, and nobody chose them.
 */
export async function hostPolicy(file: string): Promise<Result<CommandConfig, No>> {
  const text = await readTextFile(file)
  if (text === null)
    return refuse('bad_config', [
      { path: '$', message: `${file} cannot be read. Write one: docs/commands.md says how.` },
    ])
  const json = parseStrictJson(text)
  const read = json.ok ? parseCommandConfig(json.value) : json
  if (read.ok) return read
  const at = read.error.at.map(({ path, message }) => ({ path: `${file} ${path}`, message }))
  return refuse('bad_config', at)
}
