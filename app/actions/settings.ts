'use server'
import { revalidatePath } from 'next/cache'
import { headers } from 'next/headers'
import type { SettingState } from '@/components/actions'
import { SETTINGS, type Setting } from '@/components/words/settings'
import type { OrganizationRefusal } from '@/lib/organization'
import type { Person, PolicyText } from '@/lib/policy'
import { type Result, refuse, yes } from '@/lib/result'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { failed, field, fields, formOf, signedOut } from './fields'

type Done = Result<{ key: string } | null, OrganizationRefusal>
type Doing = (me: Person, form: FormData) => Promise<Done>

const HOUR_MS = 3_600_000

const team = (form: FormData) => ({ team: field(form, 'team'), user: field(form, 'user') })
const subject = (form: FormData) => ({ kind: field(form, 'kind'), subject: field(form, 'subject') })
const room = () => composition().organization

const DOES: Record<Setting, Doing> = {
  set_profile: (me, form) => room().setProfile(me, { name: field(form, 'name'), zone: field(form, 'zone') }),
  switch_organization: async (_me, form) => {
    const cookie = (await headers()).get('cookie')
    return (await composition().identity.switchTo(cookie, field(form, 'org'))) ? yes(null) : refuse('not_found')
  },
  invite: (me, form) =>
    room().invite(me, { email: field(form, 'email'), name: field(form, 'name'), role: field(form, 'role') }),
  close_invite: (me, form) => room().closeInvite(me, field(form, 'invite')),
  change_role: (me, form) => room().changeRole(me, { user: field(form, 'user'), role: field(form, 'role') }),
  remove_member: (me, form) => room().remove(me, field(form, 'user')),
  make_team: (me, form) => room().makeTeam(me, field(form, 'name')),
  rename_team: (me, form) => room().renameTeam(me, { id: field(form, 'team'), name: field(form, 'name') }),
  close_team: (me, form) => room().closeTeam(me, field(form, 'team')),
  put_on_team: (me, form) => room().putOnTeam(me, { ...team(form), lead: field(form, 'lead') === 'yes' }),
  take_off_team: (me, form) => room().takeOffTeam(me, team(form)),
  set_policy: (me, form) => room().setPolicy(me, subject(form), policyOf(form)),
  drop_policy: (me, form) => room().dropPolicy(me, subject(form)),
  make_client: (me, form) => room().makeClient(me, field(form, 'name')),
  make_key: (me, form) => room().makeKey(me, { client: field(form, 'client'), scopes: fields(form, 'scopes') }),
  revoke_key: (me, form) => room().revokeKey(me, { client: field(form, 'client'), hash: field(form, 'hash') }),
}

/** Every form of the settings; what it does is its field `do`. What was typed comes back with a refusal. */
export async function settings(_previous: SettingState, posted: unknown): Promise<SettingState> {
  const form = formOf(posted)
  const did = SETTINGS.find((known) => known === field(form, 'do')) ?? 'set_profile'
  const values = typedIn(form)
  try {
    const me = await reader()
    if (me === null) return { ok: false, did, refusal: signedOut, values }
    const done = await DOES[did](me.person, form)
    if (!done.ok) return { ok: false, did, refusal: done.error, values }
    revalidatePath('/settings', 'layout')
    return { ok: true, did, ...(done.value === null ? {} : { key: done.value.key }) }
  } catch (error) {
    return { ok: false, did, refusal: failed('settings', error), values }
  }
}

/** What was typed; an action is an address like any other, and what it is called with need not be a form. */
function typedIn(form: unknown): { [name: string]: string } {
  if (!(form instanceof FormData)) return {}
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** A policy as the form says it; what is not chosen is not read. `setPolicy` finds out whether it is one. */
function policyOf(form: FormData): PolicyText {
  const kind = field(form, 'who')
  const people = fields(form, 'people')
  const who = { kind, ...(kind === 'people' ? { people } : {}), team: field(form, 'team'), role: field(form, 'role') }
  const text: { [name in keyof PolicyText]: unknown } = {
    who,
    quorum: Number(field(form, 'quorum')),
    requesterMayDecide: kind === 'proposed_for' || field(form, 'requesterMayDecide') === 'yes',
    oneEnds: field(form, 'oneEnds') === 'yes',
    reasonOwed: field(form, 'reasonOwed'),
    lifetimeMs: Math.round(Number(field(form, 'hours')) * HOUR_MS),
  }
  return text as PolicyText // read strictly by `parsePolicy`, wherever it comes from
}
