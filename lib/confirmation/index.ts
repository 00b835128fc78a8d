/**
 * What is a person asked, and can they see all of it?
 *
 * Guarantees: a confirmation outside its limits does not exist; what was shown has one digest; text that `visible` has
 * split holds no hidden character outside a chip, and joins back to exactly what it was; whatever differs between two
 * confirmations is a changed row. Knows nothing of colours, HTML, languages, or of what the tool will do.
 */
export { type Change, changes } from './changes'
export { type Confirmation, type Detail, LIMITS, parseConfirmation, type Warning } from './confirmation'
export { codePointsIn, cut } from './cut'
export { displayDigest } from './display-digest'
export { type Segment, type VisibleOptions, visible, visibleText } from './visible'
