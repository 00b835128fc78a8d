import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { newToken, TOKEN_RANDOM_BYTES, tokenHash } from './index'

it('writes 24 random bytes as 48 lower-case hexadecimal digits after the prefix', () => {
  const random = Uint8Array.from({ length: TOKEN_RANDOM_BYTES }, (_, index) => 255 - index)
  expect(newToken('cnf', random)).toBe('cnf_fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8')
  expect(newToken('grt', random)).toHaveLength(52)
})

it('throws on too little randomness, and on too much', () => {
  for (const length of [0, 23, 25]) expect(() => newToken('cnf', new Uint8Array(length))).toThrow('24 random bytes')
})

it('keeps of a token its SHA-256 only', () => {
  expect(tokenHash('cnf_00ff')).toBe(createHash('sha256').update('cnf_00ff').digest('hex'))
})
