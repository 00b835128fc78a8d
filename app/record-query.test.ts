import { describe, expect, it } from 'vitest'
import { recordQuery, recordSearch } from './record-query'

describe('days of the record', () => {
  it.each(['9999-12-31', '9999-01-01', '0001-01-01', '2026-02-30', 'tomorrow', '+010000-01-01'])(
    'that cannot be asked for are left out: %s',
    (day) => expect(recordSearch({ from: day, until: day })).toEqual({}),
  )
  it.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'the last one that can be is written with four digits of a year in %s',
    (zone) => {
      const { from, until } = recordQuery(recordSearch({ from: '9998-12-31', until: '9998-12-31' }), zone)
      for (const at of [from, until]) expect(at).toMatch(/^\d{4}-/)
    },
  )
})
