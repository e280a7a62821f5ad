-- The amount that an administrator's acts without a second one could move since a time.
create or replace function acted_alone(administrator uuid, since timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(a.amount), 0) from acts_alone a where a.admin_id = administrator and a.acted_at > since
$$;

-- The same, after waiting for every act of the administrator that is being posted. The door has locked all accounts before, so what
-- holds this lock waits for no other.
create or replace function acted_alone_now(administrator uuid, since timestamptz) returns numeric
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(72341, hashtext(administrator::text));
  return acted_alone(administrator, since);
end $$;

-- The amount credited for a requested deposit, late money included.
create or replace function credited_for_deposit(requested uuid) returns numeric
language sql stable as $$
  select coalesce(sum(coalesce(d.received_amount, d.amount)), 0) from deposits d
  where d.status = 'completed' and (d.id = requested or d.late_for = requested)
$$;

-- From when an administrator counts as a second person: 72 hours after their appointment was confirmed. Null: not at all, because
-- nothing gives them the right to move money.
create or replace function eligible_from(second uuid) returns timestamptz
language sql stable as $$
  select a.confirmed_at + interval '72 hours' from appointments a join users u on u.id = a.administrator_id
  where a.administrator_id = second and a.confirmed_at is not null and a.ended_at is null and a.role in ('money', 'full')
    and u.is_admin and u.admin_role in ('money', 'full') and u.deleted_at is null and u.is_active
$$;

-- How long two administrators wait of whom one appointed the other: 30 days, or 72 hours if a third one confirmed it.
create or replace function appointer_waits_until(appointed uuid, appointer uuid) returns timestamptz
language sql stable as $$
  select a.confirmed_at + case when a.third_by is null then interval '30 days' else interval '72 hours' end from appointments a
  where a.administrator_id = appointed and a.asked_by = appointer and a.confirmed_at is not null and a.ended_at is null
$$;

-- From when two administrators can decide on an act together, `second` as the second person. Both directions: else an accomplice asks
-- and the appointer agrees. A null `first` is any other administrator.
create or replace function may_decide_from(second uuid, first uuid) returns timestamptz
language sql stable as $$
  select case when second is distinct from first and eligible_from(second) is not null then
    greatest(eligible_from(second), appointer_waits_until(second, first), appointer_waits_until(first, second))
  end
$$;

create or replace function may_decide_with(second uuid, first uuid, at timestamptz) returns boolean
language sql stable as $$ select coalesce(may_decide_from(second, first) <= at, false) $$;

-- The administrators who used the same browser or address as one of these since a time, with what they share. Of each, the 500
-- latest entries of the audit log are read.
create or replace function shared_traces(ids uuid[], since timestamptz) returns jsonb
language sql stable as $$
  with people as (
    select id, jsonb_build_object('id', id, 'email', email, 'firstName', first_name, 'lastName', last_name) as person
    from users where is_admin and deleted_at is null and cardinality(ids) > 0
  ),
  traces as (
    select d.user_id, 'device' as kind, encode(d.device_hash, 'hex') as trace
    from people p join known_devices d on d.user_id = p.id where d.last_used_at > since
    union
    select s.user_id, 'address', s.ip from people p join sessions s on s.user_id = p.id where s.last_seen_at > since
    union
    select p.id, 'address', l.address from people p cross join lateral (
      select a.address from audit_log a where a.actor_id = p.id and a.happened_at > since order by a.happened_at desc, a.id desc limit 500
    ) l where l.address is not null
  ),
  pairs as (
    select a.user_id as one, b.user_id as other, jsonb_agg(distinct b.kind) as kinds from traces a
    join traces b on b.kind = a.kind and b.trace = a.trace and b.user_id <> a.user_id
    where a.user_id = any(ids) and not (b.user_id = any(ids) and b.user_id < a.user_id) group by a.user_id, b.user_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('first', p.person, 'second', q.person, 'kinds', s.kinds) order by p.id, q.id), '[]')
  from pairs s join people p on p.id = s.one join people q on q.id = s.other
$$;
