import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { isTrustedReadOnly } from './index'
import { isReviewed } from './trusted-programs'

const TRUSTED = [
  ['ls', '-la', 'src'],
  ['cat', '--', '-x'],
  ['rg', '-n', 'todo', 'src'],
  ['head', '-n', '5', 'log'],
  ['git', '-c', 'core.fsmonitor=', '-c', 'core.hooksPath=/dev/null', 'status', '-sb'],
]
const UNTRUSTED = [
  ['rm', '-rf', 'x'],
  ['rg', '--pre', './p', 'x'],
  ['rg', '--hostname-bin=./p', 'x'],
  ['rg', '-z', 'x'],
  ['file', '-z', 'x'],
  ['file', '--uncompress', 'x'],
  ['./ls', 'x'],
  ['/bin/cat', 'x'],
  ['sudo', 'ls'],
  ['env', 'ls'],
  ['git', 'status'],
  ['git', '-c', 'core.fsmonitor=', 'status'],
  ['git', '-c', 'core.fsmonitor=./x', '-c', 'core.hooksPath=/dev/null', 'status'],
  ['ls', '--no-such-option'],
  ['tail', '-f', 'log'],
]

/** One word, written in one of the ways that a shell reads as that word. */
function written(word: string): fc.Arbitrary<string> {
  const pieces = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('bare', 'single', 'double', 'ansi', 'escaped')),
    {
      minLength: word.length,
      maxLength: word.length,
    },
  )
  return pieces.map((choices) => {
    let rest = word
    let text = ''
    for (const [length, how] of choices) {
      if (rest === '') break
      const piece = rest.slice(0, length)
      rest = rest.slice(length)
      if (how === 'single') text += `'${piece}'`
      else if (how === 'double') text += `"${piece}"`
      else if (how === 'ansi')
        text += `$'${[...piece].map((letter) => `\\x${letter.charCodeAt(0).toString(16)}`).join('')}'`
      else if (how === 'escaped') text += [...piece].map((letter) => `\\${letter}`).join('')
      else text += piece
    }
    return text
  })
}

const gap = fc.constantFrom(' ', '  ', '\t', ' \t ', ' \\\n ', ' \\\n\t')
const edge = fc.constantFrom('', ' ', '\n', '\t\n ', '\\\n')

function spelled(words: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      edge,
      fc.tuple(...words.map((word) => written(word))),
      fc.array(gap, { minLength: words.length, maxLength: words.length }),
      edge,
    )
    .map(
      ([before, texts, gaps, after]) =>
        before + texts.map((text, place) => (place === 0 ? text : `${gaps[place]}${text}`)).join('') + after,
    )
}

describe('no script outside the trusted set is called trusted', () => {
  it('however it is spaced, quoted and escaped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...UNTRUSTED).chain(spelled), (script) => {
        expect(isTrustedReadOnly(script)).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  it('wherever something that is more than a word is put into a trusted one', () => {
    const hostile = fc.constantFrom(
      ';',
      '&',
      '|',
      '\nrm x\n',
      '>f',
      '<f',
      '$x',
      '\u0024{x}',
      '$(id)',
      '`id`',
      '<(id)',
      '*',
      '?',
      '[a]',
      '{a,b}',
      '~',
      '\\',
      '$((1))',
      '!',
      '#',
      '(',
      ')',
      '\r',
      '\u202e',
      '\u0000',
    )
    const place = fc.nat(200)
    fc.assert(
      fc.property(fc.constantFrom(...TRUSTED), hostile, place, (words, fragment, at) => {
        const script = words.join(' ')
        expect(isTrustedReadOnly(script)).toBe(true)
        const where = at % (script.length + 1)
        // A line that ends before or after the whole is no second command.
        expect(isTrustedReadOnly(script.slice(0, where) + fragment + script.slice(where))).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('what is called trusted, a real bash reads as one reviewed program', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-bash-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const programs = [
    'pwd',
    'ls',
    'cat',
    'head',
    'tail',
    'wc',
    'rg',
    'grep',
    'stat',
    'file',
    'which',
    'git',
    'rm',
    'id',
    'sudo',
  ]
  mkdirSync(path.join(folder, 'bin'))
  for (const name of programs) {
    const stub = path.join(folder, 'bin', name)
    writeFileSync(stub, `#!/bin/sh\nprintf '%s\\0' '${name}' "$@"\nprintf '\\n\\0'\n`)
    chmodSync(stub, 0o755)
  }
  writeFileSync(path.join(folder, 'env'), 'enable -n pwd\n')

  /** The programs that bash starts for a script, each with the words it gets. */
  function started(script: string): string[][] {
    const output = execFileSync('/bin/bash', ['-c', script], {
      cwd: folder,
      env: {
        PATH: path.join(folder, 'bin'),
        BASH_ENV: path.join(folder, 'env'),
        HOME: '/home/nobody',
        NODE_ENV: 'test',
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output
      .split('\n\0')
      .filter((call) => call !== '')
      .map((call) => call.split('\0').slice(0, -1))
  }

  function agrees(script: string): void {
    const [call, ...others] = started(script)
    expect(others).toEqual([])
    const [program = '', ...args] = call ?? []
    expect([script, program, args, isReviewed(program, args)]).toEqual([script, program, args, true])
  }

  it('for words of every spelling', () => {
    let trusted = 0
    fc.assert(
      fc.property(fc.constantFrom(...TRUSTED).chain(spelled), (script) => {
        if (!isTrustedReadOnly(script)) return
        trusted++
        agrees(script)
      }),
      { numRuns: 400 },
    )
    expect(trusted).toBeGreaterThan(0)
  })

  it('for scripts put together at random', () => {
    let trusted = 0
    const token = fc.constantFrom(
      'ls',
      'cat',
      'rg',
      'grep',
      'file',
      'git',
      'pwd',
      'rm',
      ' ',
      ' ',
      ' ',
      ' ',
      '-',
      '--',
      '-z',
      '-n',
      '-e',
      '--pre',
      'x',
      'a',
      "'",
      '"',
      '\\',
      '$',
      '`',
      '(',
      ')',
      '{',
      '}',
      ',',
      ';',
      '&',
      '|',
      '<',
      '>',
      '\n',
      '\t',
      '#',
      '~',
      '*',
      '=',
      '/',
      '.',
      '!',
      '1',
      '$HOME',
      'é',
    )
    fc.assert(
      fc.property(
        fc.constantFrom('', 'ls ', 'rg ', 'cat '),
        fc.array(token, { minLength: 1, maxLength: 7 }),
        (start, tokens) => {
          const script = start + tokens.join('')
          if (!isTrustedReadOnly(script) || script.trim() === '') return
          trusted++
          agrees(script)
        },
      ),
      { numRuns: 6_000 },
    )
    expect(trusted).toBeGreaterThan(20)
  })
})
