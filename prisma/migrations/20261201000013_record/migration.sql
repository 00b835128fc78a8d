-- The record: events stay chained per request, where the decision holds the row anyway; a sealer folds what is not sealed
-- yet into one chain per organization (a chain per organization inside the decision cuts a busy one to a quarter).

-- What is not sealed yet: ids only, outside the wall as timers are, since the sealer asks in which organizations there is any.
-- The zero request stands for the organization's own chain.
CREATE TABLE "unsealed" (
    "organization" TEXT NOT NULL,
    "request" UUID NOT NULL,
    "n" INTEGER NOT NULL,

    CONSTRAINT "unsealed_pkey" PRIMARY KEY ("organization","request","n")
);
ALTER TABLE "unsealed" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- One batch: `body` is the text that was hashed, and names the newest event of each chain that grew since the batch before.
-- As each event holds the hash of the one before, that seals all of them.
CREATE TABLE "seals" (
    "organization" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "events" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "head" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seals_pkey" PRIMARY KEY ("organization","n")
);
ALTER TABLE "seals" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "seals" USING ("organization" = app_org());
GRANT SELECT, INSERT, UPDATE, DELETE ON "unsealed" TO countersign_app;
GRANT SELECT, INSERT ON "seals" TO countersign_app;
REVOKE UPDATE, DELETE ON "seals" FROM countersign_app;

-- The record is read by time.
CREATE INDEX "events_organization_at_request_n_idx" ON "events"("organization", "at", "request", "n");
CREATE INDEX "organization_events_organization_at_n_idx" ON "organization_events"("organization", "at", "n");

CREATE FUNCTION note_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsealed (organization, request, n) VALUES (NEW.organization, NEW.request, NEW.n);
  RETURN NULL;
END $$;
CREATE FUNCTION note_unsealed_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsealed (organization, request, n) VALUES (NEW.organization, '00000000-0000-0000-0000-000000000000', NEW.n);
  RETURN NULL;
END $$;
CREATE TRIGGER unsealed AFTER INSERT ON "events" FOR EACH ROW EXECUTE FUNCTION note_unsealed();
CREATE TRIGGER unsealed AFTER INSERT ON "organization_events" FOR EACH ROW EXECUTE FUNCTION note_unsealed_organization();
INSERT INTO "unsealed" SELECT organization, request, n FROM "events";
INSERT INTO "unsealed" SELECT organization, '00000000-0000-0000-0000-000000000000', n FROM "organization_events";

-- Folds up to `p_limit` unsealed events of an organization into one batch, and says how many those were. One sealer at a time:
-- who finds another at work leaves it to them. An event is visible only once its transaction has ended, and then all events
-- before it in its chain are, so a batch never names an event whose predecessors are not there.
CREATE FUNCTION seal_organization(p_org text, p_limit int) RETURNS int LANGUAGE plpgsql VOLATILE AS $$
DECLARE v_heads jsonb; v_count int; v_before record; v_body text;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  IF NOT pg_try_advisory_xact_lock(hashtextextended('seal:' || p_org, 0)) THEN RETURN 0; END IF;
  WITH taken AS (
    DELETE FROM unsealed u WHERE u.organization = p_org AND u.ctid = ANY(ARRAY(
      SELECT w.ctid FROM unsealed w WHERE w.organization = p_org LIMIT p_limit))
    RETURNING u.request, u.n
  ), newest AS (
    SELECT t.request, max(t.n) AS n, count(*) AS count FROM taken t GROUP BY t.request
  )
  SELECT jsonb_agg(jsonb_build_array(nullif(s.request::text, '00000000-0000-0000-0000-000000000000'), s.n,
      encode(coalesce(e.hash, o.hash), 'hex')) ORDER BY s.request), sum(s.count)::int
    INTO v_heads, v_count
    FROM newest s
    LEFT JOIN events e ON e.organization = p_org AND e.request = s.request AND e.n = s.n
    LEFT JOIN organization_events o ON s.request = '00000000-0000-0000-0000-000000000000' AND o.organization = p_org AND o.n = s.n;
  IF v_count IS NULL THEN RETURN 0; END IF;
  SELECT z.n, z.hash INTO v_before FROM seals z WHERE z.organization = p_org ORDER BY z.n DESC LIMIT 1;
  v_body := jsonb_build_object('n', coalesce(v_before.n, 0) + 1, 'organization', p_org, 'at', iso(app_now()), 'events', v_count,
    'heads', v_heads)::text;
  INSERT INTO seals (organization, n, events, body, head, hash, at)
    VALUES (p_org, coalesce(v_before.n, 0) + 1, v_count, v_body, coalesce(v_before.hash, ''::bytea),
      sha256(coalesce(v_before.hash, ''::bytea) || convert_to(v_body, 'UTF8')), app_now());
  RETURN v_count;
END $$;

-- ── replaced, from its newest text: those to whom a request was handed hear of it, a step of a plan is told to nobody ──

CREATE OR REPLACE FUNCTION announce_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  b jsonb := NEW.body::jsonb;
  v_gained jsonb := CASE NEW.kind WHEN 'request.assigned' THEN (b->'people') - (b->'actor'->>'id') ELSE b->'gained' END;
BEGIN
  IF b->>'status' <> 'pending' THEN
    DELETE FROM timers t WHERE t.organization = NEW.organization AND t.request = NEW.request AND t.what = 'near';
  END IF;
  IF NEW.kind = 'request.verdict' AND b->>'status' = 'pending' AND b->>'put_back' IS NULL THEN RETURN NULL; END IF;
  IF b->>'outcome' = 'running' OR (NEW.kind = 'request.deciders' AND v_gained IS NULL) THEN RETURN NULL; END IF;
  INSERT INTO outbox (organization, request, topic, dedupe, payload)
    VALUES (NEW.organization, NEW.request, 'notify', 'notify:' || NEW.request || ':' || NEW.n,
      jsonb_build_object('n', NEW.n, 'kind', NEW.kind, 'status', b->'status', 'outcome', b->'outcome', 'put_back', b->'put_back',
        'gained', v_gained, 'actor', b->'actor'->'id'));
  RETURN NULL;
END $$;
DROP TRIGGER announce ON "events";
CREATE TRIGGER announce AFTER INSERT ON "events" FOR EACH ROW
  WHEN (NEW.kind NOT IN ('request.redeemed', 'request.taken_back', 'request.step')) EXECUTE FUNCTION announce_event();
