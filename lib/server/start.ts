/** What scripts start and fill an installation with. Pages never import this: it would bring every adapter with it. */
export { type Composed, compose, toolsOf } from './compose'
export { jsonLog, type Log } from './log'
export { applyMigrations, openStore, type ReadyDatabase } from './open-store'
