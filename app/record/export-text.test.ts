import { expect, it } from 'vitest'
import type { RecordEntry } from '@/lib/record'
import { csvHead, csvRows, jsonLines } from './export-text'

const entry = (title: string, name: string): RecordEntry => ({
  request: { id: 'r', title },
  n: 1,
  kind: 'request.proposed',
  at: '2026-12-01T09:00:00.000Z',
  actor: { kind: 'client', id: 'c', name },
  body: '{"n": 1}',
  head: '',
  hash: 'ab',
})

it('a line of CSV has as many cells as its head, whatever stands in them, and runs nothing in a spreadsheet', () => {
  const [line, ...rest] = csvRows([entry('say "a, b"', '=HYPERLINK("https://evil.example")')]).split('\r\n')
  expect(rest).toEqual([''])
  expect(line).toBe(
    `2026-12-01T09:00:00.000Z,request.proposed,r,"say ""a, b""",1,client,c,"'=HYPERLINK(""https://evil.example"")","{""n"": 1}",,ab`,
  )
  expect(csvHead.split(',')).toHaveLength(11)
  for (const start of ['=', '+', '-', '@', '\t']) expect(csvRows([entry(`${start}x`, '')])).toContain(`,'${start}x,`)
})

it('a line of JSON is one event, as it is', () => {
  const one = entry('a\nb\u2028', '=x')
  const lines = jsonLines([one, one]).split('\n')
  expect(lines).toHaveLength(3)
  expect(JSON.parse(lines[0] ?? '')).toEqual(one)
})
