import type { Role } from '@/lib/policy'

/** The reader, as the screens show them. `org` is the organization's name. */
export type Me = { id: string; name: string; email: string; role: Role; org: string }
