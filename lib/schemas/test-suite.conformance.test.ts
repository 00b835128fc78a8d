import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { browserJudge } from './browser'
import { approvalValidators } from './index'
import { compilePattern } from './patterns'
import { REFUSED } from './test-suite.refused'

/** JSON-Schema-Test-Suite's required tests of the five drafts; large, so not copied into this repository. */
const suite = `${process.env.COUNTERSIGN_VECTORS ?? '.'}/data/json-schema-test-suite/tests`

const DRAFTS: [folder: string, address: string, tests: number][] = [
  ['draft4', 'http://json-schema.org/draft-04/schema#', 590],
  ['draft6', 'http://json-schema.org/draft-06/schema#', 800],
  ['draft7', 'http://json-schema.org/draft-07/schema#', 890],
  ['draft2019-09', 'https://json-schema.org/draft/2019-09/schema', 1200],
  ['draft2020-12', 'https://json-schema.org/draft/2020-12/schema', 1200],
]

type Group = { description: string; schema: Json; tests: { description: string; data: Json; valid: boolean }[] }

describe.each(DRAFTS)('JSON-Schema-Test-Suite, required tests of %s', (folder, address, least) => {
  const isHere = existsSync(`${suite}/${folder}`)

  it(isHere ? 'server and browser both say what it says' : 'is not here: COUNTERSIGN_VECTORS names its folder', () => {
    if (!isHere) return
    const wrong: string[] = []
    const refused: { [group: string]: string } = {}
    let judged = 0
    for (const [name, { description, schema, tests }] of groups(`${suite}/${folder}`)) {
      const stated = typeof schema === 'object' ? { $schema: address, ...schema } : schema
      const compiled = approvalValidators.compile(stated)
      if (!compiled.ok) {
        refused[`${name}: ${description}`] = compiled.error.at.map(({ message }) => message).join('; ')
        continue
      }
      const inBrowser = browserJudge(compiled.value.plain, stated, compilePattern).faults
      for (const { description: test, data, valid } of tests) {
        judged += 1
        const server = compiled.value.faults(data).length === 0
        const browser = inBrowser(data).length === 0
        if (server !== valid || browser !== valid)
          wrong.push(`${name}: ${description}: ${test} (${server}, ${browser})`)
      }
    }
    expect(wrong).toEqual([])
    expect(Object.keys(refused).filter((group) => !isListed(group, folder, refused[group] ?? ''))).toEqual([])
    expect(judged).toBeGreaterThan(least)
  })
})

function groups(folder: string): [file: string, group: Group][] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) =>
      JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')).map((group: Group): [string, Group] => [name, group]),
    )
}

/** Refused, and for the reason that the list gives. */
function isListed(group: string, folder: string, message: string): boolean {
  return REFUSED.some(
    ({ because, groups: listed }) =>
      because.test(message) && (group.startsWith('refRemote.json: ') || (listed[folder] ?? []).includes(group)),
  )
}
