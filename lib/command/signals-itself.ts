import { type Command, parse, type Word, type WordPart } from 'unbash'
import { literalOf, nodesOf, programOf, wordsOf } from './syntax'

/** The process that an agent runs in, and the names it goes by. */
export type Self = { pid: number; names: readonly string[] }

const KILLERS = ['kill', 'killall', 'pkill']
const WRAPPERS = [
  'builtin',
  'command',
  'doas',
  'env',
  'exec',
  'find',
  'nice',
  'nohup',
  'setsid',
  'sudo',
  'time',
  'timeout',
  'xargs',
]
const SHELLS = ['ash', 'bash', 'dash', 'ksh', 'sh', 'zsh']

/** Scripts inside scripts are followed this deep. */
const MAX_DEPTH = 8

/**
 * Does the script visibly signal the agent's own process? `kill`, `killall` or `pkill`, directly, behind another
 * program or inside a nested script, aimed at its pid or group, at its name, at 0 or at -1.
 *
 * Defence in depth, not a boundary (TM-BASH-021): a script can always hide what it aims at.
 */
export function signalsItself(script: string, self: Self, depth = 0): boolean {
  for (const node of nodesOf(parse(script))) {
    if (node.type !== 'Command') continue
    if (commandSignals(node, self)) return true
    if (depth < MAX_DEPTH && innerScripts(node).some((inner) => signalsItself(inner, self, depth + 1))) return true
  }
  return false
}

function commandSignals(command: Command, self: Self): boolean {
  const words = wordsOf(command)
  const names = words.map((word) => programOf(literalOf(word) ?? ''))
  const isWrapped = WRAPPERS.includes(names[0] ?? '')
  return names.some((name, place) => {
    if (!KILLERS.includes(name) || (place > 0 && !isWrapped)) return false
    const args = words.slice(place + 1)
    return name === 'kill' ? killTargets(args).some((target) => isOwnPid(target, self)) : namesItself(name, args, self)
  })
}

/** The words of `kill` that are no signal: `-9`, `-KILL`, `-s KILL` and `-n 9` come first and once. */
function killTargets(args: readonly Word[]): Word[] {
  const [first = '', ...rest] = args.map((arg) => literalOf(arg) ?? '')
  if (first === '--') return args.slice(1)
  if (!first.startsWith('-')) return [...args]
  const after = ['-s', '-n', '--signal'].includes(first) ? 2 : 1
  return args.slice(rest[after - 1] === '--' ? after + 1 : after)
}

function isOwnPid(target: Word, self: Self): boolean {
  const parts = (target.parts ?? []).flatMap((part): readonly WordPart[] =>
    part.type === 'DoubleQuoted' ? part.parts : [part],
  )
  // $PPID of the shell that runs the script is the agent.
  const isParent = parts.some(
    (part) =>
      (part.type === 'SimpleExpansion' && part.text === '$PPID') ||
      (part.type === 'ParameterExpansion' && part.parameter === 'PPID'),
  )
  if (isParent) return true
  const text = literalOf(target)
  if (text === null || text.trim() === '') return false
  const number = Number(text)
  return number === 0 || number === -1 || Math.abs(number) === self.pid
}

/** `killall` names a program, `pkill` a pattern found in its name. */
function namesItself(killer: string, args: readonly Word[], self: Self): boolean {
  return args.some((arg) => {
    const text = literalOf(arg)
    if (text === null || text === '' || text.startsWith('-')) return false
    const wanted = programOf(text)
    return self.names.some((name) => wanted === name || text === name || (killer === 'pkill' && isFoundIn(text, name)))
  })
}

/** A pattern of letters, with or without its anchors; a cleverer one hides what it aims at. */
function isFoundIn(pattern: string, name: string): boolean {
  const from = pattern.startsWith('^') ? pattern.slice(1) : pattern
  const letters = from.endsWith('$') ? from.slice(0, -1) : from
  return letters !== '' && name.includes(letters)
}

/** What `sh -c` and `eval` are given, as far as it can be read. */
function innerScripts(command: Command): string[] {
  const texts = wordsOf(command).map((word) => literalOf(word))
  const program = programOf(texts[0] ?? '')
  if (program === 'eval')
    return [
      texts
        .slice(1)
        .map((text) => text ?? '')
        .join(' '),
    ]
  return texts.flatMap((text, place) => {
    const isShell = SHELLS.includes(programOf(text ?? '')) && (place === 0 || WRAPPERS.includes(program))
    if (!isShell) return []
    const flag = texts.findIndex(
      (option, at) => at > place && option !== null && option.startsWith('-') && option.endsWith('c'),
    )
    const inner = flag === -1 ? null : texts[flag + 1]
    return inner === null || inner === undefined ? [] : [inner]
  })
}
