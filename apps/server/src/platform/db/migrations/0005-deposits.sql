-- Deposits: requests, the addresses they use, and the payments that the chains and M-Pesa show.

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
create index deposits_by_late_for on deposits (late_for) where late_for is not null;
-- The orders in which administrators read the list.
create index deposits_by_time on deposits (created_at desc, id desc);
create index deposits_by_waiting on deposits (waiting_place(status = 'pending', created_at), id);
create index deposits_by_amount on deposits (amount, created_at, id);
create index deposits_by_address on deposits (network, wallet_address);
create index deposits_by_user on deposits (user_id, created_at desc, id desc);
create index deposits_by_word on deposits using gin (search_words(search_text)) with (gin_pending_list_limit = 256);
create index deposits_by_status on deposits (status, created_at desc, id desc);
create index deposits_by_currency on deposits (currency, created_at desc, id desc);
create index watched_deposits_by_time on deposits (settled_at) where status = 'completed' and settled_by is null;

create trigger closed_users_start_no_deposit
  after insert on deposits for each row when (new.status = 'pending')
  execute function refuse_new_for_closed_users();
create trigger arrived_deposits_are_mailed
  after update of status on deposits for each row
  when (new.status = 'completed' and old.status is distinct from new.status) execute function mail_deposit();
create trigger late_deposits_are_mailed
  after insert on deposits for each row
  when (new.status = 'completed' and new.late_for is not null and new.created_at > now() - interval '1 hour')
  execute function mail_deposit();
create trigger deposits_use_own_addresses before insert on deposits
  for each row execute function claim_deposit_address();
create trigger deposits_have_local_amounts after insert on deposits
  for each row execute function store_local_amount();
create trigger rejected_deposits_are_told
  after update of status on deposits for each row
  when (new.status = 'failed' and old.status = 'pending' and new.settled_by is distinct from new.user_id)
  execute function tell_rejected_deposit();

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

-- An address belongs to one investor for ever, who may get it again while nothing has been credited to it. Addresses that were
-- given but never used would otherwise exceed the number that a wallet watches.
create table deposit_addresses (
  network text not null,
  wallet_address text not null,
  user_id uuid not null references users (id),
  -- The place among the key's addresses. Null for one that came with a deposit and not from a key: it is not used again.
  address_index bigint,
  given_at timestamptz not null default clock_timestamp(),
  primary key (network, wallet_address)
);
create index deposit_addresses_by_user on deposit_addresses (user_id, network);

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
-- The list of an investor's deposits looks up the payments that were credited to each.
create index deposit_payments_by_credited_deposit on deposit_payments (credited_deposit_id)
  where credited_deposit_id is not null;
-- The comparison of the books since a checkpoint reads only the payments that have changed since.
create index credited_payments_by_time on deposit_payments (updated_at) where status = 'credited';
create index credited_payments_by_deposit on deposit_payments (credited_deposit_id) where credited_deposit_id is not null;

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

-- How the last rounds of reading deposits from each network went, for the back office. The time of the last new block, and for
-- M-Pesa of the last pull, is in chain_cursors.
create table deposit_rail_health (
  network text primary key,
  -- The end of the first round.
  first_at timestamptz not null default clock_timestamp(),
  -- The end of the last round that worked.
  succeeded_at timestamptz,
  -- The latest block of the node. Null for M-Pesa.
  tip bigint check (tip >= 0),
  failed_at timestamptz,
  -- A short text without secrets.
  error text check (length(error) <= 200),
  constraint an_error_for_each_failure check ((failed_at is null) = (error is null))
);

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

grant select, insert, update on deposits, deposit_address_counters, deposit_payments, chain_cursors,
  deposit_rail_health, mpesa_pushes, mpesa_events to wazi_app;
grant select, insert on deposit_local_amounts, deposit_keys, deposit_addresses to wazi_app;
grant select, insert, update, delete on chain_blocks to wazi_app;
