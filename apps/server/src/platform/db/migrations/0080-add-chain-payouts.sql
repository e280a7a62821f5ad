-- Payouts on chain (docs/rails.md). Wazi has no private key: a batch goes to a signer, and comes back signed.

-- What a signer gets at a time: new payments, or one transfer again with a higher fee.
create table chain_batches (
  id uuid primary key,
  network text not null check (network in ('ERC20', 'BTC', 'LTC')),
  kind text not null check (kind in ('payments', 'higher-fee')),
  -- Null: the payout worker, for the signer service.
  prepared_by uuid references users (id),
  prepared_at timestamptz not null,
  signed_by uuid references users (id),
  signed_at timestamptz
);
create index chain_batches_to_sign on chain_batches (network, prepared_at) where signed_at is null;

-- One transaction on the chain, in all its versions. They have the same slots and payments, so at most one of them is ever in the chain.
create table chain_transfers (
  id uuid primary key,
  network text not null check (network in ('ERC20', 'BTC', 'LTC')),
  -- Blocks up to this one were searched; null hash: go on without comparing the parent.
  checked_height integer not null,
  checked_hash text,
  -- The transaction in a block that uses its slots, whoever made it, and the references that it pays.
  mined_height integer,
  mined_hash text,
  mined_fee numeric,
  mined_paid text[],
  ended_at timestamptz,
  constraint mined_whole check ((mined_height is null) = (mined_hash is null) and (mined_height is null) = (mined_paid is null)),
  constraint ended_in_a_block check (ended_at is null or mined_height is not null)
);
create index chain_transfers_open on chain_transfers (network) where ended_at is null;

-- A nonce, or an output to spend. Never given to a second transfer.
create table chain_slots (
  network text not null,
  slot text not null,
  transfer_id uuid not null references chain_transfers (id),
  place integer not null,
  primary key (network, slot)
);
create index chain_slots_by_transfer on chain_slots (transfer_id);

create table chain_transfer_versions (
  id uuid primary key,
  transfer_id uuid not null references chain_transfers (id),
  number integer not null check (number between 1 and 99),
  batch_id uuid not null references chain_batches (id),
  unsigned text not null,
  -- The signed transaction, and its hash where it is known before.
  hash text,
  raw text,
  max_fee numeric not null check (max_fee >= 0),
  sent_at timestamptz,
  -- Why the node did not take it the last time.
  refusal text,
  unique (transfer_id, number),
  constraint signed_before_it_is_sent check (sent_at is null or raw is not null)
);
create index chain_transfer_versions_by_batch on chain_transfer_versions (batch_id);

-- Payments that were handed to this rail. A reference gets one transfer, and never another one.
create table chain_payouts (
  reference text primary key references payouts (reference),
  network text not null check (network in ('ERC20', 'BTC', 'LTC')),
  queued_at timestamptz not null,
  transfer_id uuid references chain_transfers (id),
  place integer,
  -- Why it was not given to a transfer.
  refusal text,
  constraint transfer_or_refusal check (transfer_id is null or refusal is null)
);
create index chain_payouts_waiting on chain_payouts (network, queued_at) where transfer_id is null and refusal is null;
create index chain_payouts_by_transfer on chain_payouts (transfer_id) where transfer_id is not null;

grant select, insert on chain_slots to wazi_app;
grant select, insert, update on chain_batches, chain_transfers, chain_transfer_versions, chain_payouts to wazi_app;
