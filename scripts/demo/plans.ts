import type { Json } from '@/lib/binding'
import type { Proposal } from '@/lib/inbox'

const call = (id: string, tool: string, parameters: Json, more: { [field: string]: Json } = {}): Json => ({
  id,
  type: 'tool_call',
  tool,
  parameters,
  failure_behavior: 'retry',
  ...more,
})
const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }

/** Seven steps in four levels: one may fail, and one that nothing needs can be left out. */
export const onboarding: Proposal = {
  kind: 'plan',
  inputs: {
    plan: {
      actions: [
        call(
          'passport',
          'check_passport',
          { name: 'Amara Diallo', document: 'D-5531' },
          {
            expected_effects: { 'passport.checked': true },
            reversibility: 'reversible',
          },
        ),
        call(
          'record',
          'create_staff_record',
          { name: 'Amara Diallo', job: 'Sous Chef' },
          {
            expected_effects: { 'staff.record': true },
            reversibility: 'reversible',
          },
        ),
        call(
          'payroll',
          'add_to_payroll',
          { name: 'Amara Diallo', hourly: '£15.20' },
          {
            state_dependencies: ['passport.checked', 'staff.record'],
            expected_effects: { 'payroll.entry': true },
            reversibility: 'compensable',
            compensation: { tool: 'remove_from_payroll' },
          },
        ),
        call(
          'account',
          'open_account',
          { name: 'Amara Diallo', account: 'amara.diallo' },
          {
            state_dependencies: ['staff.record'],
            expected_effects: { 'account.open': true },
            reversibility: 'reversible',
          },
        ),
        call(
          'shifts',
          'assign_first_shifts',
          { name: 'Amara Diallo', shifts: 5 },
          {
            state_dependencies: ['payroll.entry'],
            preconditions: [
              { key: 'payroll.active', operator: 'eq', value: true, description: 'she is paid from day one' },
            ],
            expected_effects: { 'shifts.assigned': true },
            reversibility: 'compensable',
          },
        ),
        call(
          'uniforms',
          'order_uniforms',
          { name: 'Amara Diallo', size: 'M', count: 2, price: '£84.00' },
          {
            state_dependencies: ['payroll.entry'],
            failure_behavior: 'skip',
          },
        ),
        call(
          'welcome',
          'send_welcome',
          { name: 'Amara Diallo', to: 'her phone' },
          {
            state_dependencies: ['account.open', 'shifts.assigned'],
          },
        ),
      ],
    },
    tools: Object.fromEntries(
      [
        'check_passport',
        'create_staff_record',
        'add_to_payroll',
        'open_account',
        'assign_first_shifts',
        'order_uniforms',
        'send_welcome',
      ].map((name) => [name, { parameters: named }]),
    ),
    state: { 'org.active': true },
    tenant: null,
    perform: 'client',
  },
  agent: {
    name: 'Onboarding agent',
    words:
      'Everything Amara needs for her first week. The uniforms can wait if you would rather let her choose a size.',
  },
}
