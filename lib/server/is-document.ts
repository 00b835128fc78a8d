import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request loads a document into a window: a typed address, a followed link, a form posted without
 * JavaScript. Only then a page may mint a token. Not one: a prefetch, a component refresh, a server action called by
 * script, a HEAD, a fetch. Next hides the headers that tell them apart from pages; here they are still there.
 */
export function isDocument(request: {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}): boolean {
  const { method, headers, url = '' } = request
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined && mode !== 'navigate') return false
  if (method === 'POST')
    return (
      headers['next-action'] === undefined &&
      /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(headers['content-type'] ?? '')
    )
  return (
    method === 'GET' &&
    headers.rsc === undefined &&
    headers['next-router-prefetch'] === undefined &&
    headers['next-router-segment-prefetch'] === undefined &&
    !/prefetch/i.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}${headers['x-moz'] ?? ''}`) &&
    !/[?&]_rsc\b/.test(url)
  )
}
