/**
 * What a decision writes, as somebody would write it by hand for speed alone: one statement, no quorum, no order of
 * refusals, no lock before reading. $1 organization, $2 request, $3 person, $4 token hash, $5 display digest, $6 body of
 * the event.
 */
export const ONE_STATEMENT = `
  with spent as (
    update tokens set used_at = now()
    where organization = $1 and hash = $4 and kind = 'cnf' and request = $2::uuid and held_by = $3 and display_digest = $5
      and used_at is null and expires_at >= now()
    returning shown
  ), decided as (
    update requests q set status = 'approved', outcome = 'waiting', decided_at = now(), decided_by = $3, events = q.events + 1,
      head = sha256(q.head || convert_to($6, 'UTF8'))
    from spent
    where q.organization = $1 and q.id = $2::uuid and q.status = 'pending' and q.expires_at > now()
      and exists (select from eligibility x
        where x.organization = $1 and x.request = $2::uuid and x.person = $3 and x.may_decide)
    returning new.events as n, old.head as before, new.head as after
  ), verdict as (
    insert into verdicts (organization, request, n, person, verdict, display_digest, shown, at)
    select $1, $2::uuid, d.n, $3, 'approve', $5, s.shown, now() from decided d, spent s
  ), event as (
    insert into events (organization, request, n, kind, body, head, hash, at)
    select $1, $2::uuid, d.n, 'request.verdict', $6, d.before, d.after, now() from decided d
  ), closed as (
    update eligibility x set closed_at = now() from decided where x.organization = $1 and x.request = $2::uuid
  ), expiry as (
    delete from timers t using decided where t.organization = $1 and t.request = $2::uuid and t.what = 'expire'
  ), lapse as (
    insert into timers (organization, request, what, due)
    select $1, $2::uuid, 'lapse', now() + interval '24 hours' from decided
  ), change as (
    insert into changes (organization, request) select $1, $2::uuid from decided
  )
  select n from decided`
