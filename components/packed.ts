declare const of: unique symbol

/** A value as one text; see `pack`. */
export type Packed<T> = string & { readonly [of]: T }

/**
 * A value of many small parts, packed for its way from a page to a screen: as it is, each of its parts would be written
 * down, escaped, read and looked at one by one, on the server and again in the browser. Of what JSON can hold.
 */
export function pack<T>(value: T): Packed<T> {
  return JSON.stringify(value) as Packed<T>
}

/** The value again. The same text makes a new value each time. */
export function unpack<T>(packed: Packed<T>): T {
  return JSON.parse(packed) as T
}
