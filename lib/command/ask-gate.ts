/** One command that waits for an answer. `command` is the whole script, `reason` as `assess` gave it. */
export type GateQuestion = { command: string; reason: string; full_access: boolean }

/** Who can be asked. Its answer counts only if it is the text `allow`; the signal ends when nobody waits any more. */
export type Gate = (question: GateQuestion, signal: AbortSignal) => unknown

/**
 * Asks, and answers true only for an explicit `allow` within the time limit.
 *
 * No gate, another answer, a throw, a rejection, an answer too late: false. A gate that comes round afterwards changes
 * nothing.
 */
export async function askGate(question: GateQuestion, gate: Gate | null, timeoutMs: number): Promise<boolean> {
  if (gate === null || !(timeoutMs > 0)) return false
  const waiting = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<false>((resolve) => {
    // Longer than the timers of Node and browsers can count would end at once.
    timer = setTimeout(() => resolve(false), Math.min(timeoutMs, 2 ** 31 - 1))
  })
  const answered = Promise.resolve()
    .then(() => gate({ ...question }, waiting.signal))
    .then((answer) => answer === 'allow')
    // A broken channel is a no, like every other trouble: the cause is the gate's own to report.
    .catch(() => false)
  const approved = await Promise.race([answered, tooLate])
  clearTimeout(timer)
  waiting.abort()
  return approved
}
