/**
 * The least that could answer the same calls: `node:http`, JSON, one statement. A process of its own, as the product is;
 * started with the database's address, it sends the port that it listens on.
 */
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { POOL } from './size'

const pool = new pg.Pool({ connectionString: process.argv[2], max: POOL })

const STATEMENTS: { [path: string]: { status: number; name: string; text: string } } = {
  '/insert': {
    status: 201,
    name: 'insert',
    text: 'insert into bare.proposals (body) values ($1::jsonb) returning id',
  },
  '/redeem': {
    status: 200,
    name: 'redeem',
    text: `update bare.grants set used_at = now()
      where hash = encode(sha256(convert_to($1::jsonb->>'grant', 'UTF8')), 'hex') and used_at is null and expires_at >= now()
      returning inputs`,
  },
}

const server = createServer(async (request, response) => {
  const statement = STATEMENTS[request.url ?? '']
  const body = await bodyOf(request)
  if (statement === undefined) return void response.writeHead(404).end()
  const { status, name, text } = statement
  const { rows } = await pool.query({ name, text, values: [JSON.stringify(JSON.parse(body))] })
  response.writeHead(rows.length === 1 ? status : 409, { 'content-type': 'application/json' })
  response.end(JSON.stringify(rows[0] ?? null))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit())

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}
