import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCommandConfig } from '@/lib/command'
import { CLIENT_VARIABLES } from '@/lib/config'
import { EXIT } from './exit-codes'
import { readOptions } from './options'
import { USAGE } from './usage'

const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8')
const blocks = page
  .split('```json\n')
  .slice(1)
  .map((rest): unknown => JSON.parse(rest.slice(0, rest.indexOf('```'))))

describe('docs/commands.md', () => {
  it('shows a policy that is one', () => expect(parseCommandConfig(blocks[0])).toMatchObject({ ok: true }))

  it('shows settings whose hooks are this program’s, and give a person less time than the host gives the hook', () => {
    const { hooks } = blocks[1] as { hooks: Record<string, { hooks: { command: string; timeout?: number }[] }[]> }
    const commands = Object.values(hooks).flatMap((entries) => entries.flatMap((entry) => entry.hooks))
    expect(commands).toHaveLength(3)
    for (const { command, timeout } of commands) {
      const [program = '', hook, ...options] = command.replace(' || exit 2', '').split(' ')
      expect(path.isAbsolute(program)).toBe(true)
      expect(statSync(new URL(`../../${program.split('/').slice(3).join('/')}`, import.meta.url)).mode & 0o111).toBe(
        0o111,
      )
      expect(hook).toBe('hook')
      const read = readOptions(options, '/')
      expect(read.ok).toBe(true)
      if (timeout === undefined) continue
      expect(command.endsWith(' || exit 2')).toBe(true)
      if (read.ok) expect(read.value.waitMs).toBeLessThan(timeout * 1000)
    }
  })

  it('names every exit code and variable', () => {
    for (const code of Object.values(EXIT)) expect(page).toContain(`| ${code} |`)
    for (const { name } of CLIENT_VARIABLES) expect(page).toContain(name)
  })

  it('and --help name only options that are understood', () => {
    const named = new Set(
      (page + USAGE)
        .split(/[\s`,]+/)
        .filter((word) => word.startsWith('--') && !word.startsWith('---') && word.length > 2),
    )
    const others = ['--kind', '--client', '--people', '--writable', '--exit', '--output']
    const flags = ['--background', '--full-access']
    for (const option of named) {
      if (others.includes(option)) continue
      const args = flags.includes(option) ? [option] : [option, '1']
      expect([option, readOptions(args, '/').ok]).toEqual([option, true])
    }
  })
})
