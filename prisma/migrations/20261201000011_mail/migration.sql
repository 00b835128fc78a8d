-- Mail about requests: an outbox row in the transaction of the event that causes it, then one row per person and mail.

-- A mail is for one person. `dead_at`: it was given up, and waits for an admin to try again.
ALTER TABLE "outbox" ADD COLUMN "person" TEXT, ADD COLUMN "dead_at" TIMESTAMPTZ(3);
-- The kinds of mail that this person does not want, in this organization.
ALTER TABLE "members" ADD COLUMN "muted" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "members" ADD CONSTRAINT "members_muted" CHECK ("muted" <@ ARRAY['needs', 'near', 'outcome']);

CREATE INDEX "outbox_dead" ON "outbox" ("organization", "dead_at") WHERE "dead_at" IS NOT NULL;

-- An event is the only cause of a mail, so it is here that the mail is caused: no function that writes one can forget it.
-- A verdict that leaves the request pending is told to nobody, unless it puts it back before those who had approved.
CREATE FUNCTION announce_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE b jsonb := NEW.body::jsonb;
BEGIN
  IF b->>'status' <> 'pending' THEN
    DELETE FROM timers t WHERE t.organization = NEW.organization AND t.request = NEW.request AND t.what = 'near';
  END IF;
  IF NEW.kind = 'request.verdict' AND b->>'status' = 'pending' AND b->>'put_back' IS NULL THEN RETURN NULL; END IF;
  IF b->>'outcome' = 'running' OR (NEW.kind = 'request.deciders' AND b->'gained' IS NULL) THEN RETURN NULL; END IF;
  INSERT INTO outbox (organization, request, topic, dedupe, payload)
    VALUES (NEW.organization, NEW.request, 'notify', 'notify:' || NEW.request || ':' || NEW.n,
      jsonb_build_object('n', NEW.n, 'kind', NEW.kind, 'status', b->'status', 'outcome', b->'outcome', 'put_back', b->'put_back',
        'gained', b->'gained', 'actor', b->'actor'->'id'));
  RETURN NULL;
END $$;
CREATE TRIGGER announce AFTER INSERT ON "events" FOR EACH ROW
  WHEN (NEW.kind NOT IN ('request.redeemed', 'request.taken_back')) EXECUTE FUNCTION announce_event();

-- An hour before a request expires, those for whom it still waits are told; not where it lived no longer than two hours.
CREATE FUNCTION set_near_timer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO timers (organization, request, what, due) VALUES (NEW.organization, NEW.id, 'near', NEW.expires_at - interval '1 hour');
  RETURN NULL;
END $$;
CREATE TRIGGER near AFTER INSERT ON "requests" FOR EACH ROW
  WHEN (NEW.status = 'pending' AND NEW.expires_at - NEW.created_at > interval '2 hours') EXECUTE FUNCTION set_near_timer();

-- Writes down that an expiry is near, once, while it is pending.
CREATE FUNCTION remind_request(p_org text, p_request uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  PERFORM FROM requests q WHERE q.organization = p_org AND q.id = p_request AND q.status = 'pending' AND q.expires_at > app_now() FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO outbox (organization, request, topic, dedupe, payload)
    VALUES (p_org, p_request, 'notify', 'notify:' || p_request || ':near', '{"n": 0, "kind": "near"}') ON CONFLICT (dedupe) DO NOTHING;
  RETURN FOUND;
END $$;

-- Makes one row for each person and mail out of what happened; any number of relays may run. Who hears of it:
--   needs    those who may decide it, when it is new; those who may since a change of memberships; those who had approved,
--            when it was put back
--   near     those for whom it still waits
--   outcome  the person it was proposed for; where the outcome is unknown, those who approved it, too
-- An approval that was performed at once is told by its outcome alone, and nobody is told of what they did themselves.
CREATE FUNCTION expand_notices(p_limit int) RETURNS int LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE o record; q record; v_count int := 0;
BEGIN
  FOR o IN SELECT x.id, x.organization, x.request, x.payload FROM outbox x
      WHERE x.done_at IS NULL AND x.topic = 'notify' AND x.run_at <= app_now()
      ORDER BY x.run_at, x.id FOR UPDATE SKIP LOCKED LIMIT p_limit LOOP
    PERFORM set_config('app.org_id', o.organization, true);
    SELECT r.on_behalf_of, r.status, r.outcome INTO q FROM requests r WHERE r.organization = o.organization AND r.id = o.request;
    INSERT INTO outbox (organization, request, person, topic, dedupe, payload)
      SELECT o.organization, o.request, w.person, 'mail', 'mail:' || o.request || ':' || (o.payload->>'n') || ':' || w.what || ':' || w.person,
        jsonb_build_object('what', w.what, 'n', (o.payload->>'n')::int)
      FROM (
        SELECT e.person, 'needs' AS what FROM eligibility e
          WHERE e.organization = o.organization AND e.request = o.request AND e.may_decide AND e.closed_at IS NULL
            AND (o.payload->>'kind' = 'request.proposed' OR o.payload->'gained' ? e.person OR (o.payload->>'put_back' IS NOT NULL AND e.rank = 0
              AND e.person IS DISTINCT FROM o.payload->>'actor'
              AND EXISTS (SELECT FROM verdicts v WHERE v.organization = e.organization AND v.request = e.request AND v.person = e.person)))
        UNION ALL
        SELECT e.person, 'near' FROM eligibility e
          WHERE o.payload->>'kind' = 'near' AND e.organization = o.organization AND e.request = o.request
            AND e.may_decide AND e.rank = 0 AND e.closed_at IS NULL
        UNION
        SELECT q.on_behalf_of, 'outcome' WHERE q.on_behalf_of IS NOT NULL AND q.on_behalf_of IS DISTINCT FROM o.payload->>'actor'
          AND (o.payload->>'status' IN ('rejected', 'returned', 'expired', 'withdrawn')
            OR o.payload->>'outcome' IN ('done', 'failed', 'unknown', 'lapsed')
            OR (o.payload->>'status' = 'approved' AND q.outcome IN ('waiting', 'running')))
        UNION
        SELECT v.person, 'outcome' FROM verdicts v
          WHERE o.payload->>'outcome' = 'unknown' AND q.outcome = 'unknown'
            AND v.organization = o.organization AND v.request = o.request AND v.verdict = 'approve'
      ) w JOIN members m ON m.organization = o.organization AND m.user_id = w.person AND NOT (w.what = ANY(m.muted))
      ON CONFLICT (dedupe) DO NOTHING;
    UPDATE outbox x SET done_at = app_now() WHERE x.id = o.id;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;
