-- A change of memberships finds the requests it concerns by index; before, it read every pending one with its policy.

-- Who decides under a policy, short enough for an index. Columns that are compared by operators which leak nothing can be
-- looked up behind the wall; expressions over a policy's JSON cannot.
CREATE FUNCTION who_key(p_policy jsonb) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT substr(encode(sha256(replace(p_policy->>'who', '\', '\\')::bytea), 'hex'), 1, 32)::uuid $$;

ALTER TABLE "requests" ADD COLUMN "who_key" UUID GENERATED ALWAYS AS (who_key("policy")) STORED;
CREATE INDEX "requests_pending_who" ON "requests" ("organization", "who_key") WHERE "status" = 'pending';
CREATE INDEX "requests_pending_for" ON "requests" ("organization", "on_behalf_of") WHERE "status" = 'pending' AND "on_behalf_of" IS NOT NULL;

-- As before. Each policy that pending requests stand under is looked at once, then the requests of those that match.
CREATE OR REPLACE FUNCTION mark_stale(p_org text, p_person text, p_team text, p_roles text[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE w record; v_key uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT q.who_key AS key, q.policy->'who' AS who INTO w FROM requests q
      WHERE q.organization = p_org AND q.status = 'pending' AND q.who_key > v_key ORDER BY q.who_key LIMIT 1;
    EXIT WHEN NOT FOUND;
    v_key := w.key;
    CONTINUE WHEN NOT coalesce(w.who->>'team' = p_team, false) AND NOT coalesce(w.who->>'role' = ANY(p_roles), false)
      AND NOT coalesce(w.who->'people' ? p_person, false);
    INSERT INTO timers (organization, request, what, due)
      SELECT p_org, q.id, 'refresh', app_now() FROM requests q
        WHERE q.organization = p_org AND q.status = 'pending' AND q.who_key = v_key
    ON CONFLICT (organization, request, what) DO UPDATE SET due = excluded.due;
  END LOOP;
  INSERT INTO timers (organization, request, what, due)
    SELECT p_org, near.id, 'refresh', app_now() FROM (
      SELECT q.id FROM requests q WHERE q.organization = p_org AND q.status = 'pending' AND q.on_behalf_of = p_person
      UNION
      -- open rows are those of pending requests
      SELECT e.request FROM eligibility e WHERE e.organization = p_org AND e.closed_at IS NULL AND e.person IN (SELECT p_person
        UNION SELECT t.user_id FROM team_members t WHERE t.organization = p_org AND t.team = p_team)) near
  ON CONFLICT (organization, request, what) DO UPDATE SET due = excluded.due;
END $$;
