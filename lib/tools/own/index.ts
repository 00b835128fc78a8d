import type { Tool } from '@/lib/tools'

/**
 * Which tools does this installation have of its own?
 *
 * Put yours beside this file, one file a tool, and name them here; the README shows one. They know the ports of
 * `lib/tools` only, and nothing of requests, screens or the store.
 */
export const ownTools: Tool[] = []
