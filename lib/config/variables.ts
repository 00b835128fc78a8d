/** One environment variable: what it is for, and what holds when it is not set. */
export type Variable = { name: string; what: string; otherwise: string }

/** Every variable that Countersign reads, in the order in which the README lists them. */
export const VARIABLES = [
  {
    name: 'COUNTERSIGN_URL',
    what: 'The address people and mail use, such as `https://countersign.example.com`. Links, cookies and the origin check follow it, whatever a request claims.',
    otherwise: '`http://localhost:PORT`',
  },
  {
    name: 'DATABASE_URL',
    what: 'PostgreSQL, as the login that serves: a member of the role `countersign_app`, which owns nothing.',
    otherwise: 'an own PostgreSQL 18, kept in the data folder',
  },
  {
    name: 'DATABASE_OWNER_URL',
    what: 'The same database, as its owner: applies migrations, and does nothing else.',
    otherwise: 'migrations are not applied at start',
  },
  {
    name: 'PORT',
    what: 'The port to listen on.',
    otherwise: 'the port in `COUNTERSIGN_URL` when it is this machine, else 3000',
  },
  {
    name: 'HOST',
    what: 'The address to listen on.',
    otherwise: '`127.0.0.1` when `COUNTERSIGN_URL` is this machine, else `0.0.0.0`',
  },
  {
    name: 'SMTP_URL',
    what: 'Where mail goes, such as `smtp://user:password@mail.example.com:587`.',
    otherwise: 'no mail is sent',
  },
  { name: 'MAIL_FROM', what: 'Whom mail comes from.', otherwise: '`Countersign <countersign@HOST-OF-THE-URL>`' },
  {
    name: 'AUTH_SECRET',
    what: 'At least 32 random characters, the same on every server: sign-in links are hashed with it.',
    otherwise: 'made once and kept in the data folder',
  },
  {
    name: 'OIDC_ISSUER',
    what: 'A second way to sign in: the address of an OpenID Connect issuer, such as `https://login.example.com/realms/acme`. Its redirect address is `COUNTERSIGN_URL/api/auth/callback/oidc`.',
    otherwise: 'sign-in by mail only',
  },
  { name: 'OIDC_CLIENT_ID', what: 'Who Countersign is to that issuer.', otherwise: 'no issuer' },
  { name: 'OIDC_CLIENT_SECRET', what: 'Its secret there.', otherwise: 'no issuer' },
  { name: 'OIDC_NAME', what: 'What people call that issuer, on the button.', otherwise: 'the host of the issuer' },
  {
    name: 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
    what: '32 random bytes in base64, the same for every build: keeps open tabs working across a deploy.',
    otherwise: 'made once and kept in the data folder',
  },
  {
    name: 'COUNTERSIGN_DATA_DIR',
    what: 'The data folder: the own database, and secrets made here.',
    otherwise: '`.data`',
  },
  {
    name: 'COUNTERSIGN_WORKER',
    what: '`inside`: this process also delivers what is due; `none`: another one does; `only`: it does nothing else.',
    otherwise: '`inside`',
  },
  {
    name: 'COUNTERSIGN_ANNOUNCE_URL',
    what: 'Turns on the sample tools of a rota; where their announcements are posted. Their tables must be there (`npm run demo` makes them).',
    otherwise: 'no sample tools',
  },
  {
    name: 'COUNTERSIGN_DEMO',
    what: '`1`: sign-in by one click, for trying things out on this machine only.',
    otherwise: 'off',
  },
] as const satisfies readonly Variable[]

/** The variables as a Markdown table, as the README shows it. */
export function variablesTable(): string {
  const rows = VARIABLES.map(({ name, what, otherwise }) => `| \`${name}\` | ${what} | ${otherwise} |`)
  return ['| variable | what | when not set |', '| --- | --- | --- |', ...rows].join('\n')
}
