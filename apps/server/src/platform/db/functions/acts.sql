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
