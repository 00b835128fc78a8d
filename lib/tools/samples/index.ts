/**
 * What do tools look like in earnest?
 *
 * Samples over real tables: a rota in a database schema of its own. They know the ports of `lib/tools` only, and nothing
 * of requests, screens or the store.
 */
export {
  type Announcement,
  installStaffing,
  loadRota,
  NORTHGATE_ROTA,
  type Rota,
  receiveAnnouncement,
  staffingTools,
} from './staffing'
