import { isAbsolute, resolve } from 'node:path'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import type { VARIABLES } from './variables'

/** Where due work is done: in this process as well, in another one, or only here. */
export type WorkerPlace = 'inside' | 'none' | 'only'

/** The settings of this installation. `url` is an origin (no path, no final slash), `dataDir` an absolute path. */
export type Config = {
  url: string
  listen: { host: string; port: number }
  database: { kind: 'embedded' } | { kind: 'own'; url: string; ownerUrl: string | null }
  dataDir: string
  /** Null: no mail leaves this installation. */
  mail: { smtpUrl: string; from: string } | null
  /** A second way to sign in; null: none. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null
  /** As set in the environment; `keepSecrets` makes what is null. */
  secrets: { auth: string | null; actionKey: string | null }
  worker: WorkerPlace
  /** The sample tools; null: none. */
  samples: { announceUrl: string } | null
  demo: boolean
}

/** Some variables are wrong; `path` is the variable's name. */
export type ConfigFault = Refusal<'bad_config'>

type Name = (typeof VARIABLES)[number]['name']
type Env = { readonly [name: string]: string | undefined }
type Bad = (path: Name, message: string) => void

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/**
 * Reads the environment, once and whole. Refuses with `bad_config`, naming every variable at fault; no message repeats
 * a value, since some are secret.
 */
export function readConfig(env: Env = process.env): Result<Config, ConfigFault> {
  const at: Refusal['at'] = []
  const bad: Bad = (path, message) => void at.push({ path, message })
  const text = (name: Name) => (env[name] === undefined || env[name].trim() === '' ? null : env[name].trim())

  const port = readPort(text('PORT'), bad)
  const url = readUrl(text('COUNTERSIGN_URL') ?? `http://localhost:${port ?? 3000}`, bad)
  const isHere = LOOPBACK.has(url.hostname)
  const demo = text('COUNTERSIGN_DEMO') === '1'
  const host = text('HOST') ?? (isHere ? '127.0.0.1' : '0.0.0.0')
  if (demo && !isHere) bad('COUNTERSIGN_URL', 'must be this machine (localhost) while COUNTERSIGN_DEMO is 1')
  if (demo && host !== '127.0.0.1')
    bad('HOST', 'must be 127.0.0.1 while COUNTERSIGN_DEMO is 1: everyone signs in by a click')

  const config: Config = {
    url: url.origin,
    listen: { host, port: port ?? ((isHere && Number(url.port)) || 3000) },
    database: readDatabase(text('DATABASE_URL'), text('DATABASE_OWNER_URL'), bad),
    dataDir: absolute(text('COUNTERSIGN_DATA_DIR') ?? '.data'),
    mail: readMail(text('SMTP_URL'), text('MAIL_FROM'), url.hostname, bad),
    oidc: readOidc(text, bad),
    secrets: {
      auth: readAuthSecret(text('AUTH_SECRET'), bad),
      actionKey: readActionKey(text('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'), bad),
    },
    worker: readWorker(text('COUNTERSIGN_WORKER'), bad),
    samples: readSamples(text('COUNTERSIGN_ANNOUNCE_URL'), bad),
    demo,
  }
  return at.length > 0 ? refuse('bad_config', at) : yes(config)
}

/** The faults as lines for a terminal. */
export function explainFaults(fault: ConfigFault): string {
  return ['Countersign cannot start like this:', ...fault.at.map(({ path, message }) => `  ${path} ${message}`)].join(
    '\n',
  )
}

function readPort(text: string | null, bad: Bad): number | null {
  if (text === null) return null
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  bad('PORT', 'must be a whole number from 1 to 65535')
  return null
}

function readUrl(text: string, bad: Bad): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) bad('COUNTERSIGN_URL', 'must start with https:// or http://')
  else if (url.username !== '' || url.password !== '') bad('COUNTERSIGN_URL', 'must not hold a user or a password')
  else if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    bad('COUNTERSIGN_URL', 'must end after the host or port: Countersign lives at the root of its address')
  else return url
  return new URL('http://localhost:3000')
}

function readDatabase(url: string | null, ownerUrl: string | null, bad: Bad): Config['database'] {
  for (const [name, value] of [['DATABASE_URL', url] as const, ['DATABASE_OWNER_URL', ownerUrl] as const])
    if (value !== null && !(URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)))
      bad(name, 'must look like postgresql://user:password@host:5432/database')
  if (url === null && ownerUrl !== null)
    bad('DATABASE_OWNER_URL', 'is set and DATABASE_URL is not: the server must not run as the owner')
  if (url !== null && url === ownerUrl)
    bad('DATABASE_OWNER_URL', 'is the same as DATABASE_URL: the server must not run as the owner')
  return url === null ? { kind: 'embedded' } : { kind: 'own', url, ownerUrl }
}

function readMail(smtpUrl: string | null, from: string | null, hostname: string, bad: Bad): Config['mail'] {
  if (smtpUrl === null) {
    if (from !== null) bad('MAIL_FROM', 'is set and SMTP_URL is not: there is nowhere to send mail')
    return null
  }
  if (!(URL.canParse(smtpUrl) && /^smtps?:$/.test(new URL(smtpUrl).protocol)))
    bad('SMTP_URL', 'must look like smtp://user:password@host:587')
  const sender = from ?? `Countersign <countersign@${hostname}>`
  if (!/^(?:[^<>"\p{Cc}\u2028\u2029]* <)?[^\s<>"@,]+@[^\s<>"@,]+>?$/u.test(sender))
    bad('MAIL_FROM', 'must look like Countersign <countersign@example.com>')
  return { smtpUrl, from: sender }
}

function readOidc(text: (name: Name) => string | null, bad: Bad): Config['oidc'] {
  const [issuer, clientId, clientSecret] = [text('OIDC_ISSUER'), text('OIDC_CLIENT_ID'), text('OIDC_CLIENT_SECRET')]
  if (issuer === null) {
    if (clientId !== null || clientSecret !== null || text('OIDC_NAME') !== null)
      bad('OIDC_ISSUER', 'is not set, and other variables of it are')
    return null
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))))
    bad('OIDC_ISSUER', 'must start with https://')
  if (clientId === null) bad('OIDC_CLIENT_ID', 'must be set where OIDC_ISSUER is')
  if (clientSecret === null) bad('OIDC_CLIENT_SECRET', 'must be set where OIDC_ISSUER is')
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    name: text('OIDC_NAME') ?? url?.host ?? '',
  }
}

function readAuthSecret(text: string | null, bad: Bad): string | null {
  if (text !== null && text.length < 32) bad('AUTH_SECRET', 'must have at least 32 characters (openssl rand -hex 32)')
  return text
}

function readActionKey(text: string | null, bad: Bad): string | null {
  if (text !== null && !(/^[A-Za-z0-9+/]+=*$/.test(text) && Buffer.from(text, 'base64').length === 32))
    bad('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'must be 32 bytes in base64 (openssl rand -base64 32)')
  return text
}

function readWorker(text: string | null, bad: Bad): WorkerPlace {
  if (text === null || text === 'inside' || text === 'none' || text === 'only') return text ?? 'inside'
  bad('COUNTERSIGN_WORKER', 'must be inside, none or only')
  return 'inside'
}

function readSamples(text: string | null, bad: Bad): Config['samples'] {
  if (text === null) return null
  if (!(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)))
    bad('COUNTERSIGN_ANNOUNCE_URL', 'must start with https:// or http://')
  return { announceUrl: text }
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path)
}
