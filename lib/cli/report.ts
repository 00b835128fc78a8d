import { parseArgs } from 'node:util'
import { EXIT } from './exit-codes'
import { readAll } from './read-all'
import { tail } from './tail'
import { say } from './terminal'
import type { World } from './world'

/** `countersign report ID --exit N [--output]`: says what became of a command that `ask` got a yes for. */
export async function report(args: string[], world: World): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { exit: { type: 'string' }, output: { type: 'boolean', default: false } },
  })
  const [id, ...others] = positionals
  const exit = Number(values.exit)
  if (id === undefined || others.length > 0 || values.exit === undefined || !Number.isSafeInteger(exit)) {
    say(
      world.terminal,
      'Say it like this: countersign report ID --exit 0 [--output, with the output on standard input]',
    )
    return EXIT.usage
  }
  const end = tail(12_000)
  if (values.output) end.add(Buffer.from((await readAll(world.stdin, world.signal)) ?? ''))
  const reported = await world.client.report(id, {
    outcome: exit === 0 ? 'done' : 'failed',
    note: `Exit code ${exit}.`,
    ...(values.output ? { output_tail: end.text() } : {}),
  })
  if (reported.ok) return 0
  say(world.terminal, 'The outcome could not be reported.')
  return EXIT.unavailable
}
