import type { Page } from '@playwright/test'
import { canonicalize, type Json } from '@/lib/binding'
import { PAYOUT_GATE, PAYOUT_WORDS } from '@/scripts/demo/payout-gate'
import { api } from './stories'
import type { ClientId } from './world'

/** Proposes a gate; by default as a client whose gates one person decides. */
export async function proposeGate(
  approval_schema: Json,
  {
    client = 'purchasing',
    ...more
  }: { proposed?: Json; prompt?: string; already_parked?: boolean; client?: ClientId } = {},
): Promise<string> {
  const { status, body } = await api(
    'POST',
    '/requests',
    { kind: 'gate', prompt: 'Go on?', approval_schema, ...more },
    client,
  )
  if (status !== 201) throw new Error(`the gate was refused: ${JSON.stringify(body)}`)
  return String(body.id)
}

/** The gate of the demo, which two people decide. */
export async function proposePayout(): Promise<string> {
  const { status, body } = await api(
    'POST',
    '/requests',
    { kind: 'gate', agent: PAYOUT_WORDS, ...PAYOUT_GATE },
    'payroll',
  )
  if (status !== 201) throw new Error(`the gate was refused: ${JSON.stringify(body)}`)
  return String(body.id)
}

/** What was recorded of a gate, as its client reads it. */
export async function recorded(id: string, client: ClientId = 'purchasing') {
  const { body } = await api('GET', `/requests/${id}`, undefined, client)
  return { status: body.status, answer: body.answer as Json, text: body.answer_text as string | null }
}

export async function approveAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Approve this answer)/ }).click()
}

/** An answer as it is recorded. */
export function canonicalText(answer: Json): string {
  return canonicalize(answer)
}
