create table deposits (
  id uuid primary key,
  user_id uuid not null references users (id),
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null,
  network text not null,
  wallet_address text not null,
  is_test_address boolean not null,
  crypto_amount numeric(30, 8) not null check (crypto_amount > 0),
  rate numeric(20, 8) not null check (rate > 0),
  received_amount numeric(12, 2) check (received_amount > 0),
  transaction_hash text,
  status text not null check (status in ('pending', 'completed', 'failed')),
  settled_by uuid references users (id),
  ledger_transaction_id bigint references ledger_transactions (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version bigint not null
);
create unique index one_pending_deposit_each on deposits (user_id) where status = 'pending';
create unique index deposit_hashes_are_used_once on deposits (transaction_hash) where transaction_hash is not null;
create unique index deposit_addresses_are_used_once on deposits (network, wallet_address);
create index deposits_by_user on deposits (user_id, created_at desc);
create index deposits_by_time on deposits (created_at desc);

-- Where the next address of each derivation path comes from: never reused, also after a failed request.
create table deposit_address_counters (
  path text primary key,
  next_index bigint not null
);

create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users (id),
  amount numeric(12, 2) not null check (amount > 0),
  -- The funds that the hold came from, and goes back to.
  from_deposit numeric(12, 2) not null check (from_deposit >= 0),
  from_profit numeric(12, 2) not null check (from_profit >= 0),
  withdrawal_type text not null check (withdrawal_type in ('crypto', 'bank', 'mpesa')),
  currency text,
  network text,
  destination_address text,
  country text,
  bank_name text,
  account_name text,
  phone_number text,
  transaction_hash text,
  notes text,
  status text not null check (status in ('pending', 'processing', 'completed', 'rejected')),
  settled_by uuid references users (id),
  hidden_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version bigint not null,
  constraint the_hold_is_the_amount check (from_deposit + from_profit = amount)
);
create unique index one_pending_withdrawal_each on withdrawals (user_id) where status in ('pending', 'processing');
create index withdrawals_by_user on withdrawals (user_id, created_at desc);
create index withdrawals_by_time on withdrawals (created_at desc);

-- SPEC.md's account: every figure but the profit, which moves with the market and is reckoned when read.
create view accounts as
  select u.id, u.id as user_id,
    (f.deposit_funds + f.profit_funds)::numeric(20, 2) as balance,
    f.deposit_funds::numeric(20, 2), f.profit_funds::numeric(20, 2),
    coalesce((select sum(coalesce(d.received_amount, d.amount)) from deposits d where d.user_id = u.id and d.status = 'completed'), 0)::numeric(20, 2) as total_deposits,
    coalesce((select sum(p.own_deposit + p.own_profit) from positions p where p.user_id = u.id and p.is_active), 0)::numeric(20, 2) as total_invested,
    u.is_active, u.created_at, u.updated_at
  from users u
  cross join lateral (
    select coalesce(sum(balance) filter (where code like '%:deposit_funds'), 0) as deposit_funds,
           coalesce(sum(balance) filter (where code like '%:profit_funds'), 0) as profit_funds
    from ledger_accounts where user_id = u.id
  ) f;

create table idempotency_keys (
  user_id uuid not null references users (id),
  call text not null,
  key text not null,
  payload_hash bytea not null,
  -- Who is at work on it; an answer is only taken from the one who holds the claim.
  claim uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  status integer,
  body text,
  primary key (user_id, call, key)
);
create index idempotency_keys_by_time on idempotency_keys (claimed_at);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid references users (id),
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  address text,
  happened_at timestamptz not null default clock_timestamp()
);

grant select on deposits, withdrawals, deposit_address_counters, accounts, idempotency_keys, audit_log to wazi_app;
grant insert on deposits, withdrawals, deposit_address_counters, idempotency_keys, audit_log to wazi_app;
grant update on deposits, withdrawals, deposit_address_counters, idempotency_keys to wazi_app;
grant delete on idempotency_keys to wazi_app;

-- Extended public keys that deposit addresses come from. No private key is kept anywhere.
create table deposit_keys (
  network text primary key,
  extended_public_key text not null,
  is_test boolean not null
);

grant select, insert on deposit_keys to wazi_app;
