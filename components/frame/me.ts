import type { Role } from '@/lib/policy'

/** The reader, as the screens show them. `org` is the organization's name; `hasDesk`: leads by role or a team. */
export type Me = { id: string; name: string; email: string; role: Role; org: string; hasDesk: boolean }
