-- Payments to investors' deposit addresses, as the chains and rails show them. Each is credited at most once.
create table deposit_payments (
  id uuid primary key,
  network text not null,
  transaction_hash text not null,
  -- The place in the transaction, which no reorganisation changes: an output, a token transfer, or the plain value.
  output text not null,
  wallet_address text not null,
  user_id uuid not null references users (id),
  -- The deposit whose address it is: the newest one at the time. Null when the address was given and no deposit followed.
  deposit_id uuid references deposits (id),
  -- Null for a token that is not one of the deposit currencies.
  currency text,
  token text,
  -- In coins; for an unknown token in its smallest unit.
  coins numeric not null check (coins > 0),
  -- Null outside of blocks: waiting in the mempool, or no longer on the chain.
  block_height bigint,
  block_hash text,
  -- The earlier of our first sight and the block's time.
  seen_at timestamptz not null,
  confirmations_needed integer not null check (confirmations_needed > 0),
  timing text not null check (timing in ('on_time', 'late')),
  amount_state text check (amount_state in ('under', 'exact', 'over')),
  -- US dollars per coin when it arrived; null until there was a fresh price.
  arrival_rate numeric(20, 8) check (arrival_rate > 0),
  status text not null check (status in ('seen', 'dropped', 'credited', 'dust', 'review', 'dismissed')),
  review_reason text,
  -- In US dollars, at `rate`.
  credited_amount numeric(12, 2) check (credited_amount > 0),
  rate numeric(20, 8),
  credited_deposit_id uuid references deposits (id),
  decided_by uuid references users (id),
  note text,
  updated_at timestamptz not null,
  version bigint not null,
  constraint a_reason_for_each_review check ((status = 'review') = (review_reason is not null)),
  unique (network, transaction_hash, output)
);
create index deposit_payments_by_deposit on deposit_payments (deposit_id);
create index deposit_payments_by_user on deposit_payments (user_id);
create index deposit_payments_open on deposit_payments (network, status) where status in ('seen', 'dropped', 'review');
create index deposit_payments_by_height on deposit_payments (network, block_height);

-- The last block that was read of each chain. Everything up to it is in deposit_payments.
create table chain_cursors (
  network text primary key,
  height bigint not null,
  hash text not null,
  read_at timestamptz not null
);
-- The latest blocks, by which a reorganisation is found.
create table chain_blocks (
  network text not null,
  height bigint not null,
  hash text not null,
  primary key (network, height)
);

grant select, insert, update on deposit_payments, chain_cursors to wazi_app;
grant select, insert, update, delete on chain_blocks to wazi_app;
