-- Teams, invitations, outside accounts, and what happened to an organization itself.

ALTER TABLE "organizations"
  ADD COLUMN "head" BYTEA NOT NULL DEFAULT '\x'::bytea,
  ADD COLUMN "events" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "roll" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "sessions" ADD COLUMN "organization" TEXT;

ALTER TABLE "api_keys" ADD COLUMN "hint" TEXT NOT NULL DEFAULT '';

CREATE TABLE "accounts" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("issuer","subject")
);

CREATE TABLE "teams" (
    "organization" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("organization","id")
);

CREATE TABLE "team_members" (
    "organization" TEXT NOT NULL,
    "team" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "lead" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("organization","team","user_id")
);

CREATE TABLE "invites" (
    "organization" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "accepted_by" TEXT,

    CONSTRAINT "invites_pkey" PRIMARY KEY ("organization","id")
);

CREATE TABLE "organization_events" (
    "organization" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "head" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_events_pkey" PRIMARY KEY ("organization","n")
);

CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");

CREATE INDEX "team_members_organization_user_id_idx" ON "team_members"("organization", "user_id");

CREATE INDEX "invites_email_idx" ON "invites"("email");

ALTER TABLE "invites" ADD CONSTRAINT "invites_role" CHECK ("role" IN ('member', 'lead', 'admin'));
-- One open invitation per address.
CREATE UNIQUE INDEX "invites_open" ON "invites" ("organization", "email") WHERE "closed_at" IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON "accounts", "teams", "team_members", "invites" TO countersign_app;
GRANT SELECT, INSERT ON "organization_events" TO countersign_app;
REVOKE UPDATE, DELETE ON "organization_events" FROM countersign_app;

-- Appends one event to an organization's own chain (membership, policies, keys, attempts that were refused), by the formula
-- of `append_event`. Its head lives on the organization's row, which this locks until the transaction ends: nothing that a
-- decision or a proposal writes passes here.
CREATE FUNCTION append_organization_event(p_org text, p_kind text, p_actor_kind text, p_actor text, p_data jsonb)
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE o record; v_body text; v_hash bytea;
BEGIN
  SELECT g.head, g.events + 1 AS n INTO o FROM organizations g WHERE g.id = p_org FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'append_organization_event: no organization' USING errcode = '22023'; END IF;
  v_body := (jsonb_build_object('n', o.n, 'kind', p_kind, 'organization', p_org, 'at', iso(app_now()),
    'actor', CASE WHEN p_actor IS NULL THEN NULL ELSE jsonb_build_object('kind', p_actor_kind, 'id', p_actor) END)
    || jsonb_strip_nulls(p_data))::text;
  v_hash := sha256(o.head || convert_to(v_body, 'UTF8'));
  INSERT INTO organization_events (organization, n, kind, body, head, hash, at)
    VALUES (p_org, o.n, p_kind, v_body, o.head, v_hash, app_now());
  UPDATE organizations g SET head = v_hash, events = o.n WHERE g.id = p_org;
END $$;
