import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { TestDatabase } from '@/lib/store/testing'

/** The bare server, over tables of its own in this database. */
export async function startBare({ url, query }: TestDatabase): Promise<{ url: string; stop(): Promise<void> }> {
  await query(`create schema if not exists bare`)
  await query(`create table if not exists bare.proposals (
    id uuid primary key default gen_random_uuid(), body jsonb not null, at timestamptz not null default now())`)
  await query(`create table if not exists bare.grants (
    hash text primary key, inputs text not null, expires_at timestamptz not null, used_at timestamptz)`)
  await query('grant usage on schema bare to countersign_app')
  await query('grant select, insert, update on all tables in schema bare to countersign_app')
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), [url], { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit')
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
