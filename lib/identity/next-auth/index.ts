/**
 * How does a person sign in, and out?
 *
 * Guarantees: only members get in, and nobody learns who is one; a mailed link works once, for ten minutes, and only
 * shows a button; after it people land on the page they came for, never on another site.
 * Needs Next's request scope, so only `app/` may use it. Knows the store by the port of `identity`.
 */
export { type Door, type DoorSettings, signInDoor } from './door'
export type { OidcSettings } from './oidc'
export { ourPath, signInPath } from './our-path'
