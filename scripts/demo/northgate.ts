import type { PolicyText, Role, Scope } from '@/lib/policy'
import type { Kind } from '@/lib/request'

/** The organization of the demo and of the browser stories: Northgate Hotels. */
export const ORG = { id: 'northgate', name: 'Northgate Hotels', timeZone: 'Europe/London' }

/** Its people. Addresses are those of the rota, which makes the leads managers of their places. */
export const PEOPLE = {
  dana: { id: 'dana', name: 'Dana Whitlock', email: 'dana@northgate.example', role: 'lead' },
  priya: { id: 'priya', name: 'Priya Raman', email: 'priya@northgate.example', role: 'admin' },
  ines: { id: 'ines', name: 'Ines Okafor', email: 'ines@northgate.example', role: 'lead' },
  tomas: { id: 'tomas', name: 'Tomás Herrera', email: 'tomas@northgate.example', role: 'member' },
  jonas: { id: 'jonas', name: 'Jonas Lindqvist', email: 'jonas@northgate.example', role: 'lead' },
  leo: { id: 'leo', name: 'Leo Park', email: 'leo@northgate.example', role: 'member' },
  maya: { id: 'maya', name: 'Maya Chen', email: 'maya@northgate.example', role: 'member' },
} as const satisfies Record<string, { id: string; name: string; email: string; role: Role }>

/** The programs that propose. */
export const CLIENTS = {
  rota: { id: 'rota', name: 'Rota agent' },
  purchasing: { id: 'purchasing', name: 'Purchasing' },
  ledger: { id: 'ledger', name: 'Ledger agent' },
  payroll: { id: 'payroll', name: 'Payroll flow' },
}

/** What their keys may do. The payroll flow's own words are the title of its gates. */
export const SCOPES: Record<keyof typeof CLIENTS, Scope[]> = {
  rota: ['propose', 'read', 'redeem'],
  purchasing: ['propose', 'read', 'redeem'],
  ledger: ['propose', 'read', 'redeem'],
  payroll: ['propose', 'read', 'redeem', 'prompts', 'already_parked'],
}

/** Who decides what: shifts by one lead, cancelling by two, orders by one, announcements by one. */
export const POLICIES: { kind?: Kind; subject: string; policy: PolicyText }[] = [
  { subject: 'assign_shift', policy: { who: { kind: 'people', people: ['dana', 'priya', 'ines'] } } },
  { subject: 'cancel_shift', policy: { who: { kind: 'people', people: ['dana', 'priya', 'ines'] }, quorum: 2 } },
  { subject: 'order_supplies', policy: { who: { kind: 'people', people: ['dana', 'ines', 'jonas'] } } },
  { subject: 'announce', policy: { who: { kind: 'people', people: ['dana', 'ines'] } } },
  // the kinds without a tool, by the client that proposes them
  { kind: 'gate', subject: 'rota', policy: { who: { kind: 'people', people: ['dana', 'priya', 'ines'] }, quorum: 2 } },
  { kind: 'gate', subject: 'payroll', policy: { who: { kind: 'people', people: ['dana', 'ines'] }, quorum: 2 } },
  { kind: 'gate', subject: 'purchasing', policy: { who: { kind: 'people', people: ['dana', 'ines'] } } },
  { kind: 'command', subject: 'rota', policy: { who: { kind: 'people', people: ['dana', 'priya'] } } },
  { kind: 'command', subject: 'ledger', policy: { who: { kind: 'people', people: ['dana', 'priya'] } } },
  { kind: 'plan', subject: 'rota', policy: { who: { kind: 'people', people: ['dana', 'priya', 'ines'] }, quorum: 2 } },
]
