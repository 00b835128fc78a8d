import type { Composition } from './composition'
import type { Log } from './log'

/**
 * Makes what Next prints lines of the log: it prints parts of what visitors send, as they are, and a terminal would do
 * what they say. What is said while a post is taken apart that nothing of ours has seen yet is no fault of this server.
 */
export function consoleToLog(log: Log, reply: Composition['reply']): void {
  const say = (level: 'info' | 'warn' | 'error', args: unknown[]) => {
    const error = args.find((arg) => arg instanceof Error)
    const text = args.filter((arg) => typeof arg === 'string').join(' ')
    const at = reply.getStore()
    if (level !== 'info' && at?.isPost === true && at.isReached !== true)
      log.info('post_not_read', { why: error?.message ?? text })
    else if (level === 'error') log.error('next', error ?? new Error(text))
    else log[level]('next', { says: [text, error?.message].filter(Boolean).join(' ') })
  }
  console.error = (...args: unknown[]) => say('error', args)
  console.warn = (...args: unknown[]) => say('warn', args)
  for (const name of ['log', 'info', 'debug'] as const) console[name] = (...args: unknown[]) => say('info', args)
}
