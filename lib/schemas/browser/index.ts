/**
 * Does an answer fit, said in a browser?
 *
 * What of the validators goes into a page under a strict Content-Security-Policy: the interpreter, without Ajv and
 * without `eval`. Its verdicts are the server's, word for word; the server's is the one that counts. Reads only what the
 * server has accepted and flattened. Patterns come in a piece of their own, for pages that have any.
 */
export { type BrowserJudge, browserJudge, type CompilePattern, hasPatterns } from './browser-judge'
export { loadPatterns } from './load-patterns'
export { undrawable } from './undrawable'
