/** Any JSON value. One that `parseStrictJson` returned is also I-JSON (RFC 7493): every reader takes it the same way. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Half of a surrogate pair standing alone: no UTF-8 text can hold it, so no two programs agree on its bytes. */
const LONE_SURROGATE = /\p{Cs}/u
/** Without the u flag, so paired ones too; four times as fast, and most texts hold neither. */
const ANY_SURROGATE = /[\ud800-\udfff]/

export function hasLoneSurrogate(text: string): boolean {
  return ANY_SURROGATE.test(text) && LONE_SURROGATE.test(text)
}

/**
 * Sets a member as the object's own, whatever its name: plain assignment of `__proto__` would set the prototype, and
 * what was shown would lack a member that the text has.
 */
export function setMember(object: { [name: string]: Json }, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  else object[name] = value
}
