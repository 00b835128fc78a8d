import type { OrganizationStore } from '@/lib/organization'
import type { Database } from './database'
import { members } from './members'
import { overview } from './overview'
import { policiesAndKeys } from './policies-and-keys'
import { teams } from './teams'

/** The store of `lib/organization` over one database. */
export function organizationStore(database: Database): OrganizationStore {
  return { ...overview(database), ...members(database), ...teams(database), ...policiesAndKeys(database) }
}
