/** Names that would read as something else, or not at all, when written bare after a dot. */
const QUOTED = /^$|^\d+$|[.[\]"\s\p{White_Space}\p{Cc}\p{Cs}]/u

/**
 * Names a place inside a JSON value: `$` is the whole, a number becomes `[n]`, a name `.name`.
 *
 * A name that is empty, all digits, or holds `.` `[` `]` `"`, white space of any script or a control character is
 * written `["name"]` with JSON escapes (the conformance vectors' rule «Paths»). So is one with a lone surrogate, which
 * could not be sent otherwise. Two different places never have the same path.
 */
export function pathOf(segments: readonly (string | number)[]): string {
  let path = '$'
  for (const segment of segments)
    path +=
      typeof segment === 'number'
        ? `[${segment}]`
        : QUOTED.test(segment)
          ? `[${JSON.stringify(segment)}]`
          : `.${segment}`
  return path
}
