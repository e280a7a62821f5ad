-- The amount that administrators adjusted alone for an investor since a time.
create or replace function adjusted_alone_since(investor uuid, since timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(a.counted), 0) from adjustments a
  where a.user_id = investor and a.asked_at > since and a.status = 'applied' and a.decided_by is null
$$;

-- The amount that an administrator adjusted alone for all investors since a time.
create or replace function adjusted_alone_by(administrator uuid, since timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(a.counted), 0) from adjustments a
  where a.asked_by = administrator and a.asked_at > since and a.status = 'applied' and a.decided_by is null
$$;

-- The same, after waiting for every adjustment that is being posted. The door has locked all accounts before, so what holds this
-- lock waits for no other.
create or replace function adjusted_alone_now(administrator uuid, since timestamptz) returns numeric
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7234117060);
  return adjusted_alone_by(administrator, since);
end $$;

-- The amount credited for a requested deposit, late money included.
create or replace function credited_for_deposit(requested uuid) returns numeric
language sql stable as $$
  select coalesce(sum(coalesce(d.received_amount, d.amount)), 0) from deposits d
  where d.status = 'completed' and (d.id = requested or d.late_for = requested)
$$;
