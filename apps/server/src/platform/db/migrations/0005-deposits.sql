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
  version bigint not null,
  -- Late money, or money for a closed deposit, is a new completed deposit that refers to the one it was meant for. It
  -- came to that deposit's address, so several rows of one investor can have the same address.
  late_for uuid references deposits (id),
  settled_at timestamptz,
  -- Stored, because computing it for each row in each search is slower than scanning the table.
  search_text text not null
    generated always as (lower(wallet_address || ' ' || coalesce(transaction_hash, '') || ' ' || id::text)) stored
);
create unique index one_pending_deposit_each on deposits (user_id) where status = 'pending';
-- Hashes are hexadecimal, with or without 0x, in either case: all spellings are the same transaction.
create unique index deposit_hashes_are_used_once
  on deposits (lower(regexp_replace(transaction_hash, '^0[xX]', ''))) where transaction_hash is not null;
create unique index deposit_addresses_are_given_once on deposits (network, wallet_address) where late_for is null;
create index deposits_by_late_for on deposits (late_for) where late_for is not null;
create index deposits_by_user on deposits (user_id, created_at desc);
-- The orders in which administrators read the list.
create index deposits_by_time on deposits (created_at desc, id desc);
create index deposits_by_waiting on deposits (waiting_place(status = 'pending', created_at), id);
create index deposits_by_amount on deposits (amount, created_at, id);

create trigger closed_users_start_no_deposit
  after insert on deposits for each row when (new.status = 'pending')
  execute function refuse_new_for_closed_users();

-- The next index of each derivation path. An index is never reused, even after a failed request.
create table deposit_address_counters (
  path text primary key,
  next_index bigint not null
);

-- Extended public keys that deposit addresses are derived from. No private key is stored anywhere.
create table deposit_keys (
  network text primary key,
  extended_public_key text not null,
  is_test boolean not null
);

-- Every figure of an investor's account except the profit, which changes with the market and is computed when read.
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

grant select on accounts to wazi_app;
grant select, insert on deposits, deposit_address_counters, deposit_keys to wazi_app;
grant update on deposits, deposit_address_counters to wazi_app;
