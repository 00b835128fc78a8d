import { expect, it } from 'vitest'
import { isStuck } from './oldest'

const one = (id: string, hasSigned = false) => ({ id, name: id, isAsked: true, hasSigned })

it.each([
  [2, 0, [one('a'), one('b')], false],
  [2, 1, [one('a', true), one('b')], false],
  [2, 1, [one('a', true)], true],
  [2, 0, [one('a')], true],
  [1, 0, [], true],
])('of %i needed and %i given, with these left: %j, it is stuck: %s', (need, have, deciders, stuck) =>
  expect(isStuck({ approvals: { need, have }, deciders })).toBe(stuck),
)
