-- Attempts to pay withdrawals out over a rail (docs/rails.md). The attempt is written before anything is sent, under the reference that
-- the provider gets, so that a payment whose answer was lost is never made again under another one.
create table payouts (
  id uuid primary key,
  withdrawal_id uuid not null references withdrawals (id),
  attempt integer not null check (attempt between 1 and 99),
  rail text not null,
  -- Made from the withdrawal and the attempt. The provider refuses it a second time.
  reference text not null unique,
  state text not null check (state in ('approved', 'sent', 'unknown', 'confirmed', 'failed', 'cancelled', 'reversed')),
  amount numeric(12, 2) not null check (amount > 0),
  -- What the recipient gets: `local_amount` of `currency`, at `rate` units of it for one US dollar.
  currency text not null,
  local_amount numeric not null check (local_amount > 0),
  rate numeric not null check (rate > 0),
  rate_at timestamptz not null,
  -- The account holder's name as the provider gives it.
  recipient_name text,
  provider_id text,
  receipt text,
  -- What the payment cost the platform: in US dollars, and as the provider charged it.
  fee numeric(12, 2) check (fee >= 0),
  fee_currency text,
  fee_amount numeric,
  reason_code text,
  reason text,
  approved_by uuid references users (id),
  approved_at timestamptz not null,
  -- How often it was handed to the provider, always under the same reference.
  sends integer not null check (sends >= 0),
  sent_at timestamptz,
  ended_at timestamptz,
  -- When the worker looks at it next.
  next_at timestamptz not null,
  version bigint not null,
  constraint one_attempt_each unique (withdrawal_id, attempt),
  constraint sent_before_it_is_known check (state in ('approved', 'cancelled') or sends > 0)
);
create unique index one_payout_in_flight_each on payouts (withdrawal_id) where state in ('approved', 'sent', 'unknown');
create index payouts_due on payouts (next_at) where state in ('approved', 'sent', 'unknown');
create index payouts_by_sending on payouts (sent_at) where sent_at is not null;
create index payouts_by_receipt on payouts (receipt) where receipt is not null;

-- What the worker noted about a payout in flight. It decides nothing.
create table payout_notes (
  payout_id uuid primary key references payouts (id),
  checks integer not null default 0,
  not_found integer not null default 0,
  -- Why it waits: 'stopped', 'daily-limit' or 'hold'; null if it does not.
  waits_for text
);

-- The stop switch of a rail. A stop can only be ended.
create table payout_rail_stops (
  id bigint generated always as identity primary key,
  rail text not null,
  stopped_by uuid not null references users (id),
  stopped_at timestamptz not null,
  reason text not null check (length(reason) between 1 and 500),
  resumed_by uuid references users (id),
  resumed_at timestamptz,
  constraint resumed_by_someone check ((resumed_by is null) = (resumed_at is null))
);
create unique index one_stop_for_each_rail on payout_rail_stops (rail) where resumed_at is null;

-- What a provider said that no rule decides. An administrator looks at it.
create table payout_reviews (
  id bigint generated always as identity primary key,
  payout_id uuid references payouts (id),
  rail text not null,
  kind text not null,
  summary text not null,
  found_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  decision text check (length(decision) <= 500),
  constraint decided_by_someone check ((decided_by is null) = (decided_at is null))
);
-- What is said again is the same entry.
create unique index payout_reviews_once on payout_reviews (coalesce(payout_id::text, ''), rail, kind, md5(summary));
create index payout_reviews_open on payout_reviews (found_at) where decided_at is null;

grant select, insert, update on payouts, payout_notes to wazi_app;
grant select, insert on payout_rail_stops, payout_reviews to wazi_app;
grant update (resumed_by, resumed_at) on payout_rail_stops to wazi_app;
grant update (decided_by, decided_at, decision) on payout_reviews to wazi_app;
