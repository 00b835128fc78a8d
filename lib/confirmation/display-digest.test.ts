import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Confirmation, displayDigest } from './index'

const shown: Confirmation = { title: 't', summary: 's', details: [{ label: 'l', value: 'v' }], warnings: [] }
const sha256 = (text: string) => `jcs-sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`

it('hashes the canonical text of the confirmation and the question', () => {
  const confirmation = '{"details":[{"label":"l","value":"v"}],"summary":"s","title":"t","warnings":[]}'
  expect(displayDigest(shown)).toBe(sha256(`{"confirmation":${confirmation},"question":null}`))
  expect(displayDigest(shown, { b: 1, a: 2 })).toBe(sha256(`{"confirmation":${confirmation},"question":{"a":2,"b":1}}`))
})

it('differs with any text, with the order of details, and with an empty note beside none', () => {
  const two = [
    { label: 'a', value: '1' },
    { label: 'b', value: '2' },
  ]
  const digests = [
    displayDigest(shown),
    displayDigest({ ...shown, title: 't ' }),
    displayDigest({ ...shown, details: two }),
    displayDigest({ ...shown, details: two.toReversed() }),
    displayDigest({ ...shown, details: [{ label: 'l', value: 'v', note: '' }] }),
    displayDigest({ ...shown, warnings: [{ finding: '' }] }),
    displayDigest(shown, 0),
  ]
  expect(new Set(digests).size).toBe(digests.length)
})
