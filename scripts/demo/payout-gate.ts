/** The gate at which a payroll run waits, as its engine would propose it. */
export const PAYOUT_GATE = {
  prompt: 'Release the November payout run?',
  approval_schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['release', 'method'],
    additionalProperties: false,
    properties: {
      release: { type: 'boolean', title: 'Release now' },
      method: {
        title: 'Payment method',
        oneOf: [
          { const: 'bacs', title: 'Bacs, arrives in two working days' },
          { const: 'faster', title: 'Faster Payments, arrives today' },
          { const: 'split', title: 'Split by bank' },
        ],
      },
      tolerance_gbp: {
        type: 'number',
        title: 'Largest difference to accept, in pounds',
        description: 'Per person. The run stops at anyone above it.',
        minimum: 0,
        maximum: 500,
        multipleOf: 0.01,
        default: 5,
      },
      hold: {
        type: 'array',
        title: 'Hold back',
        maxItems: 10,
        items: {
          type: 'object',
          title: 'Held back',
          required: ['person', 'reason'],
          properties: {
            person: { type: 'string', title: 'Person', minLength: 1 },
            amount_gbp: { type: 'number', title: 'Amount, in pounds', minimum: 0 },
            reason: {
              title: 'Reason',
              oneOf: [
                { const: 'bank_details', title: 'Bank details changed' },
                { const: 'left', title: 'Left the company' },
                { const: 'disputed_hours', title: 'Disputed hours' },
              ],
            },
          },
        },
      },
    },
  },
  proposed: {
    method: 'bacs',
    hold: [
      { person: 'E-2291 Jo Marsh', amount_gbp: 1482.6, reason: 'bank_details' },
      { person: 'E-1870 Femi Adeyemi', amount_gbp: 214, reason: 'disputed_hours' },
    ],
  },
}

/** What the flow says of it. */
export const PAYOUT_WORDS = {
  name: 'Payroll flow',
  words:
    'All timesheets are closed. Two people are suggested for holding back because their bank details or hours are in question.',
  run: '1129',
}
