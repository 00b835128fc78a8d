import type { OrganizationStore, Overview } from '@/lib/organization'
import type { Kind } from '@/lib/request'
import type { Database } from './database'
import { within } from './within'

type Row = Omit<Overview, 'policies'> & { policies: { kind: Kind; subject: string; policy: unknown }[] }

/** Everything that the settings of an organization show, in one round trip; times are ISO. */
export function overview({ prisma }: Database): Pick<OrganizationStore, 'overview'> {
  return {
    async overview({ org }) {
      const [row] = await within(prisma, org).rows<Row>`
        SELECT
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', m.role,
              'teams', coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'lead', tm.lead) ORDER BY t.name)
                FROM team_members tm JOIN teams t ON t.organization = tm.organization AND t.id = tm.team
                WHERE tm.organization = m.organization AND tm.user_id = m.user_id), '[]'::jsonb)) ORDER BY u.name, u.id)
            FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization = ${org}::text), '[]'::jsonb) AS members,
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name,
              'members', coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'lead', tm.lead) ORDER BY tm.lead DESC, u.name)
                FROM team_members tm JOIN users u ON u.id = tm.user_id
                WHERE tm.organization = t.organization AND tm.team = t.id), '[]'::jsonb)) ORDER BY t.name, t.id)
            FROM teams t WHERE t.organization = ${org}::text), '[]'::jsonb) AS teams,
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'name', i.name, 'role', i.role,
              'invitedBy', coalesce(b.name, i.invited_by), 'expiresAt', iso(i.expires_at)) ORDER BY i.created_at)
            FROM invites i LEFT JOIN users b ON b.id = i.invited_by
            WHERE i.organization = ${org}::text AND i.closed_at IS NULL AND i.expires_at > app_now()), '[]'::jsonb) AS invites,
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
              'keys', coalesce((SELECT jsonb_agg(jsonb_build_object('hash', k.hash, 'hint', k.hint, 'scopes', to_jsonb(k.scopes),
                  'createdAt', iso(k.created_at), 'revokedAt', iso(k.revoked_at)) ORDER BY k.created_at)
                FROM api_keys k WHERE k.organization = c.organization AND k.client = c.id), '[]'::jsonb)) ORDER BY c.name, c.id)
            FROM clients c WHERE c.organization = ${org}::text), '[]'::jsonb) AS clients,
          coalesce((SELECT jsonb_agg(jsonb_build_object('kind', p.kind, 'subject', p.subject, 'policy', p.policy))
            FROM policies p WHERE p.organization = ${org}::text), '[]'::jsonb) AS policies`
      if (row === undefined) throw new Error('a select without from answers one row')
      return row
    },
  }
}
