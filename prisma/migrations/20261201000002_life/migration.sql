-- The life of a request, as functions: each is one round trip, locks the request row first and only then reads, in
-- statements of their own (READ COMMITTED only: one statement would have one snapshot, and two approvers at once would
-- each see only their own verdict). Each sets the organization itself, so that row-level security costs no round trip.
-- `enable_seqscan = off`: plpgsql keeps generic plans made while a table was tiny.

-- The clock of every statement: now(), in whole milliseconds as every column keeps it. With more, what is answered would
-- be cut and what is stored be rounded, and the two differ. A test database may replace it.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT date_trunc('milliseconds', now()) $$;

CREATE FUNCTION iso(t timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Appends one event to a request's chain and returns its hash: sha256(head || body), the body stored as the text that
-- was hashed. The caller holds the request row and writes the new head onto it.
CREATE FUNCTION append_event(p_org text, p_request uuid, p_head bytea, p_n int, p_kind text, p_actor_kind text, p_actor text, p_data jsonb)
RETURNS bytea LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  body text := (jsonb_build_object('n', p_n, 'kind', p_kind, 'request', p_request, 'at', iso(app_now()),
    'actor', CASE WHEN p_actor IS NULL THEN NULL ELSE jsonb_build_object('kind', p_actor_kind, 'id', p_actor) END)
    || jsonb_strip_nulls(p_data))::text;
  new_hash bytea := sha256(p_head || convert_to(body, 'UTF8'));
BEGIN
  INSERT INTO events (organization, request, n, kind, body, head, hash, at)
    VALUES (p_org, p_request, p_n, p_kind, body, p_head, new_hash, app_now());
  RETURN new_hash;
END $$;

-- Claims an Idempotency-Key for this transaction. Null: go ahead, then call keep_answer. Otherwise the answer that the
-- first call got, or {"reused": true} for another body. A second call in flight waits here for the first.
CREATE FUNCTION claim_key(p_org text, p_client text, p_route text, p_key text, p_body_hash text, p_life interval)
RETURNS jsonb LANGUAGE plpgsql VOLATILE AS $$
DECLARE r record;
BEGIN
  IF p_key IS NULL THEN RETURN NULL; END IF;
  DELETE FROM idempotency i WHERE i.organization = p_org AND i.client = p_client AND i.route = p_route AND i.key = p_key
    AND i.at <= app_now() - p_life;
  LOOP
    INSERT INTO idempotency (organization, client, route, key, body_hash, at)
      VALUES (p_org, p_client, p_route, p_key, p_body_hash, app_now()) ON CONFLICT DO NOTHING;
    IF FOUND THEN RETURN NULL; END IF;
    SELECT i.body_hash, i.answer INTO r FROM idempotency i
      WHERE i.organization = p_org AND i.client = p_client AND i.route = p_route AND i.key = p_key;
    IF FOUND THEN
      RETURN CASE WHEN r.body_hash = p_body_hash THEN r.answer ELSE '{"reused": true}'::jsonb END;
    END IF;
  END LOOP;
END $$;

-- Keeps the answer of an accepted call under its key; for a refused one (null) the key is given back.
CREATE FUNCTION keep_answer(p_org text, p_client text, p_route text, p_key text, p_answer jsonb)
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF p_key IS NULL THEN RETURN; END IF;
  IF p_answer IS NULL THEN
    DELETE FROM idempotency i WHERE i.organization = p_org AND i.client = p_client AND i.route = p_route AND i.key = p_key;
  ELSE
    UPDATE idempotency i SET answer = p_answer
      WHERE i.organization = p_org AND i.client = p_client AND i.route = p_route AND i.key = p_key;
  END IF;
END $$;

-- Stores a proposed request with its eligibility rows. `p_call` holds the columns by name; `p_answer` is what the client
-- is told, completed here with the times. Codes: ok, replayed, reused, unknown_replaces.
CREATE FUNCTION propose_request(p_org text, p_id uuid, p_call jsonb, p_lifetime_ms bigint,
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

-- One verdict, and what it adds up to. Codes, in this order: not_found, already_decided, own_verdict, may_not_decide,
-- look_again, ok. `p_display_digest` is of the confirmation as described just now; the token must be for exactly it.
-- `own_at`: when this person gave this very verdict before, where they did.
CREATE FUNCTION decide(p_org text, p_request uuid, p_person text, p_verdict text, p_token_hash text,
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
                        AND w.person = x.person ORDER BY w.n DESC LIMIT 1), 'approve') = 'approve';
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

-- Ends a pending request without a verdict; the caller holds the row. `p_status`: withdrawn or expired.
CREATE FUNCTION close_request(p_org text, p_request uuid, p_status text, p_actor_kind text, p_actor text, p_at timestamptz)
RETURNS void LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record; v_hash bytea;
BEGIN
  SELECT q.head, q.events INTO r FROM requests q WHERE q.organization = p_org AND q.id = p_request FOR UPDATE;
  v_hash := append_event(p_org, p_request, r.head, r.events + 1, 'request.' || p_status, p_actor_kind, p_actor,
    jsonb_build_object('status', p_status));
  UPDATE requests q SET status = p_status, head = v_hash, events = r.events + 1, decided_at = p_at,
      decided_by = CASE WHEN p_actor_kind = 'person' THEN p_actor END
    WHERE q.organization = p_org AND q.id = p_request AND q.status = 'pending';
  UPDATE eligibility x SET closed_at = p_at WHERE x.organization = p_org AND x.request = p_request;
  DELETE FROM timers t WHERE t.organization = p_org AND t.request = p_request AND t.what = 'expire';
  INSERT INTO changes (organization, request) VALUES (p_org, p_request);
END $$;

-- The requester takes it back: the client that proposed, or the person it proposed for (they count as one).
-- Codes: ok (also when they did so before), already_decided, not_found, replayed, reused.
CREATE FUNCTION withdraw_request(p_org text, p_request uuid, p_actor_kind text, p_actor text, p_key text, p_body_hash text,
  OUT code text, OUT who text, OUT at timestamptz, OUT status text, OUT answer jsonb)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  answer := claim_key(p_org, p_actor, 'withdraw', p_key, p_body_hash, interval '24 hours');
  IF answer IS NOT NULL THEN
    code := CASE WHEN answer ? 'reused' THEN 'reused' ELSE 'replayed' END;
    RETURN;
  END IF;
  SELECT q.status, q.expires_at, q.decided_by, q.decided_at INTO r FROM requests q
    WHERE q.organization = p_org AND q.id = p_request
      AND CASE p_actor_kind WHEN 'client' THEN q.client = p_actor ELSE q.on_behalf_of = p_actor END
    FOR UPDATE;
  IF NOT FOUND THEN code := 'not_found';
  ELSIF r.status = 'withdrawn' THEN code := 'ok'; status := r.status; at := r.decided_at;
  ELSIF r.status <> 'pending' THEN code := 'already_decided'; who := r.decided_by; at := r.decided_at; status := r.status;
  ELSIF r.expires_at <= app_now() THEN code := 'already_decided'; at := r.expires_at; status := 'expired';
  ELSE
    PERFORM close_request(p_org, p_request, 'withdrawn', p_actor_kind, p_actor, app_now());
    code := 'ok'; status := 'withdrawn'; at := app_now();
  END IF;
  PERFORM keep_answer(p_org, p_actor, 'withdraw', p_key,
    CASE WHEN code = 'ok' THEN jsonb_build_object('request', p_request, 'status', status, 'at', iso(at)) END);
END $$;

-- Writes down what every reader already knows: past its time a pending request is expired. Once.
CREATE FUNCTION expire_request(p_org text, p_request uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE v_expires timestamptz;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  SELECT q.expires_at INTO v_expires FROM requests q WHERE q.organization = p_org AND q.id = p_request
    AND q.status = 'pending' AND q.expires_at <= app_now() FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM close_request(p_org, p_request, 'expired', NULL, NULL, v_expires);
  RETURN true;
END $$;
