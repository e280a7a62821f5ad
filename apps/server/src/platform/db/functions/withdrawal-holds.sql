-- The hold of an investor's withdrawals at a time: {"reasons": [...], "endsAt": ..., "lastEventId": ...}. Null without one. An
-- override by an administrator ends the holds of the events up to `last_event_id`.
create or replace function withdrawal_hold(investor uuid, at_time timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object(
      'reasons', jsonb_agg(distinct e.kind), 'endsAt', max(e.holds_until), 'lastEventId', max(e.id)::text)
  from security_events e
  where e.user_id = investor and e.holds_until > at_time
    and e.id > coalesce((select max(o.last_event_id) from security_hold_overrides o where o.user_id = investor), 0)
  having count(*) > 0
$$;

-- The amount that an investor asked to withdraw after `since` and until `until`, rejected requests left out.
create or replace function withdrawn_between(investor uuid, since timestamptz, until timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(w.amount), 0) from withdrawals w
  where w.user_id = investor and w.status <> 'rejected' and w.created_at > since and w.created_at <= until
$$;
