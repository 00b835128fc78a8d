-- A removal that has been answered holds: a verdict that was under way is committed before it, or finds it. Performing may
-- take seconds between the verdict and its commit, so the lock that keeps memberships as they are is held from the start.

-- As before; the lock comes first, before the request's row, as in proposing.
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
  -- 0 whoever changes memberships waits for verdicts under way, to their commit; so nobody who is gone is seen to decide
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('roll:' || p_org, 0));

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
    PERFORM ask_enough(p_org, p_request, r.quorum);
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
