import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A Chromium that was seen to start, and what it needs in its environment. */
export type Browser = { executablePath: string; env: Record<string, string>; from: string }
/** Where to look; given by tests, else this machine. */
export type Machine = {
  chromiumPath: string | undefined
  isRoot: boolean
  has: (program: string) => boolean
  starts: (executablePath: string, env: Record<string, string>) => boolean
  install: () => boolean
  unpack: () => { executablePath: string; env: Record<string, string> } | null
  playwrightsOwn: () => Promise<string | null>
}

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a browser for the tests: `CHROMIUM_PATH`, one of the system, one that apt installs where that is allowed, the
 * one that npm brought, Playwright's own. Throws the one line to type where there is none; tests are never skipped.
 */
export async function findBrowser(
  log: (line: string) => void = console.log,
  machine: Machine = thisMachine(log),
): Promise<Browser> {
  const { chromiumPath } = machine
  if (chromiumPath !== undefined) {
    if (machine.starts(chromiumPath, {})) return { executablePath: chromiumPath, env: {}, from: 'CHROMIUM_PATH' }
    throw new Error(`CHROMIUM_PATH is ${chromiumPath}, which does not start: set it to a Chromium that does`)
  }
  return systemBrowser(machine) ?? installed(machine, log) ?? unpacked(machine, log) ?? (await playwrightsOwn(machine))
}

function systemBrowser(machine: Machine): Browser | null {
  const found = systemBrowsers.find((candidate) => machine.has(candidate) && machine.starts(candidate, {}))
  return found === undefined ? null : { executablePath: found, env: {}, from: 'the system' }
}

function installed(machine: Machine, log: (line: string) => void): Browser | null {
  if (!machine.isRoot || !machine.has('/usr/bin/apt-get')) return null
  log('No browser here. Installing chromium with apt (about 20 s; set CHROMIUM_PATH to use another one) …')
  if (machine.install()) return systemBrowser(machine)
  log('apt could not install it; going on without.')
  return null
}

function unpacked(machine: Machine, log: (line: string) => void): Browser | null {
  const found = machine.unpack()
  if (found === null) return null
  if (machine.starts(found.executablePath, found.env)) return { ...found, from: '@sparticuz/chromium' }
  log('The Chromium that npm brought does not start here; looking on.')
  return null
}

async function playwrightsOwn(machine: Machine): Promise<Browser> {
  const found = await machine.playwrightsOwn()
  if (found !== null && machine.starts(found, {})) return { executablePath: found, env: {}, from: 'Playwright' }
  throw new Error('No browser for the tests. Type: npx playwright install --with-deps chromium')
}

function thisMachine(log: (line: string) => void): Machine {
  return {
    chromiumPath: process.env.CHROMIUM_PATH || undefined,
    isRoot: process.getuid?.() === 0,
    has: existsSync,
    starts: (executablePath, env) => {
      // Some systems have a script in this place that only asks to install a snap.
      const told = spawnSync(executablePath, ['--version'], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
        timeout: 20_000,
      })
      return told.status === 0 && /chrom/i.test(told.stdout)
    },
    install: () => {
      const apt = (...words: string[]) =>
        spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...words], {
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
          stdio: ['ignore', 'inherit', 'inherit'],
          timeout: 300_000,
        }).status === 0
      // An update may fail for one source of many and the install work all the same.
      apt('update')
      return apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation')
    },
    unpack: () => unpackFromNpm(path.join(import.meta.dirname, '../.data/browser'), log),
    playwrightsOwn: async () => {
      const { chromium } = await import('@playwright/test')
      return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
    },
  }
}

/**
 * Unpacks `@sparticuz/chromium` into a folder of ours, once. It was made for AWS Lambda: only there does it unpack the
 * libraries that a bare system lacks, so it is told that it is there; and it unpacks into TMPDIR and trusts what lies
 * there, so it gets a private one.
 */
function unpackFromNpm(folder: string, log: (line: string) => void): ReturnType<Machine['unpack']> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  if (!existsSync(folder)) {
    log('Unpacking the Chromium that npm brought (a few seconds) …')
    mkdirSync(path.dirname(folder), { recursive: true })
    const half = mkdtempSync(`${folder}-`)
    const unpacking = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
      {
        cwd: path.join(import.meta.dirname, '..'),
        env: { ...process.env, TMPDIR: half, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
        encoding: 'utf8',
        timeout: 120_000,
      },
    )
    if (unpacking.status !== 0) {
      rmSync(half, { recursive: true })
      log(`It could not be unpacked: ${unpacking.stderr.trim().split('\n').at(-1)}`)
      return null
    }
    writeFileSync(path.join(half, 'fonts/fonts.conf'), fontsConfig(path.join(folder, 'fonts')))
    // Renamed when it is whole: a run that was killed half-way leaves nothing that looks finished.
    renameSync(half, folder)
  }
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(folder, 'fonts') },
  }
}

/** Its own file looks for fonts in the folders of AWS Lambda. */
function fontsConfig(folder: string): string {
  const folders = [folder, '/usr/share/fonts', '/usr/local/share/fonts'].map((name) => `<dir>${name}</dir>`).join('')
  return `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${folder}/cache</cachedir></fontconfig>\n`
}

if (import.meta.filename === path.resolve(process.argv[1] ?? '')) {
  const { executablePath, from } = await findBrowser()
  console.log(`${executablePath} (from ${from})`)
}
