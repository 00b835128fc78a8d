import pg from 'pg'

/**
 * A connection on which every text is one statement. Without a name and without values the driver would send a text as a
 * script, and what a tool writes behind a semicolon would run; the extended protocol takes one statement and refuses two.
 */
export class OneStatementClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { query } = this
    const one = (asked: unknown, ...rest: unknown[]) => Reflect.apply(query, this, [oneStatement(asked), ...rest])
    Object.defineProperty(this, 'query', { value: one })
  }
}

function oneStatement(asked: unknown): unknown {
  if (typeof asked === 'string') return { text: asked, queryMode: 'extended' }
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return asked
  return { ...asked, queryMode: 'extended' }
}
