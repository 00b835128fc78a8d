import type { CommandCall } from '@/lib/command'
import type { Proposal } from '@/lib/inbox'

/** What the ledger agent wants to run on its machine. */
const call: CommandCall = {
  script: '',
  working_dir: '/srv/ledger',
  host: 'deploy-03',
  run_as: 'ledger',
  session: 'ledger-4471',
  shell: 'bash',
  containment: 'workspace-write',
  runner: '/usr/local/bin/contain',
  writable_roots: [],
  full_access: false,
  background: false,
  timeout_secs: 600,
  asked_because: 'outside_trusted_set',
  first_run: null,
}

/** Full access, a hidden character, a folder that the script does not name: a script that wants to be read. */
export const repair: Proposal = {
  kind: 'command',
  inputs: {
    ...call,
    script: `#!/usr/bin/env bash
set -euo pipefail
cd /srv/ledger && . ./env.sh
systemctl stop ledger-sync
pg_dump "$LEDGER_DB" --table=payouts > /var/backups/payouts-2026-11-30.sql
psql "$LEDGER_DB" <<'SQL'
update payouts set status = 'retry'
 where status = 'stuck' and created_at < '2026-11-29';
SQL
rm -rf "$CACHE_DIR"/ # cache only, \u202eyadretsey morf selif dlo
curl -fsS https://status.northgate.example/hook/ledger-sync -d state=repaired
systemctl start ledger-sync
`,
    runner: null,
    full_access: true,
    asked_because: 'escalation_requested',
  },
  onBehalfOf: 'jonas',
  agent: {
    name: 'Ledger agent',
    words:
      'The sync has been stuck since Saturday. This is the same repair Jonas ran last month, and it needs the real database, so the sandbox has to be off.',
  },
  expiresInMs: 44 * 60_000,
}

/** Contained, and short. */
export const tests: Proposal = {
  kind: 'command',
  inputs: { ...call, script: 'make test-payouts' },
  onBehalfOf: 'jonas',
  agent: { name: 'Ledger agent', words: 'I want to see whether the repair holds.' },
}
