/** Keeps what was made last, by key, at most `most` of it: what was longest not asked for goes first. */
export function kept<Value>(most: number): { get(key: string, make: () => Value): Value; readonly size: number } {
  const entries = new Map<string, Value>()
  return {
    get size() {
      return entries.size
    },
    get(key, make) {
      const known = entries.get(key)
      const value = known ?? make()
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
      return value
    },
  }
}
