-- Kinds without a tool: a gate, a command, a plan. They go the way of a write under a reserved name; what is new is an
-- answer with the approval, which whoever redeems the grant gets with the call. Of an approved request it is the answer
-- of the last verdict: that one decided it, and nothing is recorded after it.
ALTER TABLE "requests" ADD CONSTRAINT "requests_kind" CHECK ("kind" IN ('write', 'gate', 'command', 'plan'));

-- Spends a grant, by redemption (`p_tool` null) or by resolution of an exact call; the request is running then.
-- Lock order is the decision's: request, then token. Codes: ok, spent (every fault), replayed, reused.
CREATE OR REPLACE FUNCTION spend_grant(p_org text, p_client text, p_route text, p_hash text, p_tool text, p_inputs text,
  p_key text, p_body_hash text, OUT code text, OUT answer jsonb)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record; s record; v_request uuid; v_hash bytea;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  answer := claim_key(p_org, p_client, p_route, p_key, p_body_hash, interval '10 minutes');
  IF answer IS NOT NULL THEN
    code := CASE WHEN answer ? 'reused' THEN 'reused' ELSE 'replayed' END;
    RETURN;
  END IF;
  code := 'spent';
  SELECT t.request INTO v_request FROM tokens t WHERE t.organization = p_org AND t.hash = p_hash AND t.kind = 'grt';
  IF FOUND THEN
    SELECT q.tool, q.version, q.inputs, q.bound_user, q.head, q.events, q.outcome, q.status, q.decided_at INTO r FROM requests q
      WHERE q.organization = p_org AND q.id = v_request AND q.client = p_client FOR UPDATE;
    -- a resolution names the call; the version and the user are the request's
    IF FOUND AND r.status = 'approved' AND r.outcome = 'waiting' AND r.decided_at > app_now() - interval '24 hours'
        AND (p_tool IS NULL OR (r.tool = p_tool AND r.inputs = p_inputs)) THEN
      SELECT * INTO s FROM spend_token(p_org, p_hash, 'grt', 'client:' || p_client, NULL);
      IF FOUND THEN
        v_hash := append_event(p_org, v_request, r.head, r.events + 1, 'request.redeemed', 'client', p_client,
          jsonb_build_object('outcome', 'running', 'route', p_route));
        UPDATE requests q SET outcome = 'running', outcome_at = app_now(), head = v_hash, events = r.events + 1
          WHERE q.organization = p_org AND q.id = v_request;
        DELETE FROM timers t WHERE t.organization = p_org AND t.request = v_request AND t.what = 'lapse';
        INSERT INTO timers (organization, request, what, due) VALUES (p_org, v_request, 'unknown', app_now() + interval '24 hours');
        INSERT INTO changes (organization, request) VALUES (p_org, v_request);
        code := 'ok';
        answer := jsonb_build_object('request', v_request, 'tool', r.tool, 'version', r.version, 'inputs', r.inputs,
          'answer', (SELECT nullif(v.answer, '') FROM verdicts v
            WHERE v.organization = p_org AND v.request = v_request ORDER BY v.n DESC LIMIT 1),
          'user', r.bound_user, 'agent', s.agent);
      END IF;
    END IF;
  END IF;
  PERFORM keep_answer(p_org, p_client, p_route, p_key, answer);
END $$;
