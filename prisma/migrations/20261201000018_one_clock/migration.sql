-- One clock: what is stamped by default is stamped by the clock of every statement, as everything else is.

ALTER TABLE "organizations" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "users" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "sessions" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "accounts" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "api_keys" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "outbox" ALTER COLUMN "run_at" SET DEFAULT app_now();
ALTER TABLE "outbox" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "changes" ALTER COLUMN "at" SET DEFAULT app_now();
ALTER TABLE "members" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "teams" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "team_members" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "clients" ALTER COLUMN "created_at" SET DEFAULT app_now();
ALTER TABLE "policies" ALTER COLUMN "updated_at" SET DEFAULT app_now();
