-- Amounts of deposits in the investor's local currency, at the rate that was known when they were requested.
create table deposit_local_amounts (
  deposit_id uuid primary key references deposits (id),
  currency text not null,
  amount numeric(20, 2) not null check (amount > 0),
  -- Units of the currency for one US dollar.
  rate numeric(20, 8) not null check (rate > 0),
  source text not null,
  rate_at timestamptz not null
);
create trigger deposits_have_local_amounts after insert on deposits
  for each row execute function store_local_amount();

-- Prompts on an investor's phone to pay a deposit by M-Pesa.
create table mpesa_pushes (
  deposit_id uuid primary key references deposits (id),
  phone_number text not null,
  -- Whole shillings.
  amount numeric(12, 0) not null check (amount > 0),
  checkout_request_id text unique,
  -- `unknown`: the request to M-Pesa had no readable answer.
  status text not null check (status in ('requested', 'sent', 'unknown', 'failed', 'paid')),
  reason text,
  updated_at timestamptz not null
);

-- What M-Pesa reported: only these fields of a call-back are kept.
create table mpesa_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('push', 'confirmation', 'pull')),
  -- The receipt; null for a prompt that was not paid.
  transaction_id text,
  checkout_request_id text,
  short_code text,
  reference text,
  amount numeric(12, 2),
  result_code text,
  paid_at timestamptz,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  -- Why it was not credited. An event with a problem waits for an administrator.
  problem text,
  decided_by uuid references users (id)
);
-- The same report comes again after a lost answer, and by a pull.
create unique index mpesa_events_once on mpesa_events
  (kind, coalesce(transaction_id, ''), coalesce(checkout_request_id, ''), coalesce(result_code, ''), coalesce(amount, 0));
create index mpesa_events_open on mpesa_events (id) where handled_at is null or problem is not null;

grant select, insert on deposit_local_amounts to wazi_app;
grant select, insert, update on mpesa_pushes, mpesa_events to wazi_app;
