-- Amounts of withdrawals in the investor's local currency, at the rate that was known when they were requested.
create table withdrawal_local_amounts (
  withdrawal_id uuid primary key references withdrawals (id),
  currency text not null,
  amount numeric(20, 2) not null check (amount > 0),
  -- Units of the currency for one US dollar.
  rate numeric(20, 8) not null check (rate > 0),
  source text not null,
  rate_at timestamptz not null
);
create trigger withdrawals_have_local_amounts after insert on withdrawals
  for each row execute function store_withdrawal_local_amount();

grant select, insert on withdrawal_local_amounts to wazi_app;
