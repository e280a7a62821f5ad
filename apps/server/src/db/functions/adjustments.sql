-- What administrators adjusted alone for an investor since a time.
create or replace function adjusted_alone_since(investor uuid, since timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(a.counted), 0) from adjustments a
  where a.user_id = investor and a.asked_at > since and a.status = 'applied' and a.decided_by is null
$$;

-- What has been credited for a requested deposit, late money included.
create or replace function credited_for_deposit(requested uuid) returns numeric
language sql stable as $$
  select coalesce(sum(coalesce(d.received_amount, d.amount)), 0) from deposits d
  where d.status = 'completed' and (d.id = requested or d.late_for = requested)
$$;
