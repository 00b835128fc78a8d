import { PEOPLE } from '@/scripts/demo/northgate'

/** The people of the stories: those of Northgate Hotels, and one of another organization. */
export const people = {
  ...PEOPLE,
  ada: { id: 'ada', name: 'Ada Brandt', email: 'ada@saltmarsh.example', role: 'lead' },
} as const

export type Person = (typeof people)[keyof typeof people]

/** The other organization, of which nobody at Northgate may notice anything. */
export const SALTMARSH = { id: 'saltmarsh', name: 'Saltmarsh Inns', timeZone: 'Europe/London' }
