-- The rate in force of the currency of a country. No row without a rate: none is made up.
create or replace function local_rate_of_country(given text)
  returns table (currency text, rate numeric, source text, set_at timestamptz) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select l.currency, l.rate, l.source, l.set_at from local_rates l
    where l.currency = case given
      when 'Kenya' then 'KES' when 'Nigeria' then 'NGN' when 'Ghana' then 'GHS' when 'South Africa' then 'ZAR'
      when 'Tanzania' then 'TZS' when 'Uganda' then 'UGX'
    end and (l.takes_effect_at is null or l.takes_effect_at <= now())
    order by coalesce(l.takes_effect_at, l.set_at) desc, l.id desc limit 1;
end $$;

-- Stores what a deposit is in the local currency of its investor's country, at the latest rate. One by M-Pesa is in shillings.
create or replace function store_local_amount() returns trigger language plpgsql as $$
begin
  insert into deposit_local_amounts (deposit_id, currency, amount, rate, source, rate_at)
  select new.id, r.currency, round(new.amount * r.rate, 2), r.rate, r.source, r.set_at
  from users u
  cross join lateral local_rate_of_country(case when new.network = 'MPESA' then 'Kenya' else u.country end) r
  where u.id = new.user_id and round(new.amount * r.rate, 2) > 0;
  return null;
end $$;

-- The same for a withdrawal.
create or replace function store_withdrawal_local_amount() returns trigger language plpgsql as $$
begin
  insert into withdrawal_local_amounts (withdrawal_id, currency, amount, rate, source, rate_at)
  select new.id, r.currency, round(new.amount * r.rate, 2), r.rate, r.source, r.set_at
  from users u cross join lateral local_rate_of_country(u.country) r
  where u.id = new.user_id and round(new.amount * r.rate, 2) > 0;
  return null;
end $$;

-- The rate of a currency that is in force.
create or replace function local_rate_in_force(given text)
  returns table (id bigint, currency text, rate numeric) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select l.id, l.currency, l.rate from local_rates l
    where l.currency = given and (l.takes_effect_at is null or l.takes_effect_at <= now())
    order by coalesce(l.takes_effect_at, l.set_at) desc, l.id desc limit 1;
end $$;

-- A held deposit or payout as answers have it, with the rate in force.
create or replace function rate_hold_json(held uuid) returns jsonb language plpgsql stable as $$
begin
  return (select jsonb_build_object(
    'id', h.id, 'kind', h.kind, 'currency', h.currency, 'fixedAmount', h.fixed_amount::text,
    'shownAmount', h.shown_amount::text, 'places', h.places, 'rateShown', trim_scale(h.rate_shown)::text,
    'rateDecided', trim_scale(h.rate_decided)::text,
    'decidedAt', to_char(h.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'rateNow', (select trim_scale(r.rate)::text from local_rate_in_force(h.currency) r), 'status', h.status,
    'heldAt', to_char(h.held_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'decideBy', to_char(h.decide_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from rate_holds h where h.id = held);
end $$;
