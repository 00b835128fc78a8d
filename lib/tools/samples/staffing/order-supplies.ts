import { invariant } from '@/lib/result'
import { defineTool, type Tool } from '@/lib/tools'
import { whoMay } from './who-may'
import { money } from './words'

type Inputs = { place: string; item: string; quantity: number }

/** An order of more than this many usual ones is remarked on. */
const MUCH = 3

const ID = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' }

/** Orders supplies. Countersign does not perform it: the client that asked gets a grant and places the order itself. */
export const orderSupplies: Tool = defineTool<Inputs>({
  name: 'order_supplies',
  version: '1',
  label: 'Order supplies',
  inputs: {
    type: 'object',
    properties: { place: ID, item: ID, quantity: { type: 'integer', minimum: 1, maximum: 10_000 } },
    required: ['place', 'item', 'quantity'],
    additionalProperties: false,
  },
  policy: { who: { kind: 'proposed_for' } },
  authorize: (call, principals, sql) =>
    whoMay(sql, call, principals, {
      condition: 'exists (select from staffing.supplies where org = $1::text and id = $4::text)',
      values: [call.inputs.item],
    }),

  async describe({ org, inputs: { place, item, quantity } }, sql) {
    const [found] = await sql.query<{
      place: string
      name: string
      price_pence: number
      in_stock: number
      usual_order: number
    }>(
      `select p.name as place, s.name, s.price_pence, s.in_stock, s.usual_order
       from staffing.supplies s join staffing.places p on p.org = s.org and p.id = $2::text
       where s.org = $1::text and s.id = $3::text`,
      [org, place, item],
    )
    invariant(found !== undefined, 'authorize has found the item and the place')
    return {
      title: `Order ${quantity} × ${found.name} for ${found.place}`,
      summary: `The client that asks places the order, once, for ${money(found.price_pence * quantity)}.`,
      details: [
        { label: 'Item', value: found.name, note: `${money(found.price_pence)} each` },
        { label: 'Quantity', value: String(quantity), note: `usually ${found.usual_order}` },
        { label: 'Cost', value: money(found.price_pence * quantity) },
        { label: 'Deliver to', value: found.place },
        { label: 'In stock', value: String(found.in_stock + quantity), before: String(found.in_stock) },
      ],
      warnings:
        quantity > MUCH * found.usual_order
          ? [
              {
                finding: `This is more than ${MUCH} usual orders at once.`,
                detail: `${found.usual_order} is the usual quantity; ${found.in_stock} are in stock.`,
              },
            ]
          : [],
    }
  },
})
