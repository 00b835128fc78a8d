import type { ServerResponse } from 'node:http'

/**
 * What holds for every answer, whoever makes it; pages get a policy of their own from `proxy.ts` in place of «nothing
 * may be loaded». `Referrer-Policy` is `same-origin` and not `no-referrer`: with that, forms without JavaScript are
 * sent with `Origin: null` and refused.
 */
export function setSecurityHeaders(response: ServerResponse, base: URL): void {
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  if (base.protocol === 'https:') response.setHeader('strict-transport-security', 'max-age=63072000; includeSubDomains')
}
