-- What became of an approved request.

-- lib/request OUTCOME_FOLLOWS, as SQL; a test holds the two equal.
CREATE FUNCTION outcome_may_follow(p_before text, p_after text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE coalesce(p_before, 'waiting')
    WHEN 'waiting' THEN p_after IN ('running', 'done', 'failed', 'unknown', 'lapsed')
    WHEN 'running' THEN p_after IN ('running', 'done', 'failed', 'unknown')
    WHEN 'unknown' THEN p_after IN ('done', 'failed')
    ELSE false END
$$;

-- Records an outcome. `p_only_from`: refuse unless the outcome is this now (a person settles only what is unknown; a
-- timer moves only what still waits). Exactly one row changes, or none and the code says why.
-- Codes: ok, same (this outcome and note stand already), not_found, not_approved, not_redeemed, outcome_final, not_unknown,
-- replayed, reused.
CREATE FUNCTION record_outcome(p_org text, p_request uuid, p_event text, p_actor_kind text, p_actor text,
  p_only_from text, p_outcome text, p_note text, p_tail text, p_key text, p_body_hash text,
  OUT code text, OUT outcome text, OUT answer jsonb)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record; v_hash bytea;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  answer := claim_key(p_org, coalesce(p_actor, ''), 'outcome', p_key, p_body_hash, interval '24 hours');
  IF answer IS NOT NULL THEN
    code := CASE WHEN answer ? 'reused' THEN 'reused' ELSE 'replayed' END;
    RETURN;
  END IF;
  SELECT q.status, q.outcome, q.outcome_note, q.head, q.events INTO r FROM requests q
    WHERE q.organization = p_org AND q.id = p_request
      AND (p_actor_kind IS DISTINCT FROM 'client' OR q.client = p_actor)
      AND (p_actor_kind IS DISTINCT FROM 'person' OR EXISTS (SELECT FROM eligibility x
        WHERE x.organization = p_org AND x.request = p_request AND x.person = p_actor AND x.may_decide))
    FOR UPDATE;
  outcome := r.outcome;
  IF r.status IS NULL THEN code := 'not_found';
  ELSIF r.status <> 'approved' THEN code := 'not_approved';
  ELSIF p_only_from = 'unknown' AND r.outcome IS DISTINCT FROM 'unknown' AND r.outcome IS NOT NULL THEN code := 'not_unknown';
  ELSIF p_only_from IS NOT NULL AND p_only_from <> 'unknown' AND r.outcome IS DISTINCT FROM p_only_from THEN code := 'outcome_final';
  -- a timer says so only while it is still due: a report that came in between has moved it
  ELSIF p_event IN ('request.lapsed', 'request.silent') AND NOT EXISTS (SELECT FROM timers t WHERE t.organization = p_org
      AND t.request = p_request AND t.what IN ('lapse', 'unknown') AND t.due <= app_now()) THEN code := 'outcome_final';
  -- a client reports what it took away itself, never what is performed here or by the worker
  ELSIF p_actor_kind = 'client' AND coalesce(r.outcome, 'unknown') IN ('waiting', 'running', 'unknown') AND NOT EXISTS (
      SELECT FROM events v WHERE v.organization = p_org AND v.request = p_request AND v.kind = 'request.redeemed') THEN
    code := 'not_redeemed';
  ELSIF r.outcome = p_outcome AND r.outcome_note IS NOT DISTINCT FROM p_note AND p_tail IS NULL THEN
    code := 'same';
    -- no news for the history, but a sign of life
    UPDATE timers t SET due = app_now() + interval '24 hours'
      WHERE t.organization = p_org AND t.request = p_request AND t.what = 'unknown' AND p_actor_kind = 'client';
  ELSIF NOT outcome_may_follow(r.outcome, p_outcome) THEN code := 'outcome_final';
  ELSE
    v_hash := append_event(p_org, p_request, r.head, r.events + 1, p_event, p_actor_kind, p_actor,
      jsonb_build_object('outcome', p_outcome, 'note', p_note));
    UPDATE requests q SET outcome = p_outcome, outcome_note = p_note, output_tail = coalesce(p_tail, q.output_tail),
        outcome_at = app_now(), head = v_hash, events = r.events + 1
      WHERE q.organization = p_org AND q.id = p_request;
    DELETE FROM timers t WHERE t.organization = p_org AND t.request = p_request;
    -- a client that goes silent leaves the outcome unknown 24 hours after its last report
    IF p_outcome = 'running' AND p_actor_kind = 'client' THEN
      INSERT INTO timers (organization, request, what, due) VALUES (p_org, p_request, 'unknown', app_now() + interval '24 hours');
    END IF;
    INSERT INTO changes (organization, request) VALUES (p_org, p_request);
    code := 'ok';
    outcome := p_outcome;
  END IF;
  PERFORM keep_answer(p_org, coalesce(p_actor, ''), 'outcome', p_key,
    CASE WHEN code IN ('ok', 'same') THEN jsonb_build_object('request', p_request, 'outcome', outcome) END);
END $$;
