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
  bot_id uuid not null references pools (bot_id),
  units numeric(40, 12) not null,
  own_deposit numeric(20, 2) not null,
  own_profit numeric(20, 2) not null,
  loss_carried numeric(20, 2) not null,
  closed_trades bigint not null,
  won_trades bigint not null,
  primary key (checkpoint_id, bot_id)
);

-- Finds them among those of all investors.
create index platform_accounts on ledger_accounts (id) where user_id is null;

-- A comparison since a checkpoint names its time. Null for a comparison of all entries, as all were until now.
alter table reconciliations add column since timestamptz;
create index complete_reconciliations on reconciliations (checked_at desc) where since is null;

grant select, insert, delete on ledger_checkpoints to wazi_app;
grant select, insert on ledger_checkpoint_accounts, ledger_checkpoint_pools to wazi_app;
