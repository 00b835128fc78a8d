import { QueryClient } from '@tanstack/react-query'

/** How long what was read counts as true without a word from the change feed. */
const STALE_MS = 20_000

/** Makes an empty cache for what a browser reads. */
export function freshCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: STALE_MS, retry: 1 } } })
}
