import { readFileSync } from 'node:fs'
import path from 'node:path'
import { newSessionToken, secretHash, sessionCookie } from '@/lib/identity'
import type { Person } from './people'
import { sql } from './sql'
import { world } from './world'

/** A server action as the build knows it: an address that anybody can post to. */
export type Action = { id: string; name: string }

/** Every server action of the build. */
export function actions(): Action[] {
  const file = path.join(import.meta.dirname, '../../.next/server/server-reference-manifest.json')
  const manifest: { node: Record<string, { exportedName?: string }> } = JSON.parse(readFileSync(file, 'utf8'))
  return Object.entries(manifest.node).map(([id, { exportedName = '' }]) => ({ id, name: exportedName }))
}

export function actionNamed(name: string): Action {
  const found = actions().find((action) => action.name === name)
  if (found === undefined) throw new Error(`the build has no action «${name}»`)
  return found
}

/** A session of its own, as the header that a browser would send. */
export async function cookieOf(person: Person): Promise<string> {
  const token = newSessionToken()
  await sql("insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')", [
    secretHash(token),
    person.id,
  ])
  return `${sessionCookie(world().url).name}=${token}`
}

/** What is posted: a content type, and bytes that need not fit it. */
export type Posted = { type?: string; body: string }

const BOUNDARY = 'countersign-story'

/** Parts of a form, in order. */
export function parts(...all: [name: string, value: string][]): Posted {
  const part = ([name, value]: [string, string]) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body: `${all.map(part).join('')}--${BOUNDARY}--\r\n` }
}

/** A form as React sends it to an action that has a state before: `[null, form]`. */
export function stated(fields: Record<string, string>): Posted {
  const named = Object.entries(fields).map(([name, value]): [string, string] => [`_1_${name}`, value])
  return parts(...named, ['0', '[null,"$K1"]'])
}

/** Arguments as React sends plain ones. */
export function plain(...args: unknown[]): Posted {
  return { type: 'text/plain;charset=UTF-8', body: JSON.stringify(args) }
}

/** Posts to an action as a page's script does. Returns the status and every byte of the answer. */
export async function post(
  action: string | null,
  posted: Posted,
  { cookie, origin = world().url, at = '/inbox' }: { cookie?: string; origin?: string; at?: string } = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${world().url}${at}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin,
      accept: 'text/x-component',
      ...(action === null ? {} : { 'next-action': action }),
      ...(posted.type === undefined ? {} : { 'content-type': posted.type }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: new TextEncoder().encode(posted.body),
  })
  return { status: answer.status, text: await answer.text() }
}
