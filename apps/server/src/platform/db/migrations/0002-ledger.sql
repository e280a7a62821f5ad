-- The double-entry ledger. Entries are only appended; a mistake gets a correcting transaction. Beside it are the results of
-- comparing the books, sums of past days, answers kept for repeated requests, and rates of local currencies.

-- Postings update an account's balance again and again: a row keeps its place and its index entries when its page has room for
-- the new version.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null unique,
  user_id uuid,
  -- Updated with every entry for investors' accounts. Null for busy accounts (pools, market, platform, external): their
  -- entries are summed when read, so that no row is a bottleneck for all postings.
  balance numeric(20, 2),
  created_at timestamptz not null default now(),
  -- Set when the user is deleted. From then on no posting can put money there, whenever it was decided.
  closed_at timestamptz,
  constraint investors_are_never_overdrawn check (user_id is null or balance >= 0),
  constraint only_investors_keep_a_balance check ((user_id is null) = (balance is null)),
  constraint closed_accounts_stay_empty check (closed_at is null or balance = 0)
) with (fillfactor = 80);
create index ledger_accounts_by_user on ledger_accounts (user_id) where user_id is not null;
-- Finds them among those of all investors.
create index platform_accounts on ledger_accounts (id) where user_id is null;

create trigger ledger_accounts_are_never_removed
  before delete or truncate on ledger_accounts
  for each statement execute function refuse_removal();

insert into ledger_accounts (code) values
  ('market'), ('platform:profit_share'), ('platform:adjustments'), ('platform:fees'), ('platform:losses'),
  ('platform:rounding'), ('external:crypto'), ('external:bank'), ('external:mpesa');

-- Rows of a posting are checked once per statement, by triggers in place of foreign keys: checking each row took more time than
-- all the writing. The rows that they refer to are never removed.
create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- Chosen by the caller: sending the same id again posts no second transaction.
  operation_id uuid not null unique,
  kind text not null,
  actor_id uuid,
  reason text,
  posted_at timestamptz not null default clock_timestamp(),
  -- The database transaction that wrote it: a later one can't add entries to it.
  database_transaction xid8 not null default pg_current_xact_id()
);
-- Rows come in the order of time. A BRIN index is a few bytes per range of pages and adds no cost to a posting.
create index ledger_transactions_by_time on ledger_transactions using brin (posted_at)
  with (pages_per_range = 32, autosummarize = on);
-- The status page adds up the adjustments of a month, and the entries of the accounts without a balance since a day.
create index ledger_transactions_adjustments on ledger_transactions (posted_at) where kind = 'adjustment';

create trigger ledger_transactions_have_known_actors
  after insert on ledger_transactions referencing new table as added
  for each statement execute function ledger_transactions_have_known_actors();
create trigger ledger_transactions_are_only_appended
  before delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_transactions_keep_all_but_an_erased_reason
  before update on ledger_transactions
  for each row execute function refuse_all_but_erasing_a_reason();

create table ledger_entries (
  transaction_id bigint not null,
  account_id bigint not null,
  amount numeric(20, 2) not null check (amount <> 0),
  primary key (transaction_id, account_id)
);
create index ledger_entries_by_account on ledger_entries (account_id, transaction_id) include (amount);

create trigger ledger_entries_come_with_their_transaction
  after insert on ledger_entries referencing new table as added
  for each statement execute function ledger_entries_belong_to_this_transaction();
create trigger ledger_entries_are_only_appended
  before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- Answers kept for repeated requests. A key is stored in the commit of what its call moves. It belongs to the user of the call's
-- session, and is removed after a day.
create table idempotency_keys (
  user_id uuid not null,
  call text not null,
  key text not null,
  payload_hash bytea not null,
  stored_at timestamptz not null default clock_timestamp(),
  status integer,
  body text,
  primary key (user_id, call, key)
);
comment on column idempotency_keys.status is 'Null while a call of several commits has begun and is not answered.';
create index idempotency_keys_by_time on idempotency_keys (stored_at);

-- One row for each comparison of the stored figures with the ledger's entries, with the number of differences.
create table reconciliations (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  checks integer not null,
  differences integer not null,
  -- A comparison since a checkpoint names its time. Null for a comparison of all entries.
  since timestamptz
);
create index reconciliations_by_time on reconciliations (checked_at desc);
create index complete_reconciliations on reconciliations (checked_at desc) where since is null;

-- Positions in the ledger up to which the books were compared, with the sums of all that came before. The next comparison
-- starts there. `npm run reconcile` computes them again from the entries, so they can hide nothing from it.
create table ledger_checkpoints (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  -- The highest id of a ledger transaction that was committed by then, or 0.
  last_transaction bigint not null check (last_transaction >= 0),
  -- Ids up to it that had no transaction: one that was not committed yet may still get there, and is then a later one.
  open_ids int8multirange not null,
  -- The last day of ledger_days by then.
  last_day date,
  -- The entries of all investors' accounts, and those of their deposits.
  investor_total numeric(20, 2) not null,
  deposit_total numeric(20, 2) not null
);
create index ledger_checkpoints_by_time on ledger_checkpoints (taken_at);

-- The sum of the entries of each account that keeps no balance.
create table ledger_checkpoint_accounts (
  checkpoint_id bigint not null references ledger_checkpoints (id) on delete cascade,
  account_id bigint not null references ledger_accounts (id),
  total numeric(20, 2) not null,
  primary key (checkpoint_id, account_id)
);

-- The sums of each bot's position events, and its trades.
create table ledger_checkpoint_pools (
  checkpoint_id bigint not null references ledger_checkpoints (id) on delete cascade,
  bot_id uuid not null,
  units numeric(40, 12) not null,
  own_deposit numeric(20, 2) not null,
  own_profit numeric(20, 2) not null,
  loss_carried numeric(20, 2) not null,
  closed_trades bigint not null,
  won_trades bigint not null,
  primary key (checkpoint_id, bot_id)
);

-- Postings of each past day (UTC) by kind of account, so that a year is not added up again at every request. Every figure
-- follows from the entries; reconciling compares them. There is no gap between the first movement and the last day kept.
create table ledger_days (
  day date primary key,
  money_in numeric(20, 2) not null,
  money_out numeric(20, 2) not null,
  traded numeric(20, 2) not null,
  adjusted numeric(20, 2) not null,
  platform_income numeric(20, 2) not null,
  -- Fees, losses and rounding.
  platform_other numeric(20, 2) not null,
  balances numeric(20, 2) not null,
  on_hold numeric(20, 2) not null,
  running_profit numeric(20, 2) not null,
  pools numeric(20, 2) not null,
  constraint a_day_sums_to_zero check (
    money_out - money_in - traded - adjusted + platform_income + platform_other
      + balances + on_hold + running_profit + pools = 0
  )
);

-- The units of each bot at the end of each of those days, and the nav of its last trade before it.
create table ledger_day_pools (
  day date not null references ledger_days (day),
  bot_id uuid not null,
  units numeric(40, 12) not null check (units >= 0),
  -- The series of the units, and the series of the nav: before its first trade a unit is worth 1.
  units_series integer not null,
  nav numeric(30, 12) not null check (nav >= 0),
  nav_series integer not null,
  primary key (day, bot_id)
);

-- Rates of local currencies as administrators enter them; the latest one counts. Rows are only appended, so that the rate of every
-- deposit and withdrawal can be traced.
create table local_rates (
  id bigint generated always as identity primary key,
  currency text not null check (currency in ('KES', 'NGN', 'GHS', 'ZAR', 'TZS', 'UGX')),
  -- Units of the currency for one US dollar.
  rate numeric(20, 8) not null check (rate > 0),
  source text not null check (length(source) between 1 and 200),
  set_by uuid,
  set_at timestamptz not null
);
create index local_rates_latest on local_rates (currency, id desc);

create trigger local_rates_are_kept before update or delete on local_rates
  for each row execute function refuse_change();

grant select, insert on ledger_accounts, ledger_transactions, ledger_entries, ledger_checkpoint_accounts,
  ledger_checkpoint_pools, ledger_days, ledger_day_pools, local_rates to wazi_app;
grant select, insert, update, delete on idempotency_keys to wazi_app;
grant select, insert, delete on reconciliations, ledger_checkpoints to wazi_app;
grant update (balance, closed_at) on ledger_accounts to wazi_app;
grant usage on sequence ledger_transactions_id_seq to wazi_app;
