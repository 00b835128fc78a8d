import type { Tool } from '@/lib/tools'
import { announce } from './announce'
import { assignShift } from './assign-shift'
import { cancelShift } from './cancel-shift'
import { orderSupplies } from './order-supplies'

/** The sample tools over the rota; `announceUrl` is where announcements are posted. */
export function staffingTools({ announceUrl }: { announceUrl: string }): Tool[] {
  return [assignShift, cancelShift, announce({ url: announceUrl }), orderSupplies]
}

export { type Announcement, receiveAnnouncement } from './announce'
export { loadRota, NORTHGATE_ROTA, type Rota } from './load-rota'
export { installStaffing } from './schema'
