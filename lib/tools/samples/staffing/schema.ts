/**
 * The tables of a small rota, in a database schema of their own: the samples' world, as an application's own tables
 * would be. Text and not a file, so that it is found wherever the code is bundled to. May be run any number of times.
 *
 * Times are wall-clock times at the place, whose zone is known. Rows are never removed but bookings: a cancelled shift
 * can still be described. Names are short enough for any confirmation.
 */
const STAFFING_SCHEMA = `
create schema if not exists staffing;

create table if not exists staffing.rotas (
  org text primary key,
  clients boolean not null default false -- may a client propose for itself?
);

create table if not exists staffing.places (
  org text not null references staffing.rotas,
  id text not null,
  name text not null check (char_length(name) between 1 and 40),
  zone text not null,
  primary key (org, id)
);

create table if not exists staffing.managers (
  org text not null,
  user_id text not null,
  place text not null,
  primary key (org, user_id, place),
  foreign key (org, place) references staffing.places
);

create table if not exists staffing.roles (
  org text not null references staffing.rotas,
  id text not null,
  name text not null check (char_length(name) between 1 and 40),
  pay_pence integer not null check (pay_pence between 0 and 100000),
  primary key (org, id)
);

create table if not exists staffing.workers (
  org text not null,
  id text not null,
  user_id text,
  name text not null check (char_length(name) between 1 and 40),
  job text not null check (char_length(job) between 1 and 40),
  place text not null,
  opted_out boolean not null default false, -- of the 48 hours a week
  primary key (org, id),
  foreign key (org, place) references staffing.places
);

create table if not exists staffing.shifts (
  org text not null,
  id text not null,
  place text not null,
  role text not null,
  task text check (char_length(task) between 1 and 40),
  starts timestamp(0) not null,
  ends timestamp(0) not null,
  opened date not null,
  cancelled boolean not null default false,
  primary key (org, id),
  foreign key (org, place) references staffing.places,
  foreign key (org, role) references staffing.roles,
  check (ends > starts and ends - starts <= interval '24 hours')
);

create table if not exists staffing.bookings (
  org text not null,
  shift text not null,
  worker text not null,
  primary key (org, shift),
  foreign key (org, shift) references staffing.shifts,
  foreign key (org, worker) references staffing.workers
);
create index if not exists bookings_worker_idx on staffing.bookings (org, worker);

create table if not exists staffing.supplies (
  org text not null references staffing.rotas,
  id text not null,
  name text not null check (char_length(name) between 1 and 40),
  price_pence integer not null check (price_pence between 0 and 10000000),
  in_stock integer not null check (in_stock >= 0),
  usual_order integer not null check (usual_order > 0),
  primary key (org, id)
);

create table if not exists staffing.announcements (
  key text primary key, -- a repeat with the same key is the same announcement
  org text not null,
  place text not null,
  subject text not null,
  message text not null,
  received_at timestamptz not null default now()
);

grant usage on schema staffing to countersign_app;
grant select, insert, update, delete on all tables in schema staffing to countersign_app;
`

/** Makes the tables; `runScript` runs several statements as the owner of the database. */
export async function installStaffing(runScript: (sql: string) => Promise<unknown>): Promise<void> {
  await runScript(STAFFING_SCHEMA)
}
