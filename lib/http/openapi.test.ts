import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { refuse, yes } from '@/lib/result'
import { CALLS } from './calls'
import { problemsOf } from './openapi'
import { PROBLEM_CODES, SENTENCES, statusOf } from './problems'
import { AN_ID, aClientView, anApi } from './testing'

type Media = { schema: object; example?: unknown; examples?: { [name: string]: { value: unknown } } }
type Operation = {
  requestBody?: { content: { 'application/json': Media } }
  responses: { [status: string]: { content: { [type: string]: Media } } }
}
type Document = { openapi: string; paths: { [path: string]: { [method: string]: Operation } } }

let document: Document
let ajv: Ajv2020

beforeAll(async () => {
  document = await (await anApi().send('/openapi.json', { headers: { authorization: '' } })).json()
  ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: 'api' })
})

/** Where a value breaks a schema of the document. */
function faults(schema: object, value: unknown) {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'))
  const validate = ajv.compile(local)
  return validate(value) ? [] : validate.errors
}

function operation(method: string, address: string): Operation {
  const found = document.paths[address]?.[method]
  if (found === undefined) throw new Error(`${method} ${address} is not described`)
  return found
}

const okInbox = () =>
  anApi({
    propose: async () => yes({ request: aClientView(), replayed: false }),
    checkGate: async () => yes({ remarks: [], violations: [{ path: '$.release', message: 'must be true or false' }] }),
    listForClient: async () => yes({ requests: [aClientView()], next: null }),
    viewForClient: async () =>
      yes(
        aClientView({
          status: 'rejected',
          decidedAt: '2026-12-01T09:10:00.000Z',
          decision: { by: { id: 'u', name: 'Dana' }, note: 'no' },
          replacedBy: AN_ID,
        }),
      ),
    withdrawForClient: async () => yes({ request: aClientView({ status: 'withdrawn' }), replayed: true }),
    grant: async () => yes({ grant: 'grt_1', expiresAt: '2026-12-01T09:30:00.000Z' }),
    redeem: async () =>
      yes({
        request: AN_ID,
        tool: 't',
        version: '1',
        inputs: '[1]',
        answer: null,
        user: 'u',
        agent: null,
        replayed: false,
      }),
    resolve: async () => yes({ approved: false, replayed: false }),
    reportStep: async () => yes({ request: aClientView({ kind: 'plan' }), step: 'done', replayed: false }),
    dryRun: async () => yes({ outcome: 'allow', blocked: [], reason: '', findings: [], levels: [] }),
    reportOutcome: async () => yes({ request: aClientView({ status: 'approved', outcome: 'done' }), replayed: false }),
  })

describe('the OpenAPI document', () => {
  it('is 3.1, needs no key, and describes every call and no other', () => {
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([address, of]) =>
      Object.keys(of).map((m) => `${m} ${address}`),
    )
    expect(described.sort()).toEqual(CALLS.map(({ method, path: address }) => `${method} ${address}`).sort())
  })

  it.each(CALLS.map((call) => [call.name, call] as const))(
    '%s: its example is taken, and the answer is as described',
    async (_name, call) => {
      const described = operation(call.method, call.path)
      const body = described.requestBody?.content['application/json']
      if (body !== undefined) expect(faults(body.schema, body.example)).toEqual([])
      const address = call.path.replace('{id}', AN_ID).replace('{action}', 'a1')
      const api = okInbox()
      const answer =
        body === undefined ? await api.send(address) : await api.post(address, JSON.stringify(body.example))
      expect(answer.status).toBe(call.answer.status)
      const media = described.responses[call.answer.status]?.content['application/json']
      if (media === undefined) throw new Error('no answer is described')
      expect(faults(media.schema, await answer.json())).toEqual([])
      expect(faults(media.schema, media.example)).toEqual([])
    },
  )

  it.each(CALLS.map((call) => [call.name, call] as const))(
    '%s: every refusal it may be answered with is described',
    async (_name, call) => {
      const { responses } = operation(call.method, call.path)
      for (const code of problemsOf(call)) {
        const media = responses[statusOf(code)]?.content['application/problem+json']
        if (media === undefined) throw new Error(`${code} is not described`)
        expect(faults(media.schema, media.examples?.[code]?.value)).toEqual([])
      }
    },
  )

  it('a problem with everything in it is as described', async () => {
    const first = { by: 'u-dana', when: '2026-12-01T09:12:00.000Z' }
    const api = anApi({
      withdrawForClient: async () => refuse('already_decided', [{ path: '$', message: 'approved' }], first),
    })
    const media = operation('post', '/requests/{id}/withdraw').responses[409]?.content['application/problem+json']
    const answers = [
      await api.post(`/requests/${AN_ID}/withdraw`, '{}'),
      await api.post('/requests', '{"kind":"write","agent":1}'),
      await api.send('/requests', { headers: { authorization: '' } }),
    ]
    for (const answer of answers) expect(faults(media?.schema ?? {}, await answer.json())).toEqual([])
  })

  it('a field too many is found by the description as it is by the API', () => {
    const media = operation('post', '/requests').requestBody?.content['application/json']
    expect(faults(media?.schema ?? {}, { kind: 'write', tool: 't', inputs: 1, sudo: true })).not.toEqual([])
  })
})

describe('problems', () => {
  it('every code has its line in docs/problems.md, and no line is of another', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/problems.md'), 'utf8')
    const lines = page.split('\n').flatMap((line) => /^\| `(\w+)` \| (\d+) \|/.exec(line)?.slice(1, 3).join(' ') ?? [])
    expect(lines).toEqual(PROBLEM_CODES.map((code) => `${code} ${statusOf(code)}`))
  })

  it('every type leads to its explanation', async () => {
    for (const code of PROBLEM_CODES) {
      const answer = await anApi().send(`/problems/${code}`, { headers: { authorization: '' } })
      expect(await answer.json()).toEqual({ code, status: statusOf(code), ...SENTENCES[code] })
    }
  })
})
