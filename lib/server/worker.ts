/** A loop that does what is due. `stop` waits for what is being done. */
export type Worker = { stop(): Promise<void> }

const IDLE_MS = 500
const SWEEP_MS = 10 * 60_000

/**
 * Calls `work` again and again: at once while there was something to do, else after half a second; and `sweep` now and
 * then. A failure is said and tried again: the rows are still there.
 */
export function startWorker(parts: {
  work: () => Promise<number>
  sweep?: () => Promise<void>
  onError: (error: unknown) => void
  idleMs?: number
}): Worker {
  const { work, sweep = async () => undefined, onError, idleMs = IDLE_MS } = parts
  let isStopping = false
  let wake = () => {}
  let sweptAt = Date.now()

  const turn = async (): Promise<number> => {
    try {
      if (Date.now() - sweptAt > SWEEP_MS) {
        sweptAt = Date.now()
        await sweep()
      }
      return await work()
    } catch (error) {
      onError(error)
      return 0
    }
  }
  const loop = async () => {
    while (!isStopping) {
      if ((await turn()) > 0 || isStopping) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const ended = loop()
  return {
    stop: () => {
      isStopping = true
      wake()
      return ended
    },
  }
}
