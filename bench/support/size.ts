/** How large this run is: 1 is the whole of it, `BENCH_SCALE=0.02` shows in two minutes that everything still works. */
export const scale = Number(process.env.BENCH_SCALE ?? 1)
if (!(scale > 0 && scale <= 1)) throw new Error('BENCH_SCALE must be a number above 0 and up to 1')

/** Callers at once on each side. The pools have ten connections. */
export const CALLERS = 16
export const POOL = 10

/** So many of something in a whole run; fewer, but never under `least`, in a smaller one. */
export function sized(whole: number, least: number = CALLERS * 2): number {
  return Math.max(least, Math.round(whole * scale))
}

/** Rounds of a comparison: odd, so that the median is one that was measured. */
export const ROUNDS = scale === 1 ? 5 : 3
