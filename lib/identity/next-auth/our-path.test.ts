import { describe, expect, it } from 'vitest'
import { ourPath, signInPath } from './our-path'

const url = 'https://app.example.com'

describe('ourPath', () => {
  it.each([
    ['/requests/42?tab=raw', '/requests/42?tab=raw'],
    ['https://app.example.com/requests/42?tab=raw#c1', '/requests/42?tab=raw'],
    ['requests/42', '/requests/42'],
    ['/inbox?q=%2F%2Fevil.example', '/inbox?q=%2F%2Fevil.example'],
    ['https://user:password@app.example.com/inbox', '/inbox'],
    ['/signinger', '/signinger'],
  ])('keeps exactly path and query: %s', (target, path) => {
    expect(ourPath(target, url)).toBe(path)
  })

  it.each([
    null,
    undefined,
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://app.example.com.evil.example',
    'https://app.example.com@evil.example',
    'http://app.example.com/inbox',
    'https://app.example.com:8443/inbox',
    'https://app.example.com//evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://app.example.com/1',
    'http://[',
    '/signin',
    '/signin?callbackUrl=%2Fsignin',
    '/signin/error?error=Verification',
    '/api/auth/callback/email?token=1',
  ])('leads nowhere else: %j', (target) => {
    expect(ourPath(target, url)).toBe('/')
  })

  it('leads nowhere when the target is longer than any of ours', () => {
    expect(ourPath(`/${'a'.repeat(3_000)}`, url)).toBe('/')
  })

  it('stays on our origin where a target only looks like another host', () => {
    expect(new URL(ourPath('/%09/evil.example', url), url).origin).toBe(url)
    expect(new URL(ourPath('/%5cevil.example', url), url).origin).toBe(url)
  })
})

it('never lets the return parameter grow, however often signing in fails', () => {
  let path = signInPath('/requests/42?tab=raw', url)
  expect(path).toBe('/signin?callbackUrl=%2Frequests%2F42%3Ftab%3Draw')
  path = signInPath(path, url)
  expect(path).toBe('/signin')
})
