-- Teams and roles as people: who is near a request, and how its eligibility follows when memberships change.

-- A verdict whose author may not decide any more is taken back by a row of its own: nothing that they said before counts
-- from there on, also if they may again.
ALTER TABLE "verdicts" DROP CONSTRAINT "verdicts_verdict";
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_verdict" CHECK ("verdict" IN ('approve', 'reject', 'return', 'taken_back'));

-- The members near a request: whom `who` names (lib/policy Who), the person it is for, and the leads of all their teams.
-- Each with role and teams, which is what lib/policy judges by; the named come first where there are too many.
CREATE FUNCTION people_near(p_org text, p_who jsonb, p_requester text)
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
  ORDER BY o.place, u.id LIMIT 2000
$$;

-- As before, and sets the organization, as it is also called by itself.
CREATE OR REPLACE FUNCTION append_organization_event(p_org text, p_kind text, p_actor_kind text, p_actor text, p_data jsonb)
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE o record; v_body text; v_hash bytea;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
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

-- Says that memberships change: every proposal that is being written is waited for, and those that come later see it
-- (`propose_request` holds the same lock shared, and compares `roll`). Call it before anything is changed.
CREATE FUNCTION change_roll(p_org text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('roll:' || p_org, 0));
  UPDATE organizations o SET roll = o.roll + 1 WHERE o.id = p_org;
END $$;

-- Marks the pending requests whose eligibility may follow from what just changed: those whose policy names the team, a
-- role, or the person; those that are for the person; and those that the person, or anybody on the team, can see. A
-- mark is a timer that is due: the worker makes eligibility anew, and until then nothing is decided (`decide`: stale).
CREATE FUNCTION mark_stale(p_org text, p_person text, p_team text, p_roles text[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO timers (organization, request, what, due)
    SELECT q.organization, q.id, 'refresh', app_now() FROM requests q
    WHERE q.organization = p_org AND q.status = 'pending' AND (
      q.policy->'who'->>'team' = p_team
      OR q.policy->'who'->>'role' = ANY(p_roles)
      OR q.policy->'who'->'people' ? p_person
      OR q.on_behalf_of = p_person
      OR EXISTS (SELECT FROM eligibility e WHERE e.organization = q.organization AND e.request = q.id AND (e.person = p_person
        OR e.person IN (SELECT t.user_id FROM team_members t WHERE t.organization = p_org AND t.team = p_team))))
  ON CONFLICT (organization, request, what) DO UPDATE SET due = excluded.due;
END $$;

-- Writes eligibility as it follows from the memberships of now, under the request's lock. `p_mark` is the mark that was
-- read together with those memberships; another one since means that they changed again. A verdict of somebody who may
-- not decide any more is taken back, and the history says so. Codes: ok, again, over.
CREATE FUNCTION refresh_eligibility(p_org text, p_request uuid, p_mark text, p_people text[], p_may boolean[], p_why text[], OUT code text)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record; v record; v_mark text; v_n int; v_head bytea; v_gained text[]; v_lost text[];
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  SELECT q.status, q.expires_at, q.head, q.events INTO r FROM requests q
    WHERE q.organization = p_org AND q.id = p_request FOR UPDATE;
  SELECT t.xmin::text INTO v_mark FROM timers t WHERE t.organization = p_org AND t.request = p_request AND t.what = 'refresh';
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

-- ── replaced, each from its newest text ──

-- Stores a proposed request with its eligibility rows. `p_call` holds the columns by name; `p_answer` is what the client
-- is told, completed here with the times. Codes: ok, replayed, reused, unknown_replaces.
CREATE OR REPLACE FUNCTION propose_request(p_org text, p_id uuid, p_call jsonb, p_lifetime_ms bigint,
  p_people text[], p_may boolean[], p_why text[], p_event jsonb, p_answer jsonb, p_key text, p_body_hash text,
  OUT code text, OUT answer jsonb)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_client text := p_call->>'client';
  v_expires timestamptz := app_now() + make_interval(secs => p_lifetime_ms / 1000.0);
  v_hash bytea;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  answer := claim_key(p_org, v_client, 'propose', p_key, p_body_hash, interval '24 hours');
  IF answer IS NOT NULL THEN
    code := CASE WHEN answer ? 'reused' THEN 'reused' ELSE 'replayed' END;
    RETURN;
  END IF;
  IF p_call->>'replaces' IS NOT NULL AND NOT EXISTS (SELECT FROM requests q
      WHERE q.organization = p_org AND q.id = (p_call->>'replaces')::uuid AND q.client = v_client) THEN
    PERFORM keep_answer(p_org, v_client, 'propose', p_key, NULL);
    code := 'unknown_replaces';
    RETURN;
  END IF;

  -- memberships that changed since they were read, or change just now: eligibility is made anew before anything is decided
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('roll:' || p_org, 0));
  IF (SELECT o.roll FROM organizations o WHERE o.id = p_org) IS DISTINCT FROM (p_call->>'roll')::int THEN
    INSERT INTO timers (organization, request, what, due) VALUES (p_org, p_id, 'refresh', app_now());
  END IF;
  v_hash := append_event(p_org, p_id, ''::bytea, 1, 'request.proposed', 'client', v_client,
    p_event || jsonb_build_object('expires_at', iso(v_expires)));
  INSERT INTO requests (organization, id, kind, tool, version, inputs, bound_user, fingerprint, client, on_behalf_of,
      agent_name, agent_words, agent_run, title, warnings, described, quorum, one_ends, policy, replaces,
      created_at, expires_at, head, events)
    VALUES (p_org, p_id, p_call->>'kind', p_call->>'tool', p_call->>'version', p_call->>'inputs', p_call->>'bound_user',
      p_call->>'fingerprint', v_client, p_call->>'on_behalf_of', p_call->>'agent_name', p_call->>'agent_words',
      p_call->>'agent_run', p_call->>'title', (p_call->>'warnings')::int, p_call->>'described',
      (p_call->>'quorum')::int, (p_call->>'one_ends')::boolean, p_call->'policy', (p_call->>'replaces')::uuid,
      app_now(), v_expires, v_hash, 1);
  INSERT INTO eligibility (organization, request, person, may_decide, why, rank, expires_at)
    SELECT p_org, p_id, e.person, e.may, e.why, CASE WHEN e.may THEN 0 ELSE 1 END, v_expires
    FROM unnest(p_people, p_may, p_why) AS e (person, may, why);
  INSERT INTO timers (organization, request, what, due) VALUES (p_org, p_id, 'expire', v_expires);
  INSERT INTO changes (organization, request) VALUES (p_org, p_id);
  code := 'ok';
  answer := p_answer || jsonb_build_object('createdAt', iso(app_now()), 'expiresAt', iso(v_expires));
  PERFORM keep_answer(p_org, v_client, 'propose', p_key, answer);
END $$;

-- One verdict, and what it adds up to. Codes, in this order: not_found, stale (memberships changed and eligibility has not
-- followed yet: make it anew, then ask again), already_decided, own_verdict, may_not_decide,
-- look_again, ok. `p_display_digest` is of the confirmation as described just now; the token must be for exactly it.
-- `own_at`: when this person gave this very verdict before, where they did.
CREATE OR REPLACE FUNCTION decide(p_org text, p_request uuid, p_person text, p_verdict text, p_token_hash text,
  p_display_digest text, p_answer text, p_note text, p_performs text,
  OUT code text, OUT who text, OUT at timestamptz, OUT status text, OUT outcome text, OUT own_at timestamptz, OUT why text)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE
  r record; e record; own record;
  v_shown text; v_approvals int; v_others boolean; v_left int; v_put_back boolean := false; v_hash bytea; v_n int;
BEGIN
  IF p_org IS NULL OR p_verdict IS NULL OR p_verdict NOT IN ('approve', 'reject', 'return') THEN
    RAISE EXCEPTION 'decide: bad call' USING errcode = '22023';
  END IF;
  PERFORM set_config('app.org_id', p_org, true);

  -- 1 the lock, alone: all later statements take a newer snapshot than the one that waited
  SELECT q.status, q.outcome, q.quorum, q.one_ends, q.fingerprint, q.expires_at, q.head, q.events, q.decided_by, q.decided_at
    INTO r FROM requests q WHERE q.organization = p_org AND q.id = p_request FOR UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;

  IF r.status = 'pending' AND r.expires_at > app_now() AND EXISTS (SELECT FROM timers t
      WHERE t.organization = p_org AND t.request = p_request AND t.what = 'refresh') THEN
    code := 'stale'; RETURN;
  END IF;

  -- 2 may see
  SELECT x.may_decide, x.why INTO e FROM eligibility x
    WHERE x.organization = p_org AND x.request = p_request AND x.person = p_person;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;

  -- 3 already decided (past its time counts), or this verdict on this very question exists
  SELECT v.verdict, v.display_digest, v.answer, v.at INTO own FROM verdicts v
    WHERE v.organization = p_org AND v.request = p_request AND v.person = p_person ORDER BY v.n DESC LIMIT 1;
  IF own.verdict = p_verdict THEN own_at := own.at; END IF;
  IF r.status <> 'pending' THEN
    code := 'already_decided'; who := r.decided_by; at := r.decided_at; status := r.status; outcome := r.outcome; RETURN;
  END IF;
  IF r.expires_at <= app_now() THEN
    code := 'already_decided'; at := r.expires_at; status := 'expired'; RETURN;
  END IF;
  status := 'pending';
  -- an approval of this very question stands until its author's own later reject or return, whatever else they approved
  IF p_verdict = 'approve' AND own.verdict = 'approve' THEN
    SELECT v.at INTO own_at FROM verdicts v
      WHERE v.organization = p_org AND v.request = p_request AND v.person = p_person AND v.verdict = 'approve'
        AND v.display_digest = coalesce(p_display_digest, '') AND v.answer = coalesce(p_answer, '')
        AND NOT EXISTS (SELECT FROM verdicts w WHERE w.organization = v.organization AND w.request = v.request
                          AND w.person = v.person AND w.n > v.n AND w.verdict <> 'approve')
      ORDER BY v.n DESC LIMIT 1;
  END IF;
  IF own_at IS NOT NULL THEN code := 'own_verdict'; who := p_person; at := own_at; RETURN; END IF;

  -- 4 may decide
  IF NOT e.may_decide THEN code := 'may_not_decide'; why := e.why; RETURN; END IF;

  -- 5 the token: checked and spent in one statement; every fault is the same answer
  IF p_verdict = 'approve' THEN
    UPDATE tokens t SET used_at = app_now()
      WHERE t.organization = p_org AND t.hash = p_token_hash AND t.kind = 'cnf' AND t.request = p_request AND t.held_by = p_person
        AND t.fingerprint = r.fingerprint AND t.display_digest = p_display_digest
        AND t.used_at IS NULL AND t.expires_at >= app_now()
      RETURNING t.shown INTO v_shown;
    IF NOT FOUND THEN code := 'look_again'; RETURN; END IF;
  END IF;

  -- 6 the verdict
  v_n := r.events + 1;
  INSERT INTO verdicts (organization, request, n, person, verdict, display_digest, answer, note, shown, at)
    VALUES (p_org, p_request, v_n, p_person, p_verdict, coalesce(CASE WHEN p_verdict = 'approve' THEN p_display_digest END, ''),
      coalesce(p_answer, ''), p_note, v_shown, app_now());

  -- 7 what the verdicts add up to, read in a statement of its own
  IF p_verdict = 'approve' AND r.quorum = 1 THEN status := 'approved';
  ELSIF p_verdict = 'approve' THEN
    SELECT count(DISTINCT v.person) FILTER (WHERE v.display_digest = p_display_digest AND v.answer = coalesce(p_answer, '')),
           coalesce(bool_or(v.person <> p_person AND (v.display_digest <> p_display_digest OR v.answer <> coalesce(p_answer, ''))), false)
      INTO v_approvals, v_others
      FROM verdicts v JOIN eligibility x ON x.organization = v.organization AND x.request = v.request AND x.person = v.person
      WHERE v.organization = p_org AND v.request = p_request AND v.verdict = 'approve' AND x.may_decide
        AND NOT EXISTS (SELECT FROM verdicts w WHERE w.organization = v.organization AND w.request = v.request
                          AND w.person = v.person AND w.n > v.n AND w.verdict <> 'approve');
    IF v_approvals >= r.quorum THEN status := 'approved'; END IF;
    v_put_back := status = 'pending' AND v_others AND v_approvals = 1;
  ELSIF r.one_ends THEN
    status := CASE p_verdict WHEN 'reject' THEN 'rejected' ELSE 'returned' END;
  ELSE
    SELECT count(*) INTO v_left FROM eligibility x
      WHERE x.organization = p_org AND x.request = p_request AND x.may_decide
        AND coalesce((SELECT w.verdict FROM verdicts w WHERE w.organization = x.organization AND w.request = x.request
                        AND w.person = x.person ORDER BY w.n DESC LIMIT 1), 'approve') NOT IN ('reject', 'return');
    IF v_left < r.quorum THEN status := CASE p_verdict WHEN 'reject' THEN 'rejected' ELSE 'returned' END; END IF;
  END IF;
  -- performed here: settled in this very transaction, so no outcome yet
  IF status = 'approved' AND p_performs <> 'here' THEN outcome := 'waiting'; END IF;

  -- 8 the event
  v_hash := append_event(p_org, p_request, r.head, v_n, 'request.verdict', 'person', p_person,
    jsonb_build_object('verdict', p_verdict, 'note', p_note, 'answer', p_answer, 'status', status,
      'display_digest', CASE WHEN p_verdict = 'approve' THEN p_display_digest END,
      'put_back', CASE WHEN v_put_back THEN true END));

  -- 9 the request row, once
  at := app_now();
  IF status <> 'pending' THEN who := p_person; END IF;
  UPDATE requests q SET head = v_hash, events = v_n, status = decide.status, outcome = decide.outcome,
      decided_by = who, decided_at = CASE WHEN decide.status <> 'pending' THEN decide.at END
    WHERE q.organization = p_org AND q.id = p_request;

  -- 10 whom it waits for now, and what follows from it
  IF status = 'pending' THEN
    UPDATE eligibility x SET rank = CASE WHEN x.person = p_person OR NOT x.may_decide THEN 1 ELSE 0 END
      WHERE x.organization = p_org AND x.request = p_request AND (x.person = p_person OR v_put_back);
  ELSE
    UPDATE eligibility x SET closed_at = app_now() WHERE x.organization = p_org AND x.request = p_request;
    DELETE FROM timers t WHERE t.organization = p_org AND t.request = p_request AND t.what = 'expire';
    IF status = 'approved' AND p_performs = 'outside' THEN
      INSERT INTO outbox (organization, request, topic, dedupe, payload)
        VALUES (p_org, p_request, 'perform', 'perform:' || p_request, '{}'::jsonb);
    ELSIF status = 'approved' AND p_performs = 'client' THEN
      INSERT INTO timers (organization, request, what, due) VALUES (p_org, p_request, 'lapse', app_now() + interval '24 hours');
    END IF;
  END IF;
  INSERT INTO changes (organization, request) VALUES (p_org, p_request);
  code := 'ok';
END $$;
