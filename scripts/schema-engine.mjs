#!/usr/bin/env node
// Stands in for Prisma's native `schema-engine` binary, which npm does not carry: speaks the same line-delimited
// JSON-RPC on standard input and output, and runs Prisma's own engine, compiled to WASM, over @prisma/adapter-pg.
// The Prisma CLI starts it (see prisma.config.ts). Plain JavaScript, because it is started as a program.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

const args = process.argv.slice(2)
// PostgreSQL's type numbers
const CATALOGUE_CHAR = 18
const BPCHAR = 1042

const enginePackage = import.meta.resolve('@prisma/schema-engine-wasm')

if (args[0] === '--version' || args[0] === '-V') printVersion()
else if (args.includes('cli')) await runDatabaseCommand()
else await serveRpc()

function option(name) {
  return args.flatMap((arg, i) => (arg === name ? [args[i + 1]] : []))
}

function logLine(level, fields) {
  process.stderr.write(
    `${JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' })}\n`,
  )
}

function printVersion() {
  const { version } = JSON.parse(readFileSync(new URL('./package.json', enginePackage), 'utf8'))
  console.log(`schema-engine-wasm ${version.split('.').at(-1)}`)
}

// ── schema-engine cli: one command about a whole database, answered by the exit code ──

async function runDatabaseCommand() {
  const given = option('--datasource')[0] ?? option('-d')[0] ?? ''
  const url = given.startsWith('{') ? JSON.parse(given).url : given
  const database = pg.escapeIdentifier(decodeURIComponent(new URL(url).pathname.slice(1)))
  try {
    if (args.includes('can-connect-to-database')) await queryOnce(url, 'SELECT 1')
    else if (args.includes('create-database')) await queryOnce(maintenanceOf(url), `CREATE DATABASE ${database}`)
    else if (args.includes('drop-database')) await queryOnce(maintenanceOf(url), `DROP DATABASE IF EXISTS ${database}`)
    else throw new Error(`unknown command: ${args.join(' ')}`)
  } catch (error) {
    const code = { '3D000': 'P1003', '42P04': 'P1009', ECONNREFUSED: 'P1001', '28P01': 'P1000' }[error.code]
    logLine('ERROR', { message: error.message, is_panic: false, error_code: code, meta: {} })
    process.exitCode = 1
  }
}

async function queryOnce(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function maintenanceOf(url) {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  maintenance.searchParams.delete('schema')
  return maintenance.toString()
}

// ── JSON-RPC: one request per line ──

async function serveRpc() {
  let pending = null
  let panic = null
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const sendError = (id, data) => send({ id, error: { code: 4466, message: data.message, data } })

  // A trap in WASM arrives here and not at the call. The CLI takes an engine that goes away silently for a success
  // (exit code 0), so the request that waits is always answered.
  const die = (error) => {
    const message = panic ?? error?.stack ?? String(error)
    if (pending !== null) sendError(pending, { is_panic: false, message, meta: null })
    logLine('ERROR', { message })
    process.exitCode = 101
    process.stdout.write('', () => process.exit(101))
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    get: () => panic,
    set_message: (message) => {
      panic = String(message)
    },
  }

  const engine = await startEngine()
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const { id, method, params } = JSON.parse(line)
    if (!method) continue // the CLI's answer to our own `print`
    pending = id
    try {
      const result = await call(engine, method, params)
      // the WASM engine returns what the native one has the CLI print
      if (method === 'diff' && result?.stdout)
        send({ id: 1e9 + id, method: 'print', params: { content: result.stdout } })
      const isVoid = method === 'reset' || method === 'dbExecute'
      send({ id, result: result ?? (isVoid ? null : {}) })
    } catch (error) {
      const code = error?.code ?? error?.error_code
      sendError(id, {
        is_panic: Boolean(error?.is_panic),
        message: error?.message ?? String(error),
        error_code: code,
        meta: error?.meta ?? null,
      })
    }
    pending = null
  }
  process.exit(process.exitCode ?? 0)
}

function call(engine, method, params) {
  return method === 'getDatabaseVersion' ? engine.version() : engine[method](params)
}

async function startEngine() {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = readFileSync(new URL('./schema_engine_bg.wasm', enginePackage))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()

  const datasource = JSON.parse(option('--datasource')[0] ?? '{}')
  const datamodels = option('--datamodels').map((file) => [file, readFileSync(file, 'utf8')])
  const factory = bindMigrationAwareSqlAdapterFactory(engineAdapters(datasource))
  return bindings.SchemaEngine.new({ datamodels: datamodels.length > 0 ? datamodels : undefined }, () => {}, factory)
}

// ── adapter-pg, as the engine needs it ──

function engineAdapters(datasource) {
  const url = datasource.url ?? 'postgresql://nowhere:1/x' // commands on files alone never connect
  const schema = new URL(url).searchParams.get('schema') ?? 'public'
  const connect = async (connectionString) => {
    const pool = new pg.Pool({ connectionString, max: 2 })
    return forEngine(await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect())
  }
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(url),
    async connectToShadowDb() {
      if (datasource.shadowDatabaseUrl) {
        const shadow = await connect(datasource.shadowDatabaseUrl)
        // as with the native engine, a shadow database that was named is ours to wipe
        await shadow.executeScript(`DROP SCHEMA IF EXISTS "${schema}" CASCADE; CREATE SCHEMA "${schema}";`)
        return shadow
      }
      const name = `prisma_migrate_shadow_db_${randomUUID().replaceAll('-', '')}`
      await queryOnce(maintenanceOf(url), `CREATE DATABASE "${name}"`)
      const shadowUrl = new URL(url)
      shadowUrl.pathname = `/${name}`
      const shadow = await connect(shadowUrl.toString())
      const dispose = shadow.dispose.bind(shadow)
      shadow.dispose = async () => {
        await dispose()
        await queryOnce(maintenanceOf(url), `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      }
      return shadow
    },
  }
}

function forEngine(adapter) {
  const prototype = Object.getPrototypeOf(adapter)
  // adapter-pg splits a script at each «;», which tears function bodies apart; PostgreSQL takes it whole
  adapter.executeScript = async (sql) => {
    try {
      await adapter.underlyingDriver().query(sql)
    } catch (error) {
      adapter.onError(error)
    }
  }
  // adapter-pg does not know the catalogue's one-byte "char", which the engine wants as a character
  adapter.queryRaw = async (query) => {
    const answer = await adapter.performIO(query)
    const chars = answer.fields.flatMap((field, i) => (field.dataTypeID === CATALOGUE_CHAR ? [i] : []))
    for (const i of chars) answer.fields[i].dataTypeID = BPCHAR
    const answered = Object.assign(Object.create(adapter), { performIO: async () => answer })
    const result = await prototype.queryRaw.call(answered, query)
    for (const i of chars) result.columnTypes[i] = ColumnTypeEnum.Character
    return result
  }
  return adapter
}
