/**
 * What happened here, and is it all there?
 *
 * Guarantees: the whole record for admins and nobody else; what is exported is every event in the order of time, with the
 * text that was hashed; verifying trusts no hash that it did not make itself, and says what is wrong with what. Changes
 * nothing. Knows nothing of tools, of screens, or of who decided rightly.
 */
export { makeRecord } from './make-record'
export type { Chain, RecordStore, Seal } from './ports'
export type { Fault, Record, RecordEntry, RecordPage, RecordQuery, Verified } from './record'
export { verifyRecord } from './verify-record'
