import { defineTool } from '@/lib/tools'

export const payInvoice = defineTool<{ bill: string }>({
  name: 'pay_invoice',
  version: '1',
  label: 'Pay an invoice',
  inputs: { type: 'object', properties: { bill: { type: 'string' } }, required: ['bill'] },
  policy: { who: { kind: 'proposed_for' } },
  authorize: async ({ org }, _principals, sql) =>
    (await sql.query<{ id: string }>('select user_id as id from acme.payers where org = $1', [org])).map(
      ({ id }) => id,
    ),
  describe: async ({ inputs: { bill } }, sql) => {
    const [{ payee, sum } = {}] = await sql.query('select payee, sum::text from acme.bills where id = $1', [bill])
    return { title: `Pay ${payee}`, summary: `${sum} leaves the account today.`, details: [], warnings: [] }
  },
  perform: {
    where: 'here',
    run: async ({ inputs: { bill } }, sql) => {
      const paid = await sql.query('update acme.bills set paid = now() where id = $1 and paid is null returning id', [
        bill,
      ])
      return paid.length === 1 ? { did: true } : { did: false, why: 'It had been paid already.' }
    },
  },
})
