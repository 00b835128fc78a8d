-- Replaced, each from its newest text.

-- As before, and whom it is for comes first of all: a long list never cuts them off.
CREATE OR REPLACE FUNCTION people_near(p_org text, p_who jsonb, p_requester text)
RETURNS TABLE (id text, name text, email text, role text, teams jsonb)
LANGUAGE sql STABLE AS $$
  WITH named AS (
    SELECT x AS id FROM jsonb_array_elements_text(CASE WHEN p_who->>'kind' = 'people' THEN p_who->'people' ELSE '[]'::jsonb END) x
    UNION SELECT t.user_id FROM team_members t
      WHERE t.organization = p_org AND t.team = p_who->>'team' AND (p_who->>'kind' = 'team' OR t.lead)
    UNION SELECT m.user_id FROM members m WHERE p_who->>'kind' = 'role' AND m.organization = p_org AND m.role = p_who->>'role'
    UNION SELECT p_requester WHERE p_requester IS NOT NULL
  ), near AS (
    SELECT n.id, 0 AS place FROM named n
    UNION ALL SELECT l.user_id, 1 FROM named n
      JOIN team_members t ON t.organization = p_org AND t.user_id = n.id
      JOIN team_members l ON l.organization = p_org AND l.team = t.team AND l.lead
  )
  SELECT u.id, u.name, u.email, m.role,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.team, 'lead', t.lead) ORDER BY t.team)
      FROM team_members t WHERE t.organization = p_org AND t.user_id = u.id), '[]'::jsonb)
  FROM (SELECT n.id, min(n.place) AS place FROM near n GROUP BY n.id) o
  JOIN members m ON m.organization = p_org AND m.user_id = o.id
  JOIN users u ON u.id = o.id
  ORDER BY (u.id IS NOT DISTINCT FROM p_requester) DESC, o.place, u.id LIMIT 2000
$$;

-- As before; who may see it is found by person, and not by looking through each pending request's rows.
CREATE OR REPLACE FUNCTION mark_stale(p_org text, p_person text, p_team text, p_roles text[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO timers (organization, request, what, due)
    SELECT p_org, near.id, 'refresh', app_now() FROM (
      SELECT q.id FROM requests q
        WHERE q.organization = p_org AND q.status = 'pending' AND (q.policy->'who'->>'team' = p_team
          OR q.policy->'who'->>'role' = ANY(p_roles) OR q.policy->'who'->'people' ? p_person OR q.on_behalf_of = p_person)
      UNION
      SELECT q.id FROM eligibility e JOIN requests q ON q.organization = e.organization AND q.id = e.request AND q.status = 'pending'
        WHERE e.organization = p_org AND e.closed_at IS NULL AND e.person IN (SELECT p_person
          UNION SELECT t.user_id FROM team_members t WHERE t.organization = p_org AND t.team = p_team)) near
  ON CONFLICT (organization, request, what) DO UPDATE SET due = excluded.due;
END $$;

-- As before, and the mark is locked: a newer one that is being written is waited for and seen, never deleted unread.
CREATE OR REPLACE FUNCTION refresh_eligibility(p_org text, p_request uuid, p_mark text, p_people text[], p_may boolean[], p_why text[], OUT code text)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record; v record; v_mark text; v_n int; v_head bytea; v_gained text[]; v_lost text[];
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  SELECT q.status, q.expires_at, q.head, q.events INTO r FROM requests q
    WHERE q.organization = p_org AND q.id = p_request FOR UPDATE;
  SELECT t.xmin::text INTO v_mark FROM timers t WHERE t.organization = p_org AND t.request = p_request AND t.what = 'refresh' FOR UPDATE;
  IF r.status IS DISTINCT FROM 'pending' OR r.expires_at <= app_now() THEN
    DELETE FROM timers t WHERE t.organization = p_org AND t.request = p_request AND t.what = 'refresh';
    code := 'over'; RETURN;
  END IF;
  IF v_mark IS DISTINCT FROM p_mark THEN code := 'again'; RETURN; END IF;

  v_n := r.events; v_head := r.head;
  SELECT array_agg(a.person ORDER BY a.person) FILTER (WHERE a.may AND NOT a.might),
         array_agg(a.person ORDER BY a.person) FILTER (WHERE a.might AND NOT a.may)
    INTO v_gained, v_lost
    FROM (SELECT coalesce(w.person, e.person) AS person, coalesce(w.may, false) AS may, coalesce(e.may_decide, false) AS might
      FROM unnest(p_people, p_may) AS w (person, may)
      FULL JOIN (SELECT x.person, x.may_decide FROM eligibility x WHERE x.organization = p_org AND x.request = p_request) e
        ON e.person = w.person) a;

  FOR v IN SELECT l.person, l.verdict FROM (
      SELECT DISTINCT ON (c.person) c.person, c.verdict FROM verdicts c
      WHERE c.organization = p_org AND c.request = p_request AND c.person = ANY(v_lost) ORDER BY c.person, c.n DESC) l
      WHERE l.verdict <> 'taken_back' ORDER BY l.person LOOP
    v_n := v_n + 1;
    INSERT INTO verdicts (organization, request, n, person, verdict, at) VALUES (p_org, p_request, v_n, v.person, 'taken_back', app_now());
    v_head := append_event(p_org, p_request, v_head, v_n, 'request.taken_back', NULL, NULL,
      jsonb_build_object('person', v.person, 'verdict', v.verdict));
  END LOOP;
  IF v_gained IS NOT NULL OR v_lost IS NOT NULL THEN
    v_n := v_n + 1;
    v_head := append_event(p_org, p_request, v_head, v_n, 'request.deciders', NULL, NULL,
      jsonb_build_object('gained', v_gained, 'lost', v_lost));
  END IF;

  DELETE FROM eligibility x WHERE x.organization = p_org AND x.request = p_request AND x.person <> ALL(p_people);
  INSERT INTO eligibility AS x (organization, request, person, may_decide, why, rank, expires_at)
    SELECT p_org, p_request, w.person, w.may, w.why, CASE WHEN w.may THEN 0 ELSE 1 END, r.expires_at
    FROM unnest(p_people, p_may, p_why) AS w (person, may, why)
  ON CONFLICT (organization, request, person) DO UPDATE
    SET rank = CASE WHEN excluded.may_decide = x.may_decide THEN x.rank ELSE excluded.rank END,
        may_decide = excluded.may_decide, why = excluded.why
    WHERE (x.may_decide, x.why) IS DISTINCT FROM (excluded.may_decide, excluded.why);

  IF v_n > r.events THEN
    UPDATE requests q SET head = v_head, events = v_n WHERE q.organization = p_org AND q.id = p_request;
  END IF;
  DELETE FROM timers t WHERE t.organization = p_org AND t.request = p_request AND t.what = 'refresh';
  INSERT INTO changes (organization, request) VALUES (p_org, p_request);
  code := 'ok';
END $$;
