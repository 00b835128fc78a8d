import { visibleText } from '@/lib/confirmation'

/** What a line says beside its event; never a cookie, a token or a key. */
export type LogFields = { [name: string]: string | number | boolean | null }

/** Writes what happened, one JSON object a line. Events are short names, such as `started`. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, error: unknown, fields?: LogFields): void
}

type Write = (line: string) => void

/**
 * A log on standard output, errors on standard error. Nobody can write a line of their own into it, or turn one
 * around: hidden characters are named. What looks like a secret is left out, even where it should not have been.
 */
export function jsonLog(
  out: Write = (line) => void process.stdout.write(line),
  err: Write = (line) => void process.stderr.write(line),
): Log {
  const line = (level: string, event: string, fields: LogFields) =>
    `${JSON.stringify({ at: new Date().toISOString(), level, event, ...safe(fields) })}\n`
  return {
    info: (event, fields = {}) => out(line('info', event, fields)),
    warn: (event, fields = {}) => out(line('warn', event, fields)),
    error: (event, error, fields = {}) => err(line('error', event, { ...fields, ...described(error) })),
  }
}

function safe(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutSecrets(visibleText(value)) : value,
    ]),
  )
}

function described(error: unknown): LogFields {
  const causes: string[] = []
  for (let at: unknown = error; at !== undefined && at !== null && causes.length < 5; )
    if (at instanceof Error) {
      causes.push(`${at.name}: ${at.message}`)
      at = at.cause
    } else {
      causes.push(typeof at === 'object' ? 'an object that is not an error' : String(at))
      break
    }
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
  return {
    error: causes.join(' ← '),
    stack: stack
      .slice(0, 12)
      .map((line) => line.trim())
      .join(' | '),
  }
}

/** Tokens, grants and keys; `token=` in an address; the value of a cookie or an authorization. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\b(cnf|grt|csk)_[0-9a-f]+/gi, '$1_…')
    .replace(/([?&](?:token|email)=)[^&\s"]+/gi, '$1…')
    .replace(/(countersign-session=)[^;\s"]+/gi, '$1…')
    .replace(/\b(bearer) \S+/gi, '$1 …')
    .replace(/(\w+:\/\/[^:@/\s]*:)[^@\s]+@/g, '$1…@')
}
