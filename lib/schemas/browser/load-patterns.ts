import type { CompilePattern } from './browser-judge'

/** Fetches the matcher of patterns, which is larger than all the rest, once and only where a schema has patterns. */
export async function loadPatterns(): Promise<CompilePattern> {
  const { compilePattern } = await import('../patterns')
  return compilePattern
}
