/** Lists of numbers behind each other: the list of `i` goes from `from[i]` up to `from[i + 1]`. */
export type Lists = { from: Int32Array; items: Int32Array }

/** Gathers lists one after another: `add` to the present one, `end` it. */
export class Listing {
  private readonly from: Int32Array
  private items = new Int32Array(64)
  private ended = 0
  private length = 0

  constructor(count: number) {
    this.from = new Int32Array(count + 1)
  }

  add(item: number): void {
    if (this.length === this.items.length) {
      const longer = new Int32Array(this.length * 2)
      longer.set(this.items)
      this.items = longer
    }
    this.items[this.length] = item
    this.length++
  }

  end(): void {
    this.ended++
    this.from[this.ended] = this.length
  }

  done(): Lists {
    return { from: this.from, items: this.items.subarray(0, this.length) }
  }
}

/** The number at a place that is known to be inside. */
export function at(numbers: Int32Array, place: number): number {
  return numbers[place] ?? 0
}

/** Puts the numbers from 0 up to `count` into as many lists as there are groups, in the order they are visited. */
export function grouped(groups: number, count: number, groupOf: (index: number) => number): Lists {
  const from = new Int32Array(groups + 1)
  for (let index = 0; index < count; index++) {
    const group = groupOf(index)
    from[group + 1] = at(from, group + 1) + 1
  }
  for (let group = 0; group < groups; group++) from[group + 1] = at(from, group + 1) + at(from, group)
  const next = from.slice()
  const items = new Int32Array(count)
  for (let index = 0; index < count; index++) {
    const group = groupOf(index)
    items[at(next, group)] = index
    next[group] = at(next, group) + 1
  }
  return { from, items }
}
