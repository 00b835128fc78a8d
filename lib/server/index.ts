/**
 * What is this server made of?
 *
 * Guarantees: one composition per process, built before the first page, reached by value and never by class (pages run
 * in a module graph of their own). Nothing here decides anything; it joins use cases, adapters and the front.
 */

export type { SignedIn } from '@/lib/identity'
export { type Composition, composition, type Demo, type Feed, type Reply, type Settings } from './composition'
export type { Log, LogFields } from './log'
export type { ShownMail } from './mailbox'
