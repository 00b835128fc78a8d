import type { Kind } from '@/lib/request'
import type { IconName } from '../parts/icon'

/** What each kind of request is called, and its sign. */
export const KIND_WORDS: { readonly [K in Kind]: { name: string; icon: IconName } } = {
  write: { name: 'Write', icon: 'pen' },
  gate: { name: 'Gate', icon: 'gate' },
  command: { name: 'Command', icon: 'command' },
  plan: { name: 'Plan', icon: 'plan' },
}
