-- The last event that administrators, or the owner for a freeze, have ended early; 0 without one. The end of a freeze covers no other kind.
create or replace function ended_event(investor uuid, event_kind text) returns bigint language sql stable as $$
  select coalesce(max(o.last_event_id), 0) from security_hold_overrides o
  where o.user_id = investor and (o.kind is null or o.kind = event_kind)
$$;

-- The hold of an investor's withdrawals at a time: {"reasons": [...], "endsAt": ..., "lastEventId": ...}. Null without one. An
-- override by an administrator ends the holds of the events up to `last_event_id`, the end of a freeze only those of freezes.
create or replace function withdrawal_hold(investor uuid, at_time timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object(
      'reasons', jsonb_agg(distinct e.kind), 'endsAt', max(e.holds_until), 'lastEventId', max(e.id)::text)
  from security_events e
  where e.user_id = investor and e.holds_until > at_time and e.id > ended_event(investor, e.kind)
  having count(*) > 0
$$;

-- Since when a withdrawal waits for a decision: its request, or the end of the investor's last hold after it.
create or replace function withdrawal_waits_since(investor uuid, asked_at timestamptz) returns timestamptz language sql stable as $$
  select greatest(asked_at,
    (select max(e.holds_until) from security_events e where e.user_id = investor and e.id > ended_event(investor, e.kind)),
    (select max(o.overridden_at) from security_hold_overrides o where o.user_id = investor))
$$;

-- The freeze of an investor's account at a time, as the event that ends last says it. Null without one.
create or replace function account_freeze(investor uuid, at_time timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object('at', e.happened_at, 'endsAt', e.holds_until, 'frozenBy', e.frozen_by, 'reason', e.reason,
    'lastEventId', (max(e.id) over ())::text)
  from security_events e
  where e.user_id = investor and e.kind = 'account-frozen' and e.holds_until > at_time and e.id > ended_event(investor, e.kind)
  order by e.holds_until desc, e.id desc limit 1
$$;

-- The amount that an investor asked to withdraw after `since` and until `until`, rejected requests left out.
create or replace function withdrawn_between(investor uuid, since timestamptz, until timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(w.amount), 0) from withdrawals w
  where w.user_id = investor and w.status <> 'rejected' and w.created_at > since and w.created_at <= until
$$;
