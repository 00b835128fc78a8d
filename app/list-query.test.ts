import { expect, it } from 'vitest'
import { listQuery } from './list-query'

it('reads what an address asks for, and leaves out what it does not understand', () => {
  expect(listQuery({})).toEqual({ view: 'mine' })
  expect(listQuery({ view: 'decided', q: 'maya', tool: 'assign_shift', from: 'c1', warned: '1', cursor: 'x' })).toEqual(
    {
      view: 'decided',
      q: 'maya',
      tool: 'assign_shift',
      from: 'c1',
      warned: true,
      cursor: 'x',
    },
  )
  expect(listQuery({ view: 'everything', q: ['a', 'b'], warned: 'yes', open: 'x' })).toEqual({ view: 'mine', q: 'a' })
})
