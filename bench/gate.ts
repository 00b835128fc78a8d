import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '@/lib/binding'
import { acceptSchema, judge } from '@/lib/schemas'
import { PAYOUT_GATE } from '@/scripts/demo/payout-gate'
import { type Finding, ratio } from './support/finding'
import { inTurn, type Side } from './support/in-turn'
import { sized } from './support/size'

/** One job is this many answers: a single one takes less than the clock can tell. */
const ANSWERS = 1_000

/** Judging an answer by a schema that is kept, against the function that Ajv compiles of it and nothing else. */
export async function gate(): Promise<Finding[]> {
  const schema = PAYOUT_GATE.approval_schema
  const answer: Json = { release: true, tolerance_gbp: 5, ...PAYOUT_GATE.proposed }
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  const accepted = acceptSchema(schema)
  if (!accepted.ok) throw new Error('the schema of the demo is not accepted')
  const times = sized(200, 20)
  const rates = await inTurn(
    [side('Countersign', () => judge(answer, accepted.value).ok), side('Ajv', () => validate(answer))],
    times,
    1,
  )
  return [
    ratio('judging an answer by a kept schema ÷ plain compiled Ajv', rates, ['Countersign', 'Ajv'], { least: 0.8 }),
  ]
}

/** Every answer has to fit, or the measurement would be of something else. */
function side(name: string, fits: () => boolean): Side {
  const job = async () => {
    for (let n = 0; n < ANSWERS; n++) if (!fits()) throw new Error(`${name} refuses an answer that fits`)
  }
  return { name, prepare: async (count) => Array.from({ length: count }, () => job) }
}
