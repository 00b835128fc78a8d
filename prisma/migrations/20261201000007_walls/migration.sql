-- Row-level security: the use cases check the organization themselves, and the database checks it again (design §3.12).
--
-- A statement sees the rows of the organization that `app.org_id` names, for its transaction only; unset: none. Functions on
-- hot paths set it themselves, the store's scoped handle does so in the very statement that reads. Enabled, not forced: the
-- owner migrates and backs up. Outside stand users, sessions, verification_tokens, organizations, api_keys, outbox, timers
-- and changes: what must be read before an organization is known (design §7, tenancy).

-- After a transaction that set it locally a setting is '' and not null, hence nullif.
CREATE FUNCTION app_org() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.org_id', true), '') $$;

-- Whose memberships are looked up before an organization is known: signing in, and every request with a session.
CREATE FUNCTION app_user() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.user_id', true), '') $$;

-- Whose invitations are looked up before they are anybody here: signing in by a proven address.
CREATE FUNCTION app_email() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.email', true), '') $$;

ALTER TABLE "members" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "members" USING ("organization" = app_org());
CREATE POLICY own ON "members" FOR SELECT USING ("user_id" = app_user());
ALTER TABLE "invites" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "invites" USING ("organization" = app_org());
CREATE POLICY own ON "invites" FOR SELECT USING ("email" = app_email());
ALTER TABLE "teams" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "teams" USING ("organization" = app_org());
ALTER TABLE "team_members" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "team_members" USING ("organization" = app_org());
ALTER TABLE "organization_events" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "organization_events" USING ("organization" = app_org());
ALTER TABLE "clients" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "clients" USING ("organization" = app_org());
ALTER TABLE "policies" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "policies" USING ("organization" = app_org());
ALTER TABLE "requests" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "requests" USING ("organization" = app_org());
ALTER TABLE "eligibility" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "eligibility" USING ("organization" = app_org());
ALTER TABLE "tokens" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "tokens" USING ("organization" = app_org());
ALTER TABLE "verdicts" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "verdicts" USING ("organization" = app_org());
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "events" USING ("organization" = app_org());
ALTER TABLE "idempotency" ENABLE ROW LEVEL SECURITY;
CREATE POLICY wall ON "idempotency" USING ("organization" = app_org());

-- As before, and sets the organization: it is also called by itself.
CREATE OR REPLACE FUNCTION spend_token(p_org text, p_hash text, p_kind text, p_holder text, p_fingerprint text)
RETURNS TABLE (request uuid, tool text, inputs text, agent text, bound_user text)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
  PERFORM set_config('app.org_id', p_org, true);
  RETURN QUERY UPDATE tokens t SET used_at = app_now()
    WHERE t.organization = p_org AND t.hash = p_hash AND t.kind = p_kind AND t.used_at IS NULL AND t.expires_at >= app_now()
      AND (p_holder IS NOT NULL OR p_fingerprint IS NOT NULL)
      AND (p_holder IS NULL OR coalesce(t.held_by, t.bound_user) = p_holder)
      AND (p_fingerprint IS NULL OR t.fingerprint = p_fingerprint)
    RETURNING t.request, t.tool, t.inputs, t.agent, t.bound_user;
END $$;

-- Claims approved writes of outside tools by a lease, across organizations: the outbox stands outside, and each claimed
-- call is read inside its own. The subquery stands in `ARRAY(…)` on purpose: as a join, or as `UPDATE … FROM cte`, the
-- planner may run it more than once.
CREATE FUNCTION claim_performs(p_limit int, p_lease_ms float8)
RETURNS TABLE (outbox bigint, org text, request uuid, attempt int, tool text, version text, inputs text, outcome text,
  client text, client_name text, on_behalf_of text, on_behalf_name text, on_behalf_role text)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE k record;
BEGIN
  FOR k IN UPDATE outbox o SET attempts = o.attempts + 1, locked_until = app_now() + make_interval(secs => p_lease_ms / 1000)
      WHERE o.id = ANY(ARRAY(
        SELECT p.id FROM outbox p WHERE p.done_at IS NULL AND p.topic = 'perform' AND p.run_at <= app_now()
          AND (p.locked_until IS NULL OR p.locked_until < app_now())
        ORDER BY p.run_at, p.id FOR UPDATE SKIP LOCKED LIMIT p_limit))
      RETURNING o.id, o.organization, o.request, o.attempts LOOP
    PERFORM set_config('app.org_id', k.organization, true);
    RETURN QUERY SELECT k.id, q.organization, q.id, k.attempts, q.tool, q.version, q.inputs, q.outcome, q.client,
        coalesce(c.name, q.client), q.on_behalf_of, b.name, m.role
      FROM requests q
      LEFT JOIN clients c ON c.organization = q.organization AND c.id = q.client
      LEFT JOIN users b ON b.id = q.on_behalf_of
      LEFT JOIN members m ON m.organization = q.organization AND m.user_id = q.on_behalf_of
      WHERE q.organization = k.organization AND q.id = k.request;
  END LOOP;
END $$;

-- Deletes what has had its time inside every organization: spent tokens and old keys.
CREATE FUNCTION sweep_organizations() RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE o record;
BEGIN
  FOR o IN SELECT g.id FROM organizations g LOOP
    PERFORM set_config('app.org_id', o.id, true);
    DELETE FROM tokens t WHERE t.organization = o.id AND t.expires_at < app_now() - interval '1 day';
    DELETE FROM idempotency i WHERE i.organization = o.id AND i.at < app_now() - interval '1 day';
  END LOOP;
END $$;
