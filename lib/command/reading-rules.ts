import type { Command, Redirect, SyntaxNode, Word } from 'unbash'
import { cut, visibleText } from '@/lib/confirmation'
import type { Note } from './reading-note'
import { FETCHERS, notedProgram, OTHER_USER, SHELLS, WORD_BEFORE_PROGRAM, WRAPPERS } from './reading-programs'
import { literalOf, programOf, wordsOf } from './syntax'

/** What is worth saying of one node of a script. */
export function notesOf(node: SyntaxNode, parent: SyntaxNode | null): Note[] {
  switch (node.type) {
    case 'Script': {
      const [error] = node.errors ?? []
      return error === undefined
        ? []
        : [bad('cannot be read as shell', `${sentence(error.message)} What bash makes of it is not known here.`)]
    }
    case 'Statement':
      return node.background === true ? [plain('goes on in the background', 'The script does not wait for it.')] : []
    case 'Pipeline':
      return ofPipeline(node.commands)
    case 'Function':
      return [
        mark('gives a name a meaning of its own', `From here on ${short(node.name.text)} is what these lines say.`),
      ]
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return [plain('puts in what another command prints', short(node.text))]
    case 'Redirect':
      return ofRedirect(node)
    case 'Assignment':
      return SWAYING.includes(node.name) ? [mark('changes how programs are found or read', `${node.name} is set.`)] : []
    case 'Command':
      return parent?.type === 'Coproc'
        ? [mark('runs beside the script', short(textOf(node))), ...ofCommand(node)]
        : ofCommand(node)
    default:
      return []
  }
}

/** The programs that a node starts, those behind `sudo` and its like included. */
export function programsIn(node: SyntaxNode): string[] {
  if (node.type !== 'Command') return []
  return callsIn(wordsOf(node)).flatMap(([first]) => {
    const name = first === undefined ? null : literalOf(first)
    return name === null || name === '' || BUILT_IN.includes(name) ? [] : [cut(programOf(name), 40).shown]
  })
}

/** Words of the shell itself that a list of programs is clearer without. */
const BUILT_IN =
  ': . [ alias break cd continue declare echo exit export false local printf pwd read return set shift source test true typeset unset'.split(
    ' ',
  )

const SWAYING = ['PATH', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'IFS', 'BASH_ENV', 'ENV', 'PROMPT_COMMAND', 'SHELLOPTS']

function ofCommand(command: Command): Note[] {
  return callsIn(wordsOf(command)).flatMap((call) => ofCall(call))
}

/** A command and the ones it starts itself: `sudo -u ledger rm x` is `sudo …` and `rm x`. */
function callsIn(words: readonly Word[]): Word[][] {
  const calls: Word[][] = [[...words]]
  for (let rest = words; ; ) {
    const program = programOf((rest[0] && literalOf(rest[0])) ?? '')
    const valued = WRAPPERS.get(program)
    if (valued === undefined) return calls
    let place = 1
    for (; place < rest.length; place++) {
      const text = rest[place]?.value ?? ''
      if (valued.includes(text)) place++
      else if (!text.startsWith('-') && !text.includes('=')) break
    }
    if (WORD_BEFORE_PROGRAM.includes(program)) place++
    rest = rest.slice(place)
    if (rest.length === 0) return calls
    calls.push([...rest])
  }
}

function ofCall(call: readonly Word[]): Note[] {
  const [first, ...args] = call
  if (first === undefined) return []
  const name = literalOf(first)
  if (name === null)
    return [bad('runs a program that the script does not name', `${short(first.text)} stands where the name belongs.`)]
  const program = programOf(name)
  const texts = args.map((arg) => arg.value)
  const has = (...flags: string[]) => flags.some((flag) => texts.includes(flag))
  const whole = short([first, ...args].map((word) => word.text).join(' '))
  if (program === 'rm' || program === 'rmdir' || program === 'unlink') return [ofRemoval(args, whole)]
  if (program === 'find' && (has('-delete') || texts.includes('rm'))) return [bad('deletes what it finds', whole)]
  if (program === 'find' && has('-exec', '-execdir', '-ok', '-okdir'))
    return [mark('runs a program for each thing it finds', whole)]
  if (AWKS.includes(program) && texts.some((text) => text.includes('system(') || text.includes('getline')))
    return [mark('runs a program given as text', whole)]
  if (program === 'truncate' || program.startsWith('mkfs')) return [bad('overwrites disks or files', whole)]
  if (OTHER_USER.includes(program)) return [bad('runs as another user', whole)]
  if (program === 'eval') return [bad('runs text as a script', whole)]
  if (program === '.' || program === 'source')
    return [mark('runs the lines of another file', `${whole}. What stands in it is not shown here.`)]
  if (SHELLS.includes(program))
    return [
      mark(
        texts.some((text) => text.startsWith('-') && text.endsWith('c'))
          ? 'runs text as a script'
          : 'starts another shell',
        whole,
      ),
    ]
  if (INTERPRETERS.includes(program) && has('-c', '-e', '-E', '-r'))
    return [mark('runs a program given as text', whole)]
  if (program === 'git') return ofGit(texts, whole)
  if (program === 'systemctl' || program === 'service' || program === 'launchctl') return [ofService(texts, whole)]
  if ((program === 'sed' || program === 'perl') && texts.some((text) => text.startsWith('-i') || text === '--in-place'))
    return [plain('changes files in place', whole)]
  if (program === 'alias') return [mark('gives a name a meaning of its own', whole)]
  if (program === 'trap') return [mark('sets up something that runs later', whole)]
  const noted = notedProgram(program)
  return noted === null ? [] : [{ ...noted, detail: whole }]
}

const AWKS = ['awk', 'gawk', 'mawk', 'nawk']
const INTERPRETERS = ['python', 'python3', 'node', 'perl', 'ruby', 'php', 'lua', 'osascript']

function ofRemoval(args: readonly Word[], whole: string): Note {
  const unnamed = args.find((arg) => literalOf(arg) === null)
  if (unnamed !== undefined)
    return bad(
      'deletes what the script does not name',
      `${whole}: ${short(unnamed.text)} is filled in when it runs. If it is empty, more may go.`,
    )
  const options = args.map((arg) => arg.value).filter((text) => text.startsWith('-'))
  const isForced = options.some((text) =>
    text.startsWith('--')
      ? ['--force', '--recursive'].includes(text)
      : ['r', 'R', 'f'].some((letter) => text.includes(letter)),
  )
  return isForced ? bad('deletes without asking', whole) : mark('deletes', whole)
}

function ofGit(texts: readonly string[], whole: string): Note[] {
  const has = (...options: string[]) => options.some((option) => texts.includes(option))
  if (texts.some((text) => text.toLowerCase().startsWith('alias.') && text.includes('=!')))
    return [mark('runs a program given as text', whole)]
  if (has('clean') || (has('reset') && has('--hard')) || (has('checkout') && has('--')) || has('restore'))
    return [bad('throws work away', whole)]
  if (has('push') && texts.some((text) => text === '-f' || text.startsWith('--force')))
    return [bad('overwrites what others have', whole)]
  return has('push', 'fetch', 'pull', 'clone', 'ls-remote', 'submodule') ? [plain('uses the network', whole)] : []
}

function ofService(texts: readonly string[], whole: string): Note {
  const does = (...verbs: string[]) => verbs.some((verb) => texts.includes(verb))
  if (does('stop', 'disable', 'mask', 'kill', 'unload', 'bootout')) return mark('stops a service', whole)
  if (does('start', 'restart', 'reload', 'enable', 'load')) return mark('starts or restarts a service', whole)
  return plain('asks about a service', whole)
}

/** What is fetched and fed to a shell runs unseen. */
function ofPipeline(commands: readonly SyntaxNode[]): Note[] {
  const names = commands.map((command) => programsIn(command).at(-1) ?? '')
  const shell = names.findIndex((name, place) => place > 0 && (SHELLS.includes(name) || INTERPRETERS.includes(name)))
  if (shell === -1) return []
  const fetched = names.slice(0, shell).some((name) => FETCHERS.includes(name))
  const what = names.filter((name) => name !== '').join(' | ')
  return [
    fetched
      ? bad('runs what it fetches from the network', what)
      : mark('feeds text to another program that runs it', what),
  ]
}

function ofRedirect({ operator, target }: Redirect): Note[] {
  const text = target === undefined ? null : literalOf(target)
  if (text?.startsWith('/dev/tcp/') || text?.startsWith('/dev/udp/'))
    return [bad('opens a connection to the network', short(text))]
  if (operator === '<' || operator === '<&' || operator === '>&' || text === '/dev/null') return []
  if (target === undefined) return []
  if (text === null) return [mark('writes to a file that the script does not name', short(target.text))]
  const isSystem = ['/etc/', '/dev/', '/boot/', '/usr/', '/bin/', '/sbin/', '/lib'].some((folder) =>
    text.startsWith(folder),
  )
  const finding = operator.includes('>>') ? 'adds to a file' : 'writes a file, over what is in it'
  return [isSystem ? mark(finding, short(text)) : plain(finding, short(text))]
}

function textOf(command: Command): string {
  return wordsOf(command)
    .map((word) => word.text)
    .join(' ')
}

/** A piece of a script, on one line, every character of it visible, at most so long. */
function short(text: string): string {
  const { shown, hidden } = cut(visibleText(text.split('\n').join(' ')), 120)
  return hidden === 0 ? shown : `${shown}… (${hidden} more characters)`
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${short(text.slice(1))}.`
}

function plain(finding: string, detail: string): Note {
  return { weight: 'plain', finding, detail }
}

function mark(finding: string, detail: string): Note {
  return { weight: 'mark', finding, detail }
}

function bad(finding: string, detail: string): Note {
  return { weight: 'bad', finding, detail }
}
