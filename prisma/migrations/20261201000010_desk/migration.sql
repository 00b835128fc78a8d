-- The desk of leads: what is pending by age, in the order it was asked (ids of requests are UUIDv7), as one index range.
CREATE INDEX "eligibility_age" ON "eligibility" ("organization", "person", "request") INCLUDE ("expires_at", "may_decide")
  WHERE "closed_at" IS NULL;

-- A lead says whom a pending request waits for: `p_people`, of those who may decide it and have not approved. Nobody gets
-- a right by this and nobody loses one: it moves the request to the top of their lists and off the others'. Codes, in
-- this order: not_found, already_decided, not_a_lead, not_deciders, too_few, same, ok.
CREATE FUNCTION assign_request(p_org text, p_request uuid, p_actor text, p_people text[],
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
  -- whose last verdict is an approval: it waits for them no more
  SELECT coalesce(array_agg(s.person), '{}') INTO v_signed FROM (
    SELECT DISTINCT ON (v.person) v.person, v.verdict FROM verdicts v
      WHERE v.organization = p_org AND v.request = p_request ORDER BY v.person, v.n DESC) s WHERE s.verdict = 'approve';
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
