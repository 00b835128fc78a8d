-- The tables, as prisma/schema.prisma says them, then what Prisma cannot say: checks, partial indexes, the role.


CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" TIMESTAMPTZ(3),
    "name" TEXT NOT NULL,
    "time_zone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sessions" (
    "token_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "verification_tokens" (
    "identifier" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_tokens_pkey" PRIMARY KEY ("identifier","token_hash")
);

CREATE TABLE "api_keys" (
    "hash" TEXT NOT NULL,
    "organization" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("hash")
);

CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "organization" TEXT NOT NULL,
    "request" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "dedupe" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "locked_until" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "timers" (
    "organization" TEXT NOT NULL,
    "request" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "due" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "timers_pkey" PRIMARY KEY ("organization","request","what")
);

CREATE TABLE "changes" (
    "n" BIGSERIAL NOT NULL,
    "transaction" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "organization" TEXT NOT NULL,
    "request" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("n")
);

CREATE TABLE "members" (
    "organization" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("organization","user_id")
);

CREATE TABLE "clients" (
    "organization" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "clients_pkey" PRIMARY KEY ("organization","id")
);

CREATE TABLE "policies" (
    "organization" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "policy" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policies_pkey" PRIMARY KEY ("organization","kind","subject")
);

CREATE TABLE "requests" (
    "organization" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "outcome" TEXT,
    "outcome_note" TEXT,
    "output_tail" TEXT,
    "outcome_at" TIMESTAMPTZ(3),
    "tool" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "inputs" TEXT NOT NULL,
    "bound_user" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "on_behalf_of" TEXT,
    "agent_name" TEXT,
    "agent_words" TEXT,
    "agent_run" TEXT,
    "title" TEXT NOT NULL,
    "warnings" INTEGER NOT NULL,
    "described" TEXT NOT NULL,
    "quorum" INTEGER NOT NULL,
    "one_ends" BOOLEAN NOT NULL,
    "policy" JSONB NOT NULL,
    "replaces" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "head" BYTEA NOT NULL DEFAULT '\x'::bytea,
    "events" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "requests_pkey" PRIMARY KEY ("organization","id")
);

CREATE TABLE "eligibility" (
    "organization" TEXT NOT NULL,
    "request" UUID NOT NULL,
    "person" TEXT NOT NULL,
    "may_decide" BOOLEAN NOT NULL,
    "why" TEXT,
    "rank" SMALLINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "eligibility_pkey" PRIMARY KEY ("organization","request","person")
);

CREATE TABLE "tokens" (
    "organization" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "request" UUID,
    "held_by" TEXT,
    "bound_user" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "inputs" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "display_digest" TEXT,
    "shown" TEXT,
    "agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("organization","hash")
);

CREATE TABLE "verdicts" (
    "organization" TEXT NOT NULL,
    "request" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "person" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "display_digest" TEXT NOT NULL DEFAULT '',
    "answer" TEXT NOT NULL DEFAULT '',
    "note" TEXT,
    "shown" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verdicts_pkey" PRIMARY KEY ("organization","request","n")
);

CREATE TABLE "events" (
    "organization" TEXT NOT NULL,
    "request" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "head" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("organization","request","n")
);

CREATE TABLE "idempotency" (
    "organization" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "answer" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_pkey" PRIMARY KEY ("organization","client","route","key")
);

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

CREATE UNIQUE INDEX "outbox_dedupe_key" ON "outbox"("dedupe");

CREATE INDEX "timers_due_idx" ON "timers"("due");

CREATE INDEX "changes_transaction_idx" ON "changes"("transaction");

CREATE INDEX "members_user_id_idx" ON "members"("user_id");

CREATE INDEX "requests_organization_client_id_idx" ON "requests"("organization", "client", "id");


CREATE INDEX "tokens_organization_request_held_by_created_at_idx" ON "tokens"("organization", "request", "held_by", "created_at");

CREATE INDEX "tokens_expires_at_idx" ON "tokens"("expires_at");

CREATE INDEX "idempotency_at_idx" ON "idempotency"("at");

ALTER TABLE "requests"
  ADD CONSTRAINT "requests_status" CHECK ("status" IN ('pending', 'approved', 'rejected', 'returned', 'expired', 'withdrawn')),
  ADD CONSTRAINT "requests_outcome" CHECK ("outcome" IN ('waiting', 'running', 'done', 'failed', 'unknown', 'lapsed')),
  ADD CONSTRAINT "requests_outcome_of_approved" CHECK ("outcome" IS NULL OR "status" = 'approved'),
  ADD CONSTRAINT "requests_quorum" CHECK ("quorum" >= 1);
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_verdict" CHECK ("verdict" IN ('approve', 'reject', 'return'));
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_kind" CHECK ("kind" IN ('cnf', 'grt'));
ALTER TABLE "members" ADD CONSTRAINT "members_role" CHECK ("role" IN ('member', 'lead', 'admin'));

-- The inbox of a person: what is open, what waits for them first, soonest expiry on top. A page is one index range.
CREATE INDEX "eligibility_open" ON "eligibility" ("organization", "person", "rank", "expires_at", "request")
  INCLUDE ("may_decide", "why") WHERE "closed_at" IS NULL;
CREATE INDEX "eligibility_closed" ON "eligibility" ("organization", "person", "closed_at" DESC, "request") WHERE "closed_at" IS NOT NULL;
-- Approved requests whose outcome somebody must look at: few, however many requests there are.
CREATE INDEX "requests_attention" ON "requests" ("organization", "id") WHERE "status" = 'approved' AND ("outcome" IS NULL OR "outcome" = 'unknown');
-- «The same call is pending as …»
CREATE INDEX "requests_pending_call" ON "requests" ("organization", "fingerprint") WHERE "status" = 'pending';
CREATE INDEX "requests_replaces" ON "requests" ("organization", "replaces") WHERE "replaces" IS NOT NULL;
CREATE INDEX "outbox_due" ON "outbox" ("run_at", "id") WHERE "done_at" IS NULL;

-- Rows of these are rewritten or deleted all the time: let vacuum come early.
ALTER TABLE "outbox" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
ALTER TABLE "timers" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- The group role that every serving login is a member of (design §7, roles). Several databases of one cluster may be
-- migrated at once, so «exists» can come in two forms.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'countersign_app') THEN
    CREATE ROLE countersign_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO countersign_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO countersign_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO countersign_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO countersign_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO countersign_app;
-- History is only ever added to.
REVOKE UPDATE, DELETE ON "events", "verdicts" FROM countersign_app;
DO $$
BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    REVOKE ALL ON "_prisma_migrations" FROM countersign_app;
    GRANT SELECT ON "_prisma_migrations" TO countersign_app;
  END IF;
END $$;
