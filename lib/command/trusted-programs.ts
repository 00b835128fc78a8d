/**
 * Which options of which programs were reviewed, and found to read only? An option that is not here is asked about.
 *
 * Left out on purpose: what starts a program (rg --pre, --hostname-bin, -z; file -z; git status -v, which may run a
 * diff driver), what never ends (tail -f), what writes (file -C), and what reads its options from elsewhere. A value
 * that stands alone may not begin with a dash: if a program took it for an option after all, it would not be hidden.
 */
type Options = {
  /** Without a value. One letter: may be joined with others behind one dash. */
  flags: readonly string[]
  /** With a value: `-n 5`, `-n5`, `--lines 5`, `--lines=5`. */
  valued: readonly string[]
  /** With a value only behind `=` (long) or joined (short), else none. */
  perhaps?: readonly string[]
  /** `-20` is a count. */
  counts?: boolean
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

const REVIEWED = new Map<string, Options>([
  ['pwd', { flags: words('-L -P --logical --physical'), valued: [] }],
  [
    'ls',
    {
      flags: words(
        `-a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -u -U -v -x -X -Z -1
         --all --almost-all --author --escape --directory --human-readable --inode --numeric-uid-gid --literal
         --no-group --reverse --recursive --size --dereference --group-directories-first --full-time --file-type --si`
          .split('\n')
          .join(' '),
      ),
      valued: words('-I --ignore --hide --block-size --format --sort --time --time-style --quoting-style --width'),
      perhaps: words('--color --classify'),
    },
  ],
  [
    'cat',
    {
      flags: words(
        '-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
      ),
      valued: [],
    },
  ],
  [
    'head',
    { flags: words('-q -v -z --quiet --silent --verbose'), valued: words('-n -c --lines --bytes'), counts: true },
  ],
  [
    'tail',
    { flags: words('-q -v -z --quiet --silent --verbose'), valued: words('-n -c --lines --bytes'), counts: true },
  ],
  ['wc', { flags: words('-c -m -l -w -L --bytes --chars --lines --words --max-line-length'), valued: [] }],
  [
    'rg',
    {
      flags: words(
        `-n -N -i -s -S -w -x -v -l -c -o -F -P -U -a -H -I -0 -q -p -L -u -.
         --no-config --line-number --no-line-number --ignore-case --case-sensitive --smart-case --word-regexp
         --line-regexp --invert-match --files --files-with-matches --files-without-match --count --count-matches
         --only-matching --fixed-strings --pcre2 --multiline --text --with-filename --no-filename --null --quiet
         --pretty --follow --hidden --no-hidden --no-ignore --no-ignore-vcs --heading --no-heading --column --vimgrep
         --json --stats --trim --type-list --crlf --unrestricted --no-messages --passthru`
          .split('\n')
          .join(' '),
      ),
      valued: words(
        `-e -f -g -t -T -A -B -C -m -r -j -E --regexp --file --glob --iglob --type --type-not --after-context
         --before-context --context --max-count --max-depth --max-filesize --max-columns --replace --threads --encoding
         --color --colors --sort --sortr --context-separator`
          .split('\n')
          .join(' '),
      ),
    },
  ],
  [
    'grep',
    {
      flags: words(
        `-E -F -G -P -a -b -c -h -H -i -y -I -l -L -n -o -q -r -R -s -T -U -v -w -x -z -Z
         --extended-regexp --fixed-strings --basic-regexp --perl-regexp --text --byte-offset --count --no-filename
         --with-filename --ignore-case --no-ignore-case --files-with-matches --files-without-match --line-number
         --only-matching --quiet --silent --recursive --dereference-recursive --no-messages --initial-tab --binary
         --invert-match --word-regexp --line-regexp --null --null-data`
          .split('\n')
          .join(' '),
      ),
      valued: words(
        `-e -f -A -B -C -m --regexp --file --after-context --before-context --context --max-count --include --exclude
         --exclude-dir --exclude-from --label --binary-files`
          .split('\n')
          .join(' '),
      ),
      perhaps: words('--color --colour'),
      counts: true,
    },
  ],
  ['stat', { flags: words('-L -f -t --dereference --file-system --terse'), valued: words('-c --format --printf') }],
  [
    'file',
    {
      flags: words(
        `-b -h -i -k -L -N -r -v -0 --brief --no-dereference --mime --mime-type --mime-encoding --keep-going
         --dereference --no-pad --raw --version --print0 --extension --apple`
          .split('\n')
          .join(' '),
      ),
      valued: words('-F --separator -e --exclude'),
    },
  ],
  ['which', { flags: words('-a --all'), valued: [] }],
])

const GIT_STATUS: Options = {
  flags: words(
    '-s -b -z --short --branch --long --show-stash --no-renames --renames --ahead-behind --no-ahead-behind --null',
  ),
  valued: [],
  perhaps: words('-u --untracked-files --ignored --porcelain --ignore-submodules'),
}

/** Without both of these `git status` runs programs that the repository names. */
const GIT_GUARDS = ['core.fsmonitor=', 'core.hooksPath=/dev/null']

/** Is this program in the list, and each of its options too? Its words come without quotes. */
export function isReviewed(program: string, args: readonly string[]): boolean {
  if (program === 'git') return isGuardedStatus(args)
  const options = REVIEWED.get(program)
  return options !== undefined && areReviewed(options, args)
}

function isGuardedStatus(args: readonly string[]): boolean {
  const [first, one, second, other, command, ...rest] = args
  if (first !== '-c' || second !== '-c' || command !== 'status') return false
  const guarded = one !== other && GIT_GUARDS.every((guard) => guard === one || guard === other)
  return guarded && areReviewed(GIT_STATUS, rest)
}

function areReviewed(options: Options, args: readonly string[]): boolean {
  for (let place = 0; place < args.length; place++) {
    const arg = args[place] ?? ''
    if (arg === '--') return true
    if (!arg.startsWith('-') || arg === '-') continue
    const found = arg.startsWith('--') ? longOption(options, arg) : shortOptions(options, arg)
    if (found === 'unknown') return false
    if (found === 'wants a value' && !isValue(args[++place])) return false
  }
  return true
}

type Found = 'known' | 'wants a value' | 'unknown'

function isValue(arg: string | undefined): boolean {
  return arg !== undefined && !arg.startsWith('-')
}

function longOption(options: Options, arg: string): Found {
  const equals = arg.indexOf('=')
  if (equals !== -1) {
    const name = arg.slice(0, equals)
    return options.valued.includes(name) || options.perhaps?.includes(name) ? 'known' : 'unknown'
  }
  if (options.flags.includes(arg) || options.perhaps?.includes(arg)) return 'known'
  return options.valued.includes(arg) ? 'wants a value' : 'unknown'
}

/** `-abc` is `-a -b -c`, up to the first that takes a value: the rest is that, or the next word. */
function shortOptions(options: Options, arg: string): Found {
  const letters = [...arg.slice(1)]
  if (options.counts === true && letters.every((letter) => letter >= '0' && letter <= '9')) return 'known'
  for (const [place, letter] of letters.entries()) {
    const name = `-${letter}`
    const isLast = place === letters.length - 1
    if (options.perhaps?.includes(name)) return place === 0 ? 'known' : 'unknown'
    if (options.valued.includes(name)) return isLast ? 'wants a value' : 'known'
    if (!options.flags.includes(name)) return 'unknown'
  }
  return 'known'
}
