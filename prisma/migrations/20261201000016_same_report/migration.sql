-- A report is the same as the one before when its output is as well: a repeat with its output is no contradiction.

CREATE OR REPLACE FUNCTION record_outcome(p_org text, p_request uuid, p_event text, p_actor_kind text, p_actor text,
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
  SELECT q.status, q.outcome, q.outcome_note, q.output_tail, q.head, q.events INTO r FROM requests q
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
  ELSIF r.outcome = p_outcome AND r.outcome_note IS NOT DISTINCT FROM p_note
      AND (p_tail IS NULL OR p_tail = r.output_tail) THEN
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

CREATE OR REPLACE FUNCTION record_step(p_org text, p_request uuid, p_actor_kind text, p_actor text, p_action text, p_outcome text,
  p_note text, p_tail text, p_key text, p_body_hash text, OUT code text, OUT outcome text, OUT answer jsonb)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record; v_hash bytea; v_answer text; s record;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  answer := claim_key(p_org, coalesce(p_actor, ''), 'step', p_key, p_body_hash, interval '24 hours');
  IF answer IS NOT NULL THEN
    code := CASE WHEN answer ? 'reused' THEN 'reused' ELSE 'replayed' END;
    RETURN;
  END IF;
  SELECT q.status, q.outcome, q.kind, q.head, q.events INTO r FROM requests q
    WHERE q.organization = p_org AND q.id = p_request AND (p_actor_kind IS DISTINCT FROM 'client' OR q.client = p_actor) FOR UPDATE;
  SELECT v.answer INTO v_answer FROM verdicts v WHERE v.organization = p_org AND v.request = p_request ORDER BY v.n DESC LIMIT 1;
  SELECT t.outcome, t.note, t.output_tail INTO s FROM plan_steps t WHERE t.organization = p_org AND t.request = p_request AND t.action = p_action;
  outcome := s.outcome;
  IF r.status IS NULL OR r.kind <> 'plan' THEN code := 'not_found';
  ELSIF r.status <> 'approved' THEN code := 'not_approved';
  ELSIF NOT coalesce(nullif(v_answer, '')::jsonb -> 'steps' ? p_action, false) THEN code := 'no_such_step';
  -- a client reports what it took away itself, never what is performed here
  ELSIF p_actor_kind = 'client' AND NOT EXISTS (
      SELECT FROM events v WHERE v.organization = p_org AND v.request = p_request AND v.kind = 'request.redeemed') THEN
    code := 'not_redeemed';
  ELSIF s.outcome = p_outcome AND s.note IS NOT DISTINCT FROM p_note AND (p_tail IS NULL OR p_tail = s.output_tail) THEN code := 'same';
  ELSIF coalesce(r.outcome, 'unknown') NOT IN ('running', 'unknown') OR NOT step_may_follow(s.outcome, p_outcome) THEN
    code := 'outcome_final';
  ELSE
    v_hash := append_event(p_org, p_request, r.head, r.events + 1, 'request.step', p_actor_kind, p_actor,
      jsonb_build_object('step', p_action, 'step_outcome', p_outcome, 'note', p_note));
    INSERT INTO plan_steps (organization, request, action, outcome, note, output_tail, at)
      VALUES (p_org, p_request, p_action, p_outcome, p_note, p_tail, app_now())
      ON CONFLICT ON CONSTRAINT plan_steps_pkey DO UPDATE SET outcome = excluded.outcome, note = excluded.note,
        output_tail = coalesce(excluded.output_tail, plan_steps.output_tail), at = excluded.at;
    UPDATE requests q SET head = v_hash, events = r.events + 1 WHERE q.organization = p_org AND q.id = p_request;
    INSERT INTO changes (organization, request) VALUES (p_org, p_request);
    code := 'ok';
    outcome := p_outcome;
  END IF;
  -- a sign of life
  IF code IN ('ok', 'same') AND p_actor_kind = 'client' THEN
    UPDATE timers t SET due = app_now() + interval '24 hours'
      WHERE t.organization = p_org AND t.request = p_request AND t.what = 'unknown';
  END IF;
  PERFORM keep_answer(p_org, coalesce(p_actor, ''), 'step', p_key,
    CASE WHEN code IN ('ok', 'same') THEN jsonb_build_object('request', p_request, 'outcome', outcome) END);
END $$;
