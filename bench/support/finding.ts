import { median, type Rates } from './in-turn'

export type Aim = { least: number } | { most: number }

/**
 * What one measurement found, as a row of the results. `value` is a ratio, or an amount with its `unit`; `pays` says what
 * the difference is spent on, for when an aim is missed.
 */
export type Finding = { what: string; value: number; unit?: string; aim?: Aim; figures: string; pays?: string }

/** Compares two sides of one run: the median of the ratios of each round, and the median of each side. */
export function ratio(what: string, rates: Rates, [side, base]: readonly [string, string], aim: Aim): Finding {
  const [ours, theirs] = [ratesOf(rates, side), ratesOf(rates, base)]
  const ratios = ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN))
  return {
    what,
    value: median(ratios),
    aim,
    figures: `${side} ${perSecond(ours)}, ${base} ${perSecond(theirs)}; rounds ${ratios.map((one) => one.toFixed(2)).join(', ')}`,
  }
}

/** As `ratio`, of the time each takes: how many times longer the first one is. */
export function slowdown(what: string, rates: Rates, [side, base]: readonly [string, string], aim: Aim): Finding {
  return ratio(what, rates, [base, side], aim)
}

/** How often a second, with nothing to compare it to. */
export function rate(what: string, rates: Rates, side: string): Finding {
  const all = ratesOf(rates, side)
  return { what, value: median(all), unit: '/s', figures: `rounds ${all.map((one) => one.toFixed(0)).join(', ')}` }
}

/** Whether it is what was aimed at; null where nothing was. */
export function isMet({ value, aim }: Finding): boolean | null {
  if (aim === undefined) return null
  return 'least' in aim ? value >= aim.least : value <= aim.most
}

function ratesOf(rates: Rates, side: string): readonly number[] {
  const found = rates.get(side)
  if (found === undefined) throw new Error(`no side «${side}» was measured`)
  return found
}

function perSecond(rates: readonly number[]): string {
  return `${median(rates).toFixed(0)}/s`
}
