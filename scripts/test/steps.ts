import path from 'node:path'
import { type Count, countCheck, countPlaywright, countVitest } from './count'
import { run } from './run'

export type Part = 'check' | 'unit' | 'e2e'
export type Step = {
  parts: Part[]
  title: string
  /** Whether what follows in its parts means nothing without it. */
  isGround?: boolean
  run: (reports: string) => Promise<Count>
}

const minute = 60_000

/** All that `npm test` runs, in this order. */
export const steps: Step[] = [
  check(['check', 'unit', 'e2e'], 'generated code', 2, ['tsx', 'scripts/generate.ts']),
  check(['check'], 'types', 3, ['tsc', '--noEmit', '-p', 'tsconfig.json']),
  check(['check'], 'Biome', 2, ['biome', 'ci', '--max-diagnostics=50', '.']),
  check(['check'], 'imports', 1, ['tsx', 'scripts/check-imports.ts']),
  check(['check'], 'drawing of the rooms', 1, ['tsx', 'scripts/draw-rooms.ts', '--check']),
  vitest(['check'], 'imports: the check bites', 2, ['scripts/check-imports.test.ts']),
  check(['check'], 'migrations equal schema.prisma', 3, ['tsx', 'scripts/check-migrations.ts']),
  vitest(['unit'], 'unit, conformance, property, use case, race, crash', 20, [
    '--exclude',
    'scripts/check-imports.test.ts',
  ]),
  { ...check(['e2e'], 'build', 5, ['tsx', 'scripts/build.ts']), isGround: true },
  {
    parts: ['e2e'],
    title: 'a person’s stories in a browser',
    run: async (reports) => {
      const file = path.join(reports, 'playwright.json')
      const exit = await run(['playwright', 'test', '--reporter=list,json'], {
        timeoutMs: 20 * minute,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      })
      return countPlaywright(exit, file)
    },
  },
]

function check(parts: Part[], title: string, minutes: number, words: string[]): Step {
  return { parts, title, run: async () => countCheck(await run(words, { timeoutMs: minutes * minute })) }
}

function vitest(parts: Part[], title: string, minutes: number, words: string[]): Step {
  return {
    parts,
    title,
    run: async (reports) => {
      const file = path.join(reports, `vitest-${parts.join()}.json`)
      const exit = await run(
        ['vitest', 'run', ...words, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
        { timeoutMs: minutes * minute },
      )
      return countVitest(exit, file)
    },
  }
}
