/**
 * Where is everything kept?
 *
 * Guarantees: one round trip per decision, under the request's row lock and by the database's clock; token, session and
 * key texts are never stored; what is of another organization is as if it were not there. The only importer of the
 * generated Prisma client. Knows nothing of HTTP, screens or tools beyond the SQL port they are given.
 */
export { administration } from './administration'
export { whyNoAnswer } from './answers'
export { changesSince, type FeedPlace } from './changes'
export { type Database, openDatabase } from './database'
export { identities } from './identities'
export { organizationStore } from './organization'
export { recordStore, type SealAll } from './record'
export { maySee } from './sight'
export { makeStore } from './store'
export { type CallBinding, type Held, type Tokens, tokens } from './tokens'
export { toolSql } from './tool-sql'
