/** A number with its noun: `plural(2, 'warning')` is «2 warnings». */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

/** Names in a row: «Ana», «Ana or Ben», «Ana, Ben or Cleo»; beyond `most`, how many more. */
export function listed(names: readonly string[], word: 'and' | 'or', most = 3): string {
  const all = names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} others`] : names
  if (all.length < 2) return all.join('')
  return `${all.slice(0, -1).join(', ')} ${word} ${all.at(-1)}`
}
