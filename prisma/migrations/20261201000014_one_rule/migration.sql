-- One rule for who has approved: the decision, the page, the lists, the desk, handing over and the mail all ask here.

-- The approvals that count together now: those that stand under the display digest and the answer of the newest. Put in
-- place by the planner where it is called.
CREATE FUNCTION signatures(p_org text, p_request uuid) RETURNS TABLE (person text, n int) LANGUAGE sql STABLE AS $$
  SELECT s.person, max(s.n) FROM standing_approvals(p_org, p_request) s
  WHERE (s.display_digest, s.answer) = (
    SELECT t.display_digest, t.answer FROM standing_approvals(p_org, p_request) t ORDER BY t.n DESC LIMIT 1)
  GROUP BY s.person
$$;

-- ── replaced, from its newest text: who has approved is asked of signatures ──

CREATE OR REPLACE FUNCTION assign_request(p_org text, p_request uuid, p_actor text, p_people text[],
  OUT code text, OUT who text, OUT at timestamptz, OUT status text)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record; v_signed text[]; v_hash bytea;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  SELECT q.status, q.quorum, q.expires_at, q.head, q.events, q.decided_by, q.decided_at INTO r FROM requests q
    WHERE q.organization = p_org AND q.id = p_request FOR UPDATE;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM eligibility x
      WHERE x.organization = p_org AND x.request = p_request AND x.person = p_actor) THEN
    code := 'not_found'; RETURN;
  END IF;
  IF r.status <> 'pending' THEN
    code := 'already_decided'; who := r.decided_by; at := r.decided_at; status := r.status; RETURN;
  END IF;
  IF r.expires_at <= app_now() THEN code := 'already_decided'; at := r.expires_at; status := 'expired'; RETURN; END IF;
  status := r.status;
  IF NOT EXISTS (SELECT FROM members m WHERE m.organization = p_org AND m.user_id = p_actor AND m.role IN ('lead', 'admin'))
      AND NOT EXISTS (SELECT FROM team_members t WHERE t.organization = p_org AND t.user_id = p_actor AND t.lead) THEN
    code := 'not_a_lead'; RETURN;
  END IF;
  -- whose approval counts: it waits for them no more
  SELECT coalesce(array_agg(s.person), '{}') INTO v_signed FROM signatures(p_org, p_request) s;
  IF EXISTS (SELECT FROM unnest(p_people) p (id) WHERE p.id = ANY(v_signed) OR NOT EXISTS (SELECT FROM eligibility x
      WHERE x.organization = p_org AND x.request = p_request AND x.person = p.id AND x.may_decide)) THEN
    code := 'not_deciders'; RETURN;
  END IF;
  IF cardinality(p_people) < greatest(1, r.quorum - cardinality(v_signed)) THEN code := 'too_few'; RETURN; END IF;
  UPDATE eligibility x SET rank = CASE WHEN x.person = ANY(p_people) THEN 0 ELSE 1 END
    WHERE x.organization = p_org AND x.request = p_request AND x.may_decide
      AND x.rank <> CASE WHEN x.person = ANY(p_people) THEN 0 ELSE 1 END;
  IF NOT FOUND THEN code := 'same'; RETURN; END IF;
  v_hash := append_event(p_org, p_request, r.head, r.events + 1, 'request.assigned', 'person', p_actor,
    jsonb_build_object('people', to_jsonb(p_people)));
  UPDATE requests q SET head = v_hash, events = r.events + 1 WHERE q.organization = p_org AND q.id = p_request;
  INSERT INTO changes (organization, request) VALUES (p_org, p_request);
  code := 'ok';
END $$;

-- ── replaced, from its newest text: what concerns nobody is written for nobody ──

CREATE OR REPLACE FUNCTION announce_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  b jsonb := NEW.body::jsonb;
  v_gained jsonb := CASE NEW.kind WHEN 'request.assigned' THEN (b->'people') - (b->'actor'->>'id') ELSE b->'gained' END;
BEGIN
  IF b->>'status' <> 'pending' THEN
    DELETE FROM timers t WHERE t.organization = NEW.organization AND t.request = NEW.request AND t.what = 'near';
  END IF;
  IF NEW.kind = 'request.verdict' AND b->>'status' = 'pending' AND b->>'put_back' IS NULL THEN RETURN NULL; END IF;
  IF b->>'outcome' = 'running' THEN RETURN NULL; END IF;
  -- nobody came to it, or who handed it to themselves
  IF NEW.kind IN ('request.deciders', 'request.assigned') AND coalesce(v_gained, '[]') IN ('[]', 'null') THEN RETURN NULL; END IF;
  INSERT INTO outbox (organization, request, topic, dedupe, payload)
    VALUES (NEW.organization, NEW.request, 'notify', 'notify:' || NEW.request || ':' || NEW.n,
      jsonb_build_object('n', NEW.n, 'kind', NEW.kind, 'status', b->'status', 'outcome', b->'outcome', 'put_back', b->'put_back',
        'gained', v_gained, 'actor', b->'actor'->'id'));
  RETURN NULL;
END $$;

-- What the seals of an organization hold up to each, so that nothing adds them up for a look.
ALTER TABLE "seals" ADD COLUMN "total" INTEGER NOT NULL DEFAULT 0;
UPDATE "seals" z SET "total" = s.total
  FROM (SELECT organization, n, sum(events) OVER (PARTITION BY organization ORDER BY n) AS total FROM "seals") s
  WHERE s.organization = z.organization AND s.n = z.n;
ALTER TABLE "seals" ALTER COLUMN "total" DROP DEFAULT;

-- The record is read by kind and by who acted, too.
CREATE INDEX "events_kind_idx" ON "events" ("organization", "kind", "at", "request", "n");
CREATE INDEX "organization_events_kind_idx" ON "organization_events" ("organization", "kind", "at", "n");
CREATE INDEX "events_actor_idx" ON "events" ("organization", (("body"::jsonb)->'actor'->>'id'), "at", "request", "n");
CREATE INDEX "organization_events_actor_idx" ON "organization_events" ("organization", (("body"::jsonb)->'actor'->>'id'), "at", "n");

-- ── replaced, from its newest text: keeps the total ──

CREATE OR REPLACE FUNCTION seal_organization(p_org text, p_limit int) RETURNS int LANGUAGE plpgsql VOLATILE AS $$
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
  SELECT z.n, z.hash, z.total INTO v_before FROM seals z WHERE z.organization = p_org ORDER BY z.n DESC LIMIT 1;
  v_body := jsonb_build_object('n', coalesce(v_before.n, 0) + 1, 'organization', p_org, 'at', iso(app_now()), 'events', v_count,
    'heads', v_heads)::text;
  INSERT INTO seals (organization, n, events, total, body, head, hash, at)
    VALUES (p_org, coalesce(v_before.n, 0) + 1, v_count, coalesce(v_before.total, 0) + v_count, v_body, coalesce(v_before.hash, ''::bytea),
      sha256(coalesce(v_before.hash, ''::bytea) || convert_to(v_body, 'UTF8')), app_now());
  RETURN v_count;
END $$;
