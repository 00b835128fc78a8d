import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase, toolSql } from './index'
import { type TestDatabase, testDatabase } from './testing'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await testDatabase()
  database = openDatabase(test.url)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

describe('the database as a tool may use it', () => {
  it.each([
    'select 1 as n',
    '  SELECT 1 as n',
    '-- why\nselect 1 as n',
    '/* why */ select 1 as n',
    '/* a /* b */ commit */ select 1 as n',
    '--/*\nselect 1 as n',
    'with x as (select 1 as n) select n from x',
    'values (1)',
  ])('takes %j', async (text) => expect(await toolSql(database.reader).query(text)).toHaveLength(1))
  it.each([
    'commit',
    'COMMIT',
    'rollback',
    'begin',
    'savepoint x',
    'release x',
    'end',
    'abort',
    '/* select */ commit',
    '-- select\ncommit',
    '/* a /* b */ select */ commit',
    '/*/* select */*/ commit',
    '/* never ends select 1',
    '-- select 1',
    '-- why\rcommit /* \nselect */',
    '/*/ select */ commit',
    'set local statement_timeout = 0',
    'reset all',
    'lock table requests',
    'truncate requests',
    'drop table requests',
    'do $$ begin commit; end $$',
    'call x()',
    "prepare transaction 'x'",
    'copy requests to stdout',
    '',
    '  ',
    ';commit',
    '(select 1)',
  ])('refuses %j', async (text) => {
    await expect(toolSql(database.prisma).query(text)).rejects.toThrow()
  })
  it.each(['select 1; commit', 'select 1; select 2', 'select 1; set statement_timeout = 0'])(
    'a second statement is refused by PostgreSQL: %j',
    async (text) => expect(toolSql(database.prisma).query(text)).rejects.toThrow('42601'),
  )
  it('so it is for a tool that has built more texts than are kept', async () => {
    const own = openDatabase(test.url, { max: 1 })
    const sql = toolSql(own.prisma)
    for (let n = 0; n < 501; n++) await sql.query(`select ${n} as n`)
    await expect(sql.query('select 1; select 2')).rejects.toThrow('42601')
    expect(await sql.query('select 7 as n')).toEqual([{ n: 7 }])
    await own.close()
  })
  it('keeps values apart from text', async () => {
    const evil = "'; drop table requests; --"
    expect(await toolSql(database.reader).query('select $1::text as said', [evil])).toEqual([{ said: evil }])
  })
  it('looking cannot write, whatever word comes first', async () => {
    for (const text of [
      "insert into clients (organization, id, name) values ('o', 'c', 'n')",
      'with gone as (delete from clients returning 1) select * from gone',
      "select nextval('outbox_id_seq')",
    ])
      await expect(toolSql(database.reader).query(text)).rejects.toThrow('25006')
    expect(await test.query('select 1 from clients')).toEqual([])
  })
})
