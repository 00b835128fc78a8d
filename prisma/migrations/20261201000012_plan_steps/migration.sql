-- The steps of an approved plan, each with what became of it. A step that nothing was said of has no row.
CREATE TABLE "plan_steps" (
    "organization" TEXT NOT NULL,
    "request" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "note" TEXT,
    "output_tail" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plan_steps_pkey" PRIMARY KEY ("organization","request","action")
);

ALTER TABLE "plan_steps" ADD CONSTRAINT "plan_steps_outcome" CHECK ("outcome" IN ('running', 'done', 'failed', 'skipped', 'unknown'));
GRANT SELECT, INSERT, UPDATE, DELETE ON "plan_steps" TO countersign_app;
ALTER TABLE "plan_steps" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "plan_steps" USING ("organization" = app_org());

-- lib/request STEP_FOLLOWS, as SQL: what is done, failed or skipped stays; of what is unknown a later word may come.
CREATE FUNCTION step_may_follow(p_before text, p_after text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE p_before
    WHEN 'running' THEN true
    WHEN 'unknown' THEN p_after IN ('done', 'failed')
    ELSE p_before IS NULL END
$$;

-- Records what became of one step of an approved plan, under the lock of its request. Only steps that were approved exist.
-- Codes: ok, same (it stands so already), not_found, not_approved, not_redeemed, no_such_step, outcome_final, replayed, reused.
CREATE FUNCTION record_step(p_org text, p_request uuid, p_actor_kind text, p_actor text, p_action text, p_outcome text,
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
  SELECT t.outcome, t.note INTO s FROM plan_steps t WHERE t.organization = p_org AND t.request = p_request AND t.action = p_action;
  outcome := s.outcome;
  IF r.status IS NULL OR r.kind <> 'plan' THEN code := 'not_found';
  ELSIF r.status <> 'approved' THEN code := 'not_approved';
  ELSIF NOT coalesce(nullif(v_answer, '')::jsonb -> 'steps' ? p_action, false) THEN code := 'no_such_step';
  -- a client reports what it took away itself, never what is performed here
  ELSIF p_actor_kind = 'client' AND NOT EXISTS (
      SELECT FROM events v WHERE v.organization = p_org AND v.request = p_request AND v.kind = 'request.redeemed') THEN
    code := 'not_redeemed';
  ELSIF s.outcome = p_outcome AND s.note IS NOT DISTINCT FROM p_note AND p_tail IS NULL THEN code := 'same';
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
