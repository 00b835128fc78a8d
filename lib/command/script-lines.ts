/** The lines of a script; a line break at the end begins no line of its own. */
export function linesOf(script: string): string[] {
  const lines = script.split('\n')
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Says on which line, from 1, a place of the script stands. */
export function lineFinder(script: string): (position: number) => number {
  const starts = [0]
  for (let at = script.indexOf('\n'); at !== -1; at = script.indexOf('\n', at + 1)) starts.push(at + 1)
  return (position) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
