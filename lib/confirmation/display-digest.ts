import { type Digest, digest, type Json } from '@/lib/binding'
import type { Confirmation } from './confirmation'

/**
 * Hashes what a person was shown and asked: `jcs-sha256:` and the SHA-256 of JCS({confirmation, question ?? null}).
 *
 * `question` is what else is asked with it (an approval schema, a script, steps). Not in it, so that two approvers can
 * have been shown the same: time left, quorum, history, the agent's words, Countersign's own notes (design §1).
 */
export function displayDigest(confirmation: Confirmation, question: Json = null): Digest {
  return digest({ confirmation, question })
}
