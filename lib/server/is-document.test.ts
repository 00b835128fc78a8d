import { describe, expect, it } from 'vitest'
import { isDocument } from './is-document'

const navigate = { 'sec-fetch-mode': 'navigate' }
const form = 'application/x-www-form-urlencoded'

describe('isDocument', () => {
  it.each([
    ['a typed address or a followed link', 'GET', '/requests/1', navigate],
    ['a browser or a program that does not say', 'GET', '/requests/1', {}],
    [
      'a form without JavaScript',
      'POST',
      '/requests/1',
      { ...navigate, 'content-type': 'multipart/form-data; boundary=x' },
    ],
    ['a plain form', 'POST', '/requests/1', { ...navigate, 'content-type': form }],
    ['a query that only looks like one of Next’s', 'GET', '/inbox?q=_rsc', navigate],
  ])('is one: %s', (_what, method, url, headers) => {
    expect(isDocument({ method, url, headers })).toBe(true)
  })

  it.each([
    ['HEAD', 'HEAD', '/requests/1', navigate],
    [
      'a server action called by script',
      'POST',
      '/requests/1',
      { 'next-action': 'x', 'content-type': 'multipart/form-data' },
    ],
    ['another post', 'POST', '/requests/1', { 'content-type': 'text/plain' }],
    ['a component refresh', 'GET', '/requests/1', { rsc: '1', 'sec-fetch-mode': 'cors' }],
    ['a component refresh that does not say its mode', 'GET', '/requests/1', { rsc: '1' }],
    ['a prefetch of Next’s', 'GET', '/requests/1', { 'next-router-prefetch': '1' }],
    ['a prefetch of a segment', 'GET', '/requests/1', { 'next-router-segment-prefetch': '/_tree' }],
    ['a refresh by its address', 'GET', '/requests/1?_rsc=abc', {}],
    ['a speculative prefetch', 'GET', '/requests/1', { ...navigate, 'sec-purpose': 'prefetch' }],
    ['a speculative prerender', 'GET', '/requests/1', { ...navigate, 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch of an old browser', 'GET', '/requests/1', { purpose: 'prefetch' }],
    ['a prefetching <link>', 'GET', '/requests/1', { 'sec-fetch-mode': 'no-cors' }],
    ['a fetch', 'GET', '/requests/1', { 'sec-fetch-mode': 'cors' }],
  ])('is none: %s', (_what, method, url, headers) => {
    expect(isDocument({ method, url, headers })).toBe(false)
  })
})
