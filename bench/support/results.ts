import { writeFile } from 'node:fs/promises'
import { type Finding, isMet } from './finding'
import type { Machine } from './machine'
import { CALLERS, POOL, scale } from './size'

/** A measurement that could not be made. */
export type Failure = { what: string; why: string }

/** More load than this before the run means that somebody else was using the machine. */
const QUIET = 0.5

/** Writes what was found: ratios first, since only they carry over to another machine. */
export async function writeResults(
  file: string,
  machine: Machine,
  findings: readonly Finding[],
  failures: readonly Failure[],
): Promise<void> {
  const ratios = findings.filter(({ unit }) => unit === undefined)
  const missed = findings.filter((finding) => isMet(finding) === false)
  const amounts = findings.filter(({ unit }) => unit !== undefined)
  await writeFile(
    file,
    `# What \`npm run bench\` found

Written by \`npm run bench\`. Both sides of a ratio ran in turn in one run (A B A B), with ${CALLERS} callers and pools of ${POOL};
a ratio is the median of the ratios of each round. Client, server and database share the machine.

## Ratios

${table(ratios)}

## Amounts

${table(amounts)}
${missed.length === 0 ? '' : `\n## Where an aim is missed\n\n${missed.map(({ what, pays }) => `- **${what}**: ${pays ?? 'no cause is known yet.'}`).join('\n')}\n`}${failures.length === 0 ? '' : `\n## Not measured\n\n${failures.map(({ what, why }) => `- ${what}: ${why}`).join('\n')}\n`}
## The machine

- ${machine.cores}, ${machine.memory}
- Node ${machine.node}, PostgreSQL ${machine.postgres}
- ${machine.date}${scale === 1 ? '' : `, a small run (BENCH_SCALE=${scale}): good for «does it work», not for figures`}
- load before the run ${machine.load.toFixed(1)}${machine.load > QUIET ? ': a busy machine, so figures and ratios are rough' : ''}
`,
  )
}

function table(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => {
    const { what, value, unit, figures } = finding
    const shown =
      unit === undefined ? value.toFixed(2) : `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${unit}`
    return `| ${what} | **${shown}** | ${aimOf(finding)} | ${figures} |`
  })
  return ['| what | measured | aim | figures |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function aimOf(finding: Finding): string {
  const { aim } = finding
  if (aim === undefined) return ''
  const text = 'least' in aim ? `≥ ${aim.least}` : `≤ ${aim.most}`
  return `${text} ${isMet(finding) ? 'met' : 'missed'}`
}
