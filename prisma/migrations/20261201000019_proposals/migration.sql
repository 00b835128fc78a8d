-- Proposing: fewer statements in the function, and what was read for the last one serves the next.

-- The notice of a proposal is written with it, below; the trigger read the event's text again to come to the same.
DROP TRIGGER announce ON "events";
CREATE TRIGGER announce AFTER INSERT ON "events" FOR EACH ROW
  WHEN (NEW.kind NOT IN ('request.proposed', 'request.redeemed', 'request.taken_back', 'request.step')) EXECUTE FUNCTION announce_event();

-- As before, in one statement where it wrote six tables by six. A PERFORM and a condition with a subquery are statements of
-- their own, an assignment is not.
CREATE OR REPLACE FUNCTION propose_request(p_org text, p_id uuid, p_call jsonb, p_lifetime_ms bigint,
  p_people text[], p_may boolean[], p_why text[], p_event jsonb, p_answer jsonb, p_key text, p_body_hash text,
  OUT code text, OUT answer jsonb)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_client text := p_call->>'client';
  v_replaces uuid := (p_call->>'replaces')::uuid;
  v_now timestamptz := app_now();
  v_expires timestamptz := v_now + make_interval(secs => p_lifetime_ms / 1000.0);
  v_body text;
  v_hash bytea;
  v_roll int;
  v_done text := set_config('app.org_id', p_org, true);
BEGIN
  IF p_key IS NOT NULL THEN
    answer := claim_key(p_org, v_client, 'propose', p_key, p_body_hash, interval '24 hours');
    IF answer IS NOT NULL THEN
      code := CASE WHEN answer ? 'reused' THEN 'reused' ELSE 'replayed' END;
      RETURN;
    END IF;
  END IF;
  IF v_replaces IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM requests q WHERE q.organization = p_org AND q.id = v_replaces AND q.client = v_client) THEN
      PERFORM keep_answer(p_org, v_client, 'propose', p_key, NULL);
      code := 'unknown_replaces';
      RETURN;
    END IF;
  END IF;

  -- memberships that changed since they were read, or change just now: eligibility is made anew before anything is decided
  v_done := pg_advisory_xact_lock_shared(hashtextextended('roll:' || p_org, 0))::text;
  SELECT o.roll INTO v_roll FROM organizations o WHERE o.id = p_org;
  IF v_roll IS DISTINCT FROM (p_call->>'roll')::int THEN
    INSERT INTO timers (organization, request, what, due) VALUES (p_org, p_id, 'refresh', v_now);
  END IF;
  -- the text and the hash of `append_event`, for the first of a chain
  v_body := (jsonb_build_object('n', 1, 'kind', 'request.proposed', 'request', p_id, 'at', iso(v_now),
    'actor', jsonb_build_object('kind', 'client', 'id', v_client), 'expires_at', iso(v_expires)) || jsonb_strip_nulls(p_event))::text;
  v_hash := sha256(convert_to(v_body, 'UTF8'));
  WITH event AS (
    INSERT INTO events (organization, request, n, kind, body, head, hash, at)
      VALUES (p_org, p_id, 1, 'request.proposed', v_body, ''::bytea, v_hash, v_now)
  ), notice AS (
    INSERT INTO outbox (organization, request, topic, dedupe, payload)
      VALUES (p_org, p_id, 'notify', 'notify:' || p_id || ':1',
        jsonb_build_object('n', 1, 'kind', 'request.proposed', 'actor', v_client))
  ), request AS (
    INSERT INTO requests (organization, id, kind, tool, version, inputs, bound_user, fingerprint, client, on_behalf_of,
        agent_name, agent_words, agent_run, title, warnings, described, quorum, one_ends, policy, replaces,
        created_at, expires_at, head, events)
      VALUES (p_org, p_id, p_call->>'kind', p_call->>'tool', p_call->>'version', p_call->>'inputs', p_call->>'bound_user',
        p_call->>'fingerprint', v_client, p_call->>'on_behalf_of', p_call->>'agent_name', p_call->>'agent_words',
        p_call->>'agent_run', p_call->>'title', (p_call->>'warnings')::int, p_call->>'described',
        (p_call->>'quorum')::int, (p_call->>'one_ends')::boolean, p_call->'policy', v_replaces, v_now, v_expires, v_hash, 1)
  ), people AS (
    INSERT INTO eligibility (organization, request, person, may_decide, why, rank, expires_at)
      SELECT p_org, p_id, e.person, e.may, e.why, CASE WHEN e.may THEN 0 ELSE 1 END, v_expires
      FROM unnest(p_people, p_may, p_why) AS e (person, may, why)
  ), expiry AS (
    INSERT INTO timers (organization, request, what, due) VALUES (p_org, p_id, 'expire', v_expires)
  )
  INSERT INTO changes (organization, request) VALUES (p_org, p_id);
  code := 'ok';
  answer := p_answer || jsonb_build_object('createdAt', iso(v_now), 'expiresAt', iso(v_expires));
  IF p_key IS NOT NULL THEN v_done := keep_answer(p_org, v_client, 'propose', p_key, answer)::text; END IF;
END $$;

-- Proposes by what was read for an earlier proposal. Everything of it that may have changed is held against what is so now,
-- under the lock that keeps it so: the key (null: proven already), the memberships, the organization's own policy. Where
-- any of it differs nothing is written and the code is `changed`.
CREATE FUNCTION propose_as_remembered(p_key_hash text, p_policy jsonb, p_org text, p_id uuid, p_call jsonb, p_lifetime_ms bigint,
  p_people text[], p_may boolean[], p_why text[], p_event jsonb, p_answer jsonb, p_key text, p_body_hash text,
  OUT code text, OUT answer jsonb)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_subject text := p_call->>(CASE WHEN p_call->>'kind' = 'write' THEN 'tool' ELSE 'client' END);
  v_done text := set_config('app.org_id', p_org, true);
  v_now record;
BEGIN
  v_done := pg_advisory_xact_lock_shared(hashtextextended('roll:' || p_org, 0))::text;
  SELECT o.roll, p.policy, p_key_hash IS NULL OR key_stands(p_key_hash, p_org, p_call->>'client', 'propose') AS stands INTO v_now
    FROM organizations o
    LEFT JOIN policies p ON p.organization = o.id AND p.kind = p_call->>'kind' AND p.subject = v_subject
    WHERE o.id = p_org;
  IF v_now.stands IS NOT TRUE OR v_now.roll IS DISTINCT FROM (p_call->>'roll')::int OR v_now.policy IS DISTINCT FROM p_policy THEN
    code := 'changed';
    RETURN;
  END IF;
  SELECT w.code, w.answer INTO code, answer FROM propose_request(p_org, p_id, p_call, p_lifetime_ms, p_people, p_may, p_why,
    p_event, p_answer, p_key, p_body_hash) w;
END $$;
