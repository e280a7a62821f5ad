-- Rates of local currencies as administrators enter them; the latest one counts. Rows are only appended, so that the rate of every
-- deposit and withdrawal can be traced.
create table local_rates (
  id bigint generated always as identity primary key,
  currency text not null check (currency in ('KES', 'NGN', 'GHS', 'ZAR', 'TZS', 'UGX')),
  -- Units of the currency for one US dollar.
  rate numeric(20, 8) not null check (rate > 0),
  source text not null check (length(source) between 1 and 200),
  set_by uuid references users (id),
  set_at timestamptz not null
);
create index local_rates_latest on local_rates (currency, id desc);
create trigger local_rates_are_kept before update or delete on local_rates
  for each row execute function refuse_change();

grant select, insert on local_rates to wazi_app;
