import { describe, expect, it } from 'vitest'
import { type Config, explainFaults, readConfig } from './index'

function config(env: Record<string, string>): Config {
  const read = readConfig(env)
  if (!read.ok) throw new Error(explainFaults(read.error))
  return read.value
}

function faults(env: Record<string, string>): string[] {
  const read = readConfig(env)
  return read.ok ? [] : read.error.at.map(({ path }) => path)
}

describe('readConfig', () => {
  it('starts with nothing set: this machine, its own database, no mail', () => {
    expect(config({})).toMatchObject({
      url: 'http://localhost:3000',
      listen: { host: '127.0.0.1', port: 3000 },
      database: { kind: 'embedded' },
      mail: null,
      worker: 'inside',
      demo: false,
    })
  })

  it('treats an empty variable as not set', () => {
    expect(config({ DATABASE_URL: '', COUNTERSIGN_URL: ' ' }).database).toEqual({ kind: 'embedded' })
  })

  it('lets the address and the port follow each other', () => {
    expect(config({ PORT: '4000' })).toMatchObject({ url: 'http://localhost:4000', listen: { port: 4000 } })
    expect(config({ COUNTERSIGN_URL: 'http://localhost:4100' }).listen.port).toBe(4100)
    expect(config({ COUNTERSIGN_URL: 'https://countersign.example:8443' })).toMatchObject({
      url: 'https://countersign.example:8443',
      listen: { host: '0.0.0.0', port: 3000 },
    })
  })

  it('names every fault at once', () => {
    expect(
      faults({
        PORT: '99999',
        COUNTERSIGN_URL: 'https://x.example/app',
        DATABASE_URL: 'mysql://x',
        SMTP_URL: 'http://x',
        MAIL_FROM: 'no address',
        AUTH_SECRET: 'short',
        NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'c2hvcnQ=',
        COUNTERSIGN_WORKER: 'sometimes',
      }).sort(),
    ).toEqual([
      'AUTH_SECRET',
      'COUNTERSIGN_URL',
      'COUNTERSIGN_WORKER',
      'DATABASE_URL',
      'MAIL_FROM',
      'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
      'PORT',
      'SMTP_URL',
    ])
  })

  it('never serves as the owner', () => {
    const url = 'postgresql://owner@localhost/countersign'
    expect(faults({ DATABASE_URL: url, DATABASE_OWNER_URL: url })).toEqual(['DATABASE_OWNER_URL'])
    expect(faults({ DATABASE_OWNER_URL: url })).toEqual(['DATABASE_OWNER_URL'])
  })

  it('keeps the demo on this machine', () => {
    expect(faults({ COUNTERSIGN_DEMO: '1', HOST: '0.0.0.0' })).toEqual(['HOST'])
    expect(faults({ COUNTERSIGN_DEMO: '1', COUNTERSIGN_URL: 'https://demo.example' })).toEqual([
      'COUNTERSIGN_URL',
      'HOST',
    ])
    expect(config({ COUNTERSIGN_DEMO: '1' }).demo).toBe(true)
  })

  it('repeats no value in a message', () => {
    const read = readConfig({ DATABASE_URL: 'mysql://user:hunter2@x', AUTH_SECRET: 'hunter2' })
    expect(read.ok ? '' : explainFaults(read.error)).not.toContain('hunter2')
  })

  it('refuses a sender that would start another header', () => {
    expect(faults({ SMTP_URL: 'smtp://x', MAIL_FROM: 'A\nBcc: x <a@b.example>' })).toEqual(['MAIL_FROM'])
  })
})
