-- Withdrawals: requests, saved destinations, and the attempts to pay them out over a rail (docs/how-to/clerk/withdrawals.md).

create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users (id),
  amount numeric(12, 2) not null check (amount > 0),
  -- The funds that the hold was taken from, and is returned to.
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
  -- `updated_at` changes again when a withdrawal is hidden; this does not.
  settled_at timestamptz,
  -- Starts with the destination as administrators see it, so that a copied destination is found. Stored, because
  -- computing it for each row in each search is slower than scanning the table.
  search_text text not null
    generated always as (search_form(
      case withdrawal_type
        when 'crypto' then coalesce(currency, '—') || ' on ' || coalesce(network, '—') || ' to ' || coalesce(destination_address, '—')
        when 'mpesa' then 'M-Pesa ' || coalesce(country, '—') || ' ' || coalesce(phone_number, '—')
        else coalesce(bank_name, '—') || ', ' || coalesce(country, '—') || ', account ' || coalesce(destination_address, '—')
          || ', account name ' || coalesce(account_name, '—')
      end || ' ' || coalesce(transaction_hash, '') || ' ' || id::text)) stored,
  -- A withdrawal that an administrator deleted stays visible to the other administrators, with the name of who deleted it.
  hidden_by uuid references users (id),
  constraint the_hold_is_the_amount check (from_deposit + from_profit = amount)
);
create unique index one_pending_withdrawal_each on withdrawals (user_id) where status in ('pending', 'processing');
-- The orders in which administrators read the list.
create index withdrawals_by_time on withdrawals (created_at desc, id desc);
create index withdrawals_by_waiting on withdrawals (waiting_place(status in ('pending', 'processing'), created_at), id);
create index withdrawals_by_amount on withdrawals (amount, created_at, id);
create index withdrawals_by_hiding on withdrawals (created_at desc, id desc) where hidden_at is not null;
create index withdrawals_by_user on withdrawals (user_id, created_at desc, id desc);
create index withdrawals_by_word on withdrawals using gin (search_words(search_text)) with (gin_pending_list_limit = 256);
create index withdrawals_by_status on withdrawals (status, created_at desc, id desc);
create index withdrawals_by_type on withdrawals (withdrawal_type, created_at desc, id desc);

create trigger requested_withdrawals_are_mailed
  after insert on withdrawals for each row
  when (new.status = 'pending' and new.created_at > now() - interval '1 hour') execute function mail_withdrawal();
create trigger ended_withdrawals_are_mailed
  after update of status on withdrawals for each row
  when (new.status in ('completed', 'rejected') and old.status is distinct from new.status)
  execute function mail_withdrawal();
create trigger sent_withdrawals_are_told
  after update of status on withdrawals for each row
  when (new.status = 'processing' and old.status is distinct from new.status) execute function tell_sent_withdrawal();
create trigger withdrawals_have_local_amounts after insert on withdrawals
  for each row execute function store_withdrawal_local_amount();

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

-- The first of the two approvals that a large withdrawal needs. Rows are only appended. A confirmation counts while the
-- withdrawal has the same amount and destination, and the administrator may still settle withdrawals.
create table withdrawal_confirmations (
  id bigint generated always as identity primary key,
  withdrawal_id uuid not null references withdrawals (id),
  confirmed_by uuid not null references users (id),
  amount numeric(12, 2) not null check (amount > 0),
  -- One line, as it was shown.
  destination text not null,
  confirmed_at timestamptz not null
);
create index withdrawal_confirmations_by_withdrawal on withdrawal_confirmations (withdrawal_id, id);

-- Destinations that an investor saved. With ADDRESS_WAIT_HOURS a new one can be used from `usable_from` on.
create table payout_addresses (
  id uuid primary key,
  user_id uuid not null references users (id),
  withdrawal_type text not null check (withdrawal_type in ('crypto', 'bank', 'mpesa')),
  currency text,
  network text,
  destination_address text,
  country text,
  bank_name text,
  account_name text,
  phone_number text,
  -- One line, the same for equal destinations.
  destination text not null,
  added_at timestamptz not null,
  -- The longest ADDRESS_WAIT_HOURS is a week.
  usable_from timestamptz not null check (usable_from >= added_at and usable_from <= added_at + interval '7 days')
);
create unique index one_payout_address_each on payout_addresses (user_id, destination);

-- The account holder's name that a payment provider gave when an investor entered a destination.
create table recipient_checks (
  user_id uuid not null references users (id),
  -- Type, country, bank, account number and phone number: what the name depends on.
  destination_key text not null,
  -- Null: the provider does not tell names there, or did not answer.
  holder_name text,
  is_other_name boolean not null,
  checked_at timestamptz not null,
  primary key (user_id, destination_key)
);

-- Attempts to pay withdrawals out over a rail. The attempt is written before anything is sent, under the reference that the
-- provider gets, so that a payment whose answer was lost is never made again under another one.
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
  -- The ledger transaction that posted the fee, so that the fee of each withdrawal can be compared with the ledger. Null for a
  -- payout without a fee.
  fee_transaction_id bigint references ledger_transactions (id),
  constraint one_attempt_each unique (withdrawal_id, attempt),
  constraint sent_before_it_is_known check (state in ('approved', 'cancelled') or sends > 0)
);
create unique index one_payout_in_flight_each on payouts (withdrawal_id) where state in ('approved', 'sent', 'unknown');
create index payouts_due on payouts (next_at) where state in ('approved', 'sent', 'unknown');
create index payouts_by_sending on payouts (sent_at) where sent_at is not null;
create index payouts_by_receipt on payouts (receipt) where receipt is not null;
create unique index one_payout_for_each_fee on payouts (fee_transaction_id) where fee_transaction_id is not null;
create index payouts_confirmed on payouts (ended_at) where state = 'confirmed';
create index reversed_payouts on payouts (withdrawal_id) where state = 'reversed';

-- What the worker noted about a payout in flight. It decides nothing.
create table payout_notes (
  payout_id uuid primary key references payouts (id),
  checks integer not null default 0,
  not_found integer not null default 0,
  -- Why it waits: 'stopped', 'daily-limit' or 'hold'; null if it does not.
  waits_for text,
  -- A confirmed payout is asked about again once a day, because the report of a reversal may be lost.
  rechecked_at timestamptz,
  -- After a question without an answer the next one waits until this.
  recheck_after timestamptz
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

-- Payouts on chain. Wazi has no private key: a batch goes to a signer, and comes back signed.

-- What a signer gets at a time: new payments, or one transfer again with a higher fee.
create table chain_batches (
  id uuid primary key,
  network text not null check (network in ('ERC20', 'BTC', 'LTC')),
  kind text not null check (kind in ('payments', 'higher-fee')),
  -- Null: the payout worker, for the signer service.
  prepared_by uuid references users (id),
  prepared_at timestamptz not null,
  signed_by uuid references users (id),
  signed_at timestamptz,
  -- When the file was given out for the first time. Until then its transactions can be discarded.
  exported_at timestamptz,
  -- Why an administrator must decide before the file is given out, and when one has accepted it.
  hold_reason text,
  accepted_at timestamptz,
  discarded_at timestamptz,
  constraint accepted_for_a_reason check (accepted_at is null or hold_reason is not null),
  constraint discarded_before_export check (discarded_at is null or (exported_at is null and signed_at is null))
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
  is_discarded boolean not null default false,
  constraint mined_whole check ((mined_height is null) = (mined_hash is null) and (mined_height is null) = (mined_paid is null)),
  constraint ended_in_a_block check (ended_at is null or mined_height is not null or is_discarded),
  constraint discarded_before_a_block check (not is_discarded or (ended_at is not null and mined_height is null))
);
create index chain_transfers_open on chain_transfers (network) where ended_at is null;

-- A nonce, or an output to spend. Given to a second transfer only after the first one was discarded.
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

grant select, insert, update on withdrawals, recipient_checks, payouts, payout_notes, chain_batches, chain_transfers,
  chain_transfer_versions, chain_payouts to wazi_app;
grant select, insert on withdrawal_local_amounts, withdrawal_confirmations, payout_rail_stops, payout_reviews to wazi_app;
grant select, insert, delete on payout_addresses, chain_slots to wazi_app;
grant update (resumed_by, resumed_at) on payout_rail_stops to wazi_app;
grant update (decided_by, decided_at, decision) on payout_reviews to wazi_app;
