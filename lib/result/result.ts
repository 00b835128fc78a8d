/** A value, or why there is none. */
export type Result<T, E = Refusal> = { ok: true; value: T } | { ok: false; error: E }

/**
 * An expected «no».
 *
 * `code` is one of the room's own closed set and never reused; `at` names every place at fault, each path in the
 * `$.a[0]` form (`$` is the whole value); `by` and `when` tell a loser who was first and when (ISO 8601, UTC).
 */
export type Refusal<C extends string = string> = {
  code: C
  at: { path: string; message: string }[]
  by?: string
  when?: string
}

/** Wraps a value as an accepted result. */
export function yes<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

/** Makes a refusal; `at` may be left out where the code says it all. */
export function refuse<C extends string>(
  code: C,
  at: Refusal['at'] = [],
  first: { by?: string; when?: string } = {},
): { ok: false; error: Refusal<C> } {
  return { ok: false, error: { code, at, ...first } }
}
