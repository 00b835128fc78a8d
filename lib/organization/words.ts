import type { Role } from '@/lib/policy'
import type { Refusal } from '@/lib/result'

const ROLES = ['member', 'lead', 'admin'] as const satisfies readonly Role[]
// One address, as mail servers take it; the same as signing in takes.
const ADDRESS = /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@"<>(),;:\\[\]]{1,190}$/
const LONGEST_NAME = 80

/** A role by its name; null for any other text. */
export function roleOf(text: string): Role | null {
  return ROLES.find((role) => role === text) ?? null
}

/** An address as it is compared: trimmed, in compatible form, in small letters; null where it is none. */
export function addressOf(text: string): string | null {
  const address = text.normalize('NFKC').trim().toLowerCase()
  return ADDRESS.test(address) ? address : null
}

/** What is wrong with the name of a person, a team or a client: nothing to be seen in it, too long, or not to be kept. */
export function nameFaults(path: string, name: string): Refusal['at'] {
  if (!/[^\p{C}\p{Z}\s]/u.test(name)) return [{ path, message: 'is needed' }]
  if ([...name.trim()].length > LONGEST_NAME) return [{ path, message: `is longer than ${LONGEST_NAME} characters` }]
  // names stand on one line, in lists, mails and headers: what cannot be seen in them deceives
  if (!name.isWellFormed() || /[\p{Cc}\u2028\u2029]/u.test(name))
    return [{ path, message: 'holds a character that cannot be kept' }]
  return []
}

/** Whether a text names a time zone, such as Europe/London. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
