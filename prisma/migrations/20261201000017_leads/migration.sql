-- A lead reminds whom a pending request waits for: an event, and by it a mail to each of them but the lead. Once an hour at
-- most for each request. Codes: ok, nobody (waits but the lead), too_soon (`at`: the last time), not_found, already_decided, not_a_lead.
CREATE FUNCTION remind_deciders(p_org text, p_request uuid, p_actor text,
  OUT code text, OUT who text, OUT at timestamptz, OUT status text)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record; v_hash bytea;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  SELECT q.status, q.expires_at, q.head, q.events, q.decided_by, q.decided_at INTO r FROM requests q
    WHERE q.organization = p_org AND q.id = p_request FOR UPDATE;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM eligibility x
      WHERE x.organization = p_org AND x.request = p_request AND x.person = p_actor) THEN
    code := 'not_found'; RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM members m WHERE m.organization = p_org AND m.user_id = p_actor AND m.role IN ('lead', 'admin'))
      AND NOT EXISTS (SELECT FROM team_members t WHERE t.organization = p_org AND t.user_id = p_actor AND t.lead) THEN
    code := 'not_a_lead'; RETURN;
  END IF;
  IF r.status <> 'pending' THEN
    code := 'already_decided'; who := r.decided_by; at := r.decided_at; status := r.status; RETURN;
  END IF;
  IF r.expires_at <= app_now() THEN code := 'already_decided'; at := r.expires_at; status := 'expired'; RETURN; END IF;
  status := r.status;
  SELECT max(v.at) INTO at FROM events v WHERE v.organization = p_org AND v.request = p_request AND v.kind = 'request.reminded';
  IF at > app_now() - interval '1 hour' THEN code := 'too_soon'; RETURN; END IF;
  IF NOT EXISTS (SELECT FROM eligibility x WHERE x.organization = p_org AND x.request = p_request AND x.may_decide AND x.rank = 0
      AND x.person <> p_actor AND NOT EXISTS (SELECT FROM signatures(p_org, p_request) s WHERE s.person = x.person)) THEN
    code := 'nobody'; RETURN;
  END IF;
  v_hash := append_event(p_org, p_request, r.head, r.events + 1, 'request.reminded', 'person', p_actor, '{}'::jsonb);
  UPDATE requests q SET head = v_hash, events = r.events + 1 WHERE q.organization = p_org AND q.id = p_request;
  INSERT INTO changes (organization, request) VALUES (p_org, p_request);
  at := app_now();
  code := 'ok';
END $$;

-- As before, and with a mail to those of whom a lead reminded.
CREATE OR REPLACE FUNCTION expand_notices(p_limit int) RETURNS int LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE o record; q record; v_count int := 0;
BEGIN
  FOR o IN SELECT x.id, x.organization, x.request, x.payload FROM outbox x
      WHERE x.done_at IS NULL AND x.topic = 'notify' AND x.run_at <= app_now()
      ORDER BY x.run_at, x.id FOR UPDATE SKIP LOCKED LIMIT p_limit LOOP
    PERFORM set_config('app.org_id', o.organization, true);
    SELECT r.on_behalf_of, r.status, r.outcome INTO q FROM requests r WHERE r.organization = o.organization AND r.id = o.request;
    INSERT INTO outbox (organization, request, person, topic, dedupe, payload)
      SELECT o.organization, o.request, w.person, 'mail', 'mail:' || o.request || ':' || (o.payload->>'n') || ':' || w.what || ':' || w.person,
        jsonb_build_object('what', w.what, 'n', (o.payload->>'n')::int)
      FROM (
        SELECT e.person, 'needs' AS what FROM eligibility e
          WHERE e.organization = o.organization AND e.request = o.request AND e.may_decide AND e.closed_at IS NULL
            AND (o.payload->>'kind' = 'request.proposed' OR o.payload->'gained' ? e.person
              OR (o.payload->>'kind' = 'request.reminded' AND e.rank = 0 AND e.person IS DISTINCT FROM o.payload->>'actor'
                AND NOT EXISTS (SELECT FROM signatures(e.organization, e.request) s WHERE s.person = e.person))
              OR (o.payload->>'put_back' IS NOT NULL AND e.rank = 0
              AND e.person IS DISTINCT FROM o.payload->>'actor'
              AND EXISTS (SELECT FROM verdicts v WHERE v.organization = e.organization AND v.request = e.request AND v.person = e.person)))
        UNION ALL
        SELECT e.person, 'near' FROM eligibility e
          WHERE o.payload->>'kind' = 'near' AND e.organization = o.organization AND e.request = o.request
            AND e.may_decide AND e.rank = 0 AND e.closed_at IS NULL
        UNION
        SELECT q.on_behalf_of, 'outcome' WHERE q.on_behalf_of IS NOT NULL AND q.on_behalf_of IS DISTINCT FROM o.payload->>'actor'
          AND (o.payload->>'status' IN ('rejected', 'returned', 'expired', 'withdrawn')
            OR o.payload->>'outcome' IN ('done', 'failed', 'unknown', 'lapsed')
            OR (o.payload->>'status' = 'approved' AND q.outcome IN ('waiting', 'running')))
        UNION
        SELECT v.person, 'outcome' FROM verdicts v
          WHERE o.payload->>'outcome' = 'unknown' AND q.outcome = 'unknown'
            AND v.organization = o.organization AND v.request = o.request AND v.verdict = 'approve'
      ) w JOIN members m ON m.organization = o.organization AND m.user_id = w.person AND NOT (w.what = ANY(m.muted))
      ON CONFLICT (dedupe) DO NOTHING;
    UPDATE outbox x SET done_at = app_now() WHERE x.id = o.id;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- A session says whether its person leads a team: then the desk is theirs as well.
CREATE POLICY own ON "team_members" FOR SELECT USING ("user_id" = app_user());
