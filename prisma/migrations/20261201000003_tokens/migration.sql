-- Tokens and grants: one table, one spending rule. Good at the instant of expiry, not after; a fault spends nothing.

-- Stores a token's hash. Its life is at most 30 minutes; a sixth live token of a person and request ends the oldest.
CREATE FUNCTION issue_token(p_org text, p_hash text, p_kind text, p_request uuid, p_held_by text, p_bound_user text, p_tool text,
  p_inputs text, p_fingerprint text, p_display_digest text, p_shown text, p_agent text, p_expires_at timestamptz)
RETURNS timestamptz LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE v_expires timestamptz := least(p_expires_at, app_now() + interval '30 minutes');
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  IF p_request IS NOT NULL THEN
    -- two pages opened at once must not both count four
    PERFORM pg_advisory_xact_lock(hashtextextended(p_request::text || ':' || p_held_by, 0));
    UPDATE tokens t SET expires_at = app_now() - interval '1 millisecond'
      WHERE t.organization = p_org AND t.hash IN (
        SELECT o.hash FROM tokens o WHERE o.organization = p_org AND o.request = p_request AND o.held_by = p_held_by
          AND o.kind = p_kind AND o.used_at IS NULL AND o.expires_at >= app_now()
        ORDER BY o.created_at DESC, o.hash OFFSET 4);
  END IF;
  INSERT INTO tokens (organization, hash, kind, request, held_by, bound_user, tool, inputs, fingerprint, display_digest, shown,
      agent, created_at, expires_at)
    VALUES (p_org, p_hash, p_kind, p_request, p_held_by, p_bound_user, p_tool, p_inputs, p_fingerprint, p_display_digest, p_shown,
      p_agent, app_now(), v_expires);
  RETURN v_expires;
END $$;

-- Spends a token that belongs to `p_holder`, or that is for exactly `p_fingerprint`, or both; null: not asked. No row: a
-- fault, of whatever kind, and nothing was spent.
CREATE FUNCTION spend_token(p_org text, p_hash text, p_kind text, p_holder text, p_fingerprint text)
RETURNS TABLE (request uuid, tool text, inputs text, agent text, bound_user text)
LANGUAGE sql VOLATILE AS $$
  UPDATE tokens t SET used_at = app_now()
    WHERE t.organization = p_org AND t.hash = p_hash AND t.kind = p_kind AND t.used_at IS NULL AND t.expires_at >= app_now()
      AND (p_holder IS NOT NULL OR p_fingerprint IS NOT NULL)
      AND (p_holder IS NULL OR coalesce(t.held_by, t.bound_user) = p_holder)
      AND (p_fingerprint IS NULL OR t.fingerprint = p_fingerprint)
    RETURNING t.request, t.tool, t.inputs, t.agent, t.bound_user
$$;

-- Issues a grant to the client that proposed, once its request is approved and waits to be performed. A new grant
-- replaces an unspent older one. Codes: ok, not_found, not_approved, no_grant.
CREATE FUNCTION grant_request(p_org text, p_client text, p_request uuid, p_hash text, OUT code text, OUT expires_at timestamptz)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE r record;
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  SELECT q.status, q.outcome, q.decided_at, q.bound_user, q.tool, q.inputs, q.fingerprint, q.agent_name INTO r FROM requests q
    WHERE q.organization = p_org AND q.id = p_request AND q.client = p_client FOR UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  IF r.status <> 'approved' THEN code := 'not_approved'; RETURN; END IF;
  -- unredeemed after 24 hours it has lapsed, whether or not a worker has written so
  IF r.outcome IS DISTINCT FROM 'waiting' OR r.decided_at <= app_now() - interval '24 hours' THEN code := 'no_grant'; RETURN; END IF;
  UPDATE tokens t SET expires_at = app_now() - interval '1 millisecond'
    WHERE t.organization = p_org AND t.request = p_request AND t.kind = 'grt' AND t.used_at IS NULL AND t.expires_at >= app_now();
  expires_at := issue_token(p_org, p_hash, 'grt', p_request, 'client:' || p_client, r.bound_user, r.tool, r.inputs,
    r.fingerprint, NULL, NULL, r.agent_name, app_now() + interval '30 minutes');
  code := 'ok';
END $$;

-- Spends a grant, by redemption (`p_tool` null) or by resolution of an exact call; the request is running then.
-- Lock order is the decision's: request, then token. Codes: ok, spent (every fault), replayed, reused.
CREATE FUNCTION spend_grant(p_org text, p_client text, p_route text, p_hash text, p_tool text, p_inputs text,
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
          'user', r.bound_user, 'agent', s.agent);
      END IF;
    END IF;
  END IF;
  PERFORM keep_answer(p_org, p_client, p_route, p_key, answer);
END $$;
