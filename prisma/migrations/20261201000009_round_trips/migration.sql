-- Fewer round trips, one spending rule, one rule of which approvals stand.

-- STABLE, as what it calls is: called immutable it could not be put in place, and was a call each time.
CREATE OR REPLACE FUNCTION iso(t timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Spends a token that belongs to `p_holder`, that is for exactly `p_fingerprint`, that shows `p_display_digest` of
-- `p_request`, or all of it; null: not asked. No row: a fault, of whatever kind, and nothing was spent.
DROP FUNCTION spend_token(text, text, text, text, text);
CREATE FUNCTION spend_token(p_org text, p_hash text, p_kind text, p_holder text, p_fingerprint text,
  p_request uuid DEFAULT NULL, p_display_digest text DEFAULT NULL)
RETURNS TABLE (request uuid, tool text, inputs text, agent text, bound_user text, shown text)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  RETURN QUERY UPDATE tokens t SET used_at = app_now()
    WHERE t.organization = p_org AND t.hash = p_hash AND t.kind = p_kind AND t.used_at IS NULL AND t.expires_at >= app_now()
      AND (p_holder IS NOT NULL OR p_fingerprint IS NOT NULL)
      AND (p_holder IS NULL OR coalesce(t.held_by, t.bound_user) = p_holder)
      AND (p_fingerprint IS NULL OR t.fingerprint = p_fingerprint)
      AND (p_request IS NULL OR t.request = p_request)
      AND (p_display_digest IS NULL OR t.display_digest = p_display_digest)
    RETURNING t.request, t.tool, t.inputs, t.agent, t.bound_user, t.shown;
END $$;

-- The approvals of a request that stand: of people who may decide, and not taken back by their own later reject or return.
-- They count together under one display digest and one answer. Put in place by the planner where it is called.
CREATE FUNCTION standing_approvals(p_org text, p_request uuid)
RETURNS TABLE (n int, person text, display_digest text, answer text)
LANGUAGE sql STABLE AS $$
  SELECT v.n, v.person, v.display_digest, v.answer
  FROM verdicts v JOIN eligibility x ON x.organization = v.organization AND x.request = v.request AND x.person = v.person
  WHERE v.organization = p_org AND v.request = p_request AND v.verdict = 'approve' AND x.may_decide
    AND NOT EXISTS (SELECT FROM verdicts w WHERE w.organization = v.organization AND w.request = v.request
                      AND w.person = v.person AND w.n > v.n AND w.verdict <> 'approve')
$$;

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
    SELECT s.shown INTO v_shown
      FROM spend_token(p_org, p_token_hash, 'cnf', p_person, r.fingerprint, p_request, coalesce(p_display_digest, '')) s;
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
    SELECT count(DISTINCT s.person) FILTER (WHERE s.display_digest = p_display_digest AND s.answer = coalesce(p_answer, '')),
           coalesce(bool_or(s.person <> p_person AND (s.display_digest <> p_display_digest OR s.answer <> coalesce(p_answer, ''))), false)
      INTO v_approvals, v_others FROM standing_approvals(p_org, p_request) s;
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

-- What a transaction that performed says last: what the tool deferred is checked, the organization is set again in case the
-- tool changed it, and the outcome is written. Called behind the savepoint, so that any fault of it undoes what was written.
CREATE FUNCTION settle_performed(p_org text, p_request uuid, p_note text) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  SET CONSTRAINTS ALL IMMEDIATE;
  PERFORM set_config('app.org_id', p_org, true);
  RETURN (SELECT o.code FROM record_outcome(p_org, p_request, 'request.performed', NULL, NULL, NULL, 'done', p_note, NULL, NULL, NULL) o);
END $$;

-- Whether a key stands, is this client's and has this scope. For callers who know the client from a moment ago: the
-- statement that acts asks this first, so a key that was revoked is of no use at once.
CREATE FUNCTION key_stands(p_key_hash text, p_org text, p_client text, p_scope text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM api_keys k WHERE k.hash = p_key_hash AND k.organization = p_org AND k.client = p_client
    AND p_scope = ANY (k.scopes) AND k.revoked_at IS NULL)
$$;

-- `spend_grant` for a client whose key is still to be proven. One more code: unauthenticated.
CREATE FUNCTION spend_grant_by_key(p_key_hash text, p_org text, p_client text, p_route text, p_hash text, p_tool text,
  p_inputs text, p_key text, p_body_hash text, OUT code text, OUT answer jsonb)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
  IF NOT key_stands(p_key_hash, p_org, p_client, 'redeem') THEN code := 'unauthenticated'; RETURN; END IF;
  SELECT s.code, s.answer INTO code, answer
    FROM spend_grant(p_org, p_client, p_route, p_hash, p_tool, p_inputs, p_key, p_body_hash) s;
END $$;

-- A client that fell silent may still be at it: a report that it runs is a report like any other.
CREATE OR REPLACE FUNCTION outcome_may_follow(p_before text, p_after text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE coalesce(p_before, 'waiting')
    WHEN 'waiting' THEN p_after IN ('running', 'done', 'failed', 'unknown', 'lapsed')
    WHEN 'running' THEN p_after IN ('running', 'done', 'failed', 'unknown')
    WHEN 'unknown' THEN p_after IN ('running', 'done', 'failed')
    ELSE false END
$$;

-- Deletes what has had its time inside every organization, spent tokens and old keys, so many of each at most: no statement
-- may run for long. Says whether there may be more.
DROP FUNCTION sweep_organizations();
CREATE FUNCTION sweep_organizations(p_portion int) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE o record; v_gone int; v_more boolean := false;
BEGIN
  FOR o IN SELECT g.id FROM organizations g LOOP
    PERFORM set_config('app.org_id', o.id, true);
    DELETE FROM tokens t WHERE t.ctid = ANY(ARRAY(SELECT x.ctid FROM tokens x
      WHERE x.organization = o.id AND x.expires_at < app_now() - interval '1 day' LIMIT p_portion));
    GET DIAGNOSTICS v_gone = ROW_COUNT;
    v_more := v_more OR v_gone = p_portion;
    DELETE FROM idempotency i WHERE i.ctid = ANY(ARRAY(SELECT x.ctid FROM idempotency x
      WHERE x.organization = o.id AND x.at < app_now() - interval '1 day' LIMIT p_portion));
    GET DIAGNOSTICS v_gone = ROW_COUNT;
    v_more := v_more OR v_gone = p_portion;
  END LOOP;
  RETURN v_more;
END $$;

-- What is swept is found by an index. Rows of the feed lie in the order of time, so a summary of each block does.
CREATE INDEX "changes_at_idx" ON "changes" USING BRIN ("at");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE INDEX "verification_tokens_expires_at_idx" ON "verification_tokens"("expires_at");
CREATE INDEX "outbox_done" ON "outbox" ("done_at") WHERE "done_at" IS NOT NULL;
