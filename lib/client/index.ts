/**
 * How does a browser read requests and hear of changes?
 *
 * Guarantees: reads are GETs that change nothing and mint nothing; one event stream serves all tabs of a browser; when
 * the stream is gone the caller is told, so that it can ask instead. Knows nothing of screens, and of the use cases
 * only the shapes they return.
 */
export { freshCache } from './cache'
export { fetchInbox, fetchRequest, ReadFailed } from './fetchers'
export { inboxSearch } from './inbox-search'
export { keys } from './keys'
export { followChanges } from './live'
