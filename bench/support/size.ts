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

/** Rounds of a comparison: odd, so that the median is one that was measured. `BENCH_ROUNDS=3` makes a whole run shorter. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? (scale === 1 ? 5 : 3))
if (![3, 5, 7].includes(ROUNDS)) throw new Error('BENCH_ROUNDS must be 3, 5 or 7')
