import { PEOPLE } from '@/scripts/demo/northgate'

/** The people of the stories: those of Northgate Hotels. */
export const people = PEOPLE

/** The other organization, of which nobody at Northgate may notice anything, and its one person. */
export const SALTMARSH = { id: 'saltmarsh', name: 'Saltmarsh Inns', timeZone: 'Europe/London' }
export const elsewhere = { id: 'ada', name: 'Ada Brandt', email: 'ada@saltmarsh.example', role: 'lead' } as const

export type Person = (typeof people)[keyof typeof people] | typeof elsewhere
