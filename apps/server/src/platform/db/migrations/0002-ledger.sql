-- The double-entry ledger. Entries are only appended; a mistake gets a correcting transaction.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null unique,
  user_id uuid references users (id),
  -- Updated with every entry for investors' accounts. Null for busy accounts (pools, market, platform, external): their
  -- entries are summed when read, so that no row is a bottleneck for all postings.
  balance numeric(20, 2),
  created_at timestamptz not null default now(),
  -- Set when the user is deleted. From then on no posting can put money there, whenever it was decided.
  closed_at timestamptz,
  constraint investors_are_never_overdrawn check (user_id is null or balance >= 0),
  constraint only_investors_keep_a_balance check ((user_id is null) = (balance is null)),
  constraint closed_accounts_stay_empty check (closed_at is null or balance = 0)
);
create index ledger_accounts_by_user on ledger_accounts (user_id) where user_id is not null;

create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- Chosen by the caller: sending the same id again posts no second transaction.
  operation_id uuid not null unique,
  kind text not null,
  actor_id uuid references users (id),
  reason text,
  posted_at timestamptz not null default clock_timestamp(),
  -- The database transaction that wrote it: a later one can't add entries to it.
  database_transaction xid8 not null default pg_current_xact_id()
);
-- Rows come in the order of time. A BRIN index is a few bytes per range of pages and adds no cost to a posting.
create index ledger_transactions_by_time on ledger_transactions using brin (posted_at)
  with (pages_per_range = 32, autosummarize = on);

create table ledger_entries (
  transaction_id bigint not null references ledger_transactions (id),
  account_id bigint not null references ledger_accounts (id),
  amount numeric(20, 2) not null check (amount <> 0),
  primary key (transaction_id, account_id)
);
create index ledger_entries_by_account on ledger_entries (account_id, transaction_id) include (amount);

create constraint trigger ledger_transactions_sum_to_zero
  after insert on ledger_transactions deferrable initially deferred
  for each row execute function ledger_transaction_sums_to_zero();
create trigger ledger_entries_come_with_their_transaction
  after insert on ledger_entries referencing new table as added
  for each statement execute function ledger_entries_belong_to_this_transaction();

insert into ledger_accounts (code) values
  ('market'), ('platform:profit_share'), ('platform:adjustments'), ('platform:fees'), ('platform:losses'),
  ('platform:rounding'), ('external:crypto'), ('external:bank'), ('external:mpesa');

grant select, insert on ledger_accounts, ledger_transactions, ledger_entries to wazi_app;
grant update (balance, closed_at) on ledger_accounts to wazi_app;
