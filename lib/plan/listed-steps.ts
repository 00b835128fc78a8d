/** «Step 3», «Steps 1 to 3 and 7», by number. */
export function listedSteps(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === number - 1) last[1] = number
    else runs.push([number, number])
  }
  const parts = runs.flatMap(([from, to]) => {
    if (from === to) return [String(from)]
    return to === from + 1 ? [String(from), String(to)] : [`${from} to ${to}`]
  })
  const tail = parts.at(-1) ?? ''
  const head = parts.slice(0, -1).join(', ')
  return `${numbers.length === 1 ? 'Step' : 'Steps'} ${head === '' ? tail : `${head} and ${tail}`}`
}
