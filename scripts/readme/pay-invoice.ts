import { defineTool } from '@/lib/tools'

const PAYERS = 'select user_id as id from acme.payers where org = $1'
const BILL = 'select payee, sum::text from acme.bills where org = $1 and id = $2'
const PAY = 'update acme.bills set paid = true where org = $1 and id = $2 and not paid returning id'

export const payInvoice = defineTool<{ bill: string }>({
  name: 'pay_invoice',
  version: '1',
  label: 'Pay an invoice',
  inputs: { type: 'object', properties: { bill: { type: 'string' } }, required: ['bill'], additionalProperties: false },
  policy: { who: { kind: 'proposed_for' } },
  authorize: async ({ org }, _principals, sql) => (await sql.query<{ id: string }>(PAYERS, [org])).map(({ id }) => id),
  describe: async ({ org, inputs }, sql) => {
    const [bill] = await sql.query(BILL, [org, inputs.bill])
    if (bill === undefined) throw new Error('there is no such bill')
    return { title: `Pay ${bill.payee}`, summary: `${bill.sum} leaves the account.`, details: [], warnings: [] }
  },
  perform: {
    where: 'here',
    run: async ({ org, inputs }, sql) =>
      (await sql.query(PAY, [org, inputs.bill])).length === 1
        ? { did: true }
        : { did: false, why: 'It was paid already.' },
  },
})
