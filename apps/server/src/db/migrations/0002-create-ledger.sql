-- The double-entry ledger. Entries are only ever appended; a mistake gets a correcting transaction.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null unique,
  user_id uuid references users (id),
  -- Moved with every entry for what an investor owns. Null for hot accounts (pools, market, platform, external): they
  -- are appended to and summed when asked, so that no row is everybody's bottleneck.
  balance numeric(20, 2),
  created_at timestamptz not null default now(),
  constraint investors_are_never_overdrawn check (user_id is null or balance >= 0),
  constraint only_investors_keep_a_balance check ((user_id is null) = (balance is null))
);
create index ledger_accounts_by_user on ledger_accounts (user_id) where user_id is not null;

create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- Made by whoever asks for the posting: the same one again is the same transaction, never a second.
  operation_id uuid not null unique,
  kind text not null,
  actor_id uuid references users (id),
  reason text,
  posted_at timestamptz not null default clock_timestamp(),
  -- The database transaction that wrote it: entries can't be added to it by a later one.
  database_transaction xid8 not null default pg_current_xact_id()
);

create table ledger_entries (
  transaction_id bigint not null references ledger_transactions (id),
  account_id bigint not null references ledger_accounts (id),
  amount numeric(20, 2) not null check (amount <> 0),
  primary key (transaction_id, account_id)
);
create index ledger_entries_by_account on ledger_entries (account_id, transaction_id) include (amount);

create function ledger_transaction_sums_to_zero() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select coalesce(sum(amount), 0) into total from ledger_entries where transaction_id = new.id;
  if total <> 0 then
    raise exception 'ledger transaction % sums to % and not to zero', new.id, total using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create constraint trigger ledger_transactions_sum_to_zero
  after insert on ledger_transactions deferrable initially deferred
  for each row execute function ledger_transaction_sums_to_zero();

create function ledger_entries_belong_to_this_transaction() returns trigger language plpgsql as $$
begin
  if exists (
    select from added
    where (select t.database_transaction from ledger_transactions t where t.id = added.transaction_id) <> pg_current_xact_id()
  ) then
    raise exception 'an entry can not be added to a ledger transaction that is already posted' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger ledger_entries_come_with_their_transaction
  after insert on ledger_entries referencing new table as added
  for each statement execute function ledger_entries_belong_to_this_transaction();

insert into ledger_accounts (code) values
  ('market'), ('platform:profit_share'), ('platform:adjustments'), ('platform:fees'), ('platform:losses'),
  ('platform:rounding'), ('external:crypto'), ('external:bank'), ('external:mpesa');

create function open_user_accounts(investor uuid) returns void language sql as $$
  insert into ledger_accounts (code, user_id, balance)
  select 'user:' || investor || ':' || kind, investor, 0
  from unnest(array['deposit_funds', 'profit_funds', 'withdrawal_hold', 'running_profit']) with ordinality as kinds (kind, place)
  order by place
$$;

grant select on ledger_accounts, ledger_transactions, ledger_entries to wazi_app;
grant insert on ledger_accounts, ledger_transactions, ledger_entries to wazi_app;
grant update (balance) on ledger_accounts to wazi_app;
