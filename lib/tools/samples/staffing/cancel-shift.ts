import { defineTool, type Tool } from '@/lib/tools'
import { lockShift, readShift } from './shift'
import { whoMay } from './who-may'
import { dayOf, duration, firstName, hoursOf, zoneName } from './words'

type Inputs = { place: string; shift: string }

const ID = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' }

/** Takes a shift off the rota, in the very transaction that decides. */
export const cancelShift: Tool = defineTool<Inputs>({
  name: 'cancel_shift',
  version: '1',
  label: 'Cancel a shift',
  inputs: {
    type: 'object',
    properties: { place: ID, shift: ID },
    required: ['place', 'shift'],
    additionalProperties: false,
  },
  policy: { who: { kind: 'proposed_for' } },
  authorize: (call, principals, sql) =>
    whoMay(sql, call, principals, {
      condition: 'exists (select from staffing.shifts where org = $1::text and place = $2::text and id = $4::text)',
      values: [call.inputs.shift],
    }),

  async describe({ org, inputs }, sql) {
    const shift = await readShift(sql, org, inputs.shift)
    const hours = hoursOf(shift.starts, shift.ends)
    const holder = shift.holder_name
    return {
      title: `Cancel the ${shift.role} shift, ${dayOf(shift.starts)}`,
      summary: `Nobody works ${hours} at ${shift.place}. The shift disappears from the rota at once.`,
      details: [
        {
          label: 'Shift',
          value: `${dayOf(shift.starts)} ${shift.starts.slice(0, 4)}, ${hours}`,
          note: `${duration(shift.minutes)}, ${zoneName(shift.zone)}`,
        },
        { label: 'Place', value: shift.place },
        { label: 'Role', value: shift.role },
        holder === null
          ? { label: 'Works it', value: 'Nobody' }
          : { label: 'Works it', value: 'Nobody', before: holder },
      ],
      warnings: [
        ...(shift.cancelled ? [{ finding: 'This shift has been cancelled already.' }] : []),
        ...(holder === null
          ? []
          : [
              {
                finding: `${holder} has this shift and loses it.`,
                detail: `${duration(shift.minutes)} less for ${firstName(holder)} that week. Nobody tells them but you.`,
              },
            ]),
      ],
    }
  },

  perform: {
    where: 'here',
    async run({ org, inputs }, sql) {
      const shift = await lockShift(sql, org, inputs.shift)
      if (shift.cancelled) return { did: false, why: 'The shift had been cancelled already.' }
      await sql.query('delete from staffing.bookings where org = $1::text and shift = $2::text', [org, inputs.shift])
      await sql.query('update staffing.shifts set cancelled = true where org = $1::text and id = $2::text', [
        org,
        inputs.shift,
      ])
      return { did: true, note: `The shift on ${dayOf(shift.starts)} is off the rota.` }
    },
  },
})
