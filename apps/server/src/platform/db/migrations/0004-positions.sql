-- Investors' holdings in the pools, and exits that wait for a price.

create table positions (
  user_id uuid not null references users (id),
  bot_id uuid not null references pools (bot_id),
  units numeric(40, 12) not null check (units >= 0),
  own_deposit numeric(20, 2) not null check (own_deposit >= 0),
  own_profit numeric(20, 2) not null check (own_profit >= 0),
  -- Kept when the position is closed: if the investor comes back, it is recovered before any profit share is taken.
  loss_carried numeric(20, 2) not null check (loss_carried >= 0),
  user_share_pct integer not null check (user_share_pct in (70, 80, 90)),
  is_active boolean not null,
  activated_at timestamptz not null,
  version bigint not null,
  -- Per cent of the own money in the position. The navs at which the position closes are computed from them and from
  -- the position's content, again with every change of it.
  stop_loss_pct numeric(6, 2) check (stop_loss_pct between 1 and 95),
  take_profit_pct numeric(6, 2) check (take_profit_pct between 1 and 1000),
  stop_nav numeric(40, 12),
  take_nav numeric(40, 12),
  primary key (user_id, bot_id),
  constraint closed_positions_are_empty check (is_active or (units = 0 and own_deposit = 0 and own_profit = 0)),
  constraint closed_positions_have_no_levels check (is_active or (stop_nav is null and take_nav is null))
);
create index positions_by_bot on positions (bot_id) where is_active;
create index positions_by_user on positions (user_id) where is_active;
-- A price step looks up only the positions that it reaches.
create index positions_by_stop on positions (bot_id, stop_nav) where is_active and stop_nav is not null;
create index positions_by_take on positions (bot_id, take_nav) where is_active and take_nav is not null;

create trigger closed_users_buy_no_first_units
  after insert on positions for each row when (new.units > 0)
  execute function refuse_new_for_closed_users();
create trigger closed_users_buy_no_units
  after update on positions for each row when (new.units > old.units)
  execute function refuse_new_for_closed_users();

create table position_events (
  transaction_id bigint not null references ledger_transactions (id),
  user_id uuid not null references users (id),
  bot_id uuid not null references pools (bot_id),
  kind text not null,
  series integer not null,
  -- Number of trades that the bot had closed before; with trade_open, the event happened inside the next one.
  close_sequence bigint not null,
  trade_open boolean not null,
  -- The mark at which the units were bought or redeemed.
  mark numeric(30, 12) not null,
  units_delta numeric(40, 12) not null,
  own_deposit_delta numeric(20, 2) not null,
  own_profit_delta numeric(20, 2) not null,
  loss_carried_delta numeric(20, 2) not null,
  value_delta numeric(20, 2) not null,
  profit_share numeric(20, 2) not null,
  happened_at timestamptz not null default clock_timestamp(),
  primary key (user_id, bot_id, transaction_id)
);
create index position_events_by_bot on position_events (bot_id, transaction_id) include (units_delta);

-- Waiting exits: requested while a trade was open and no fresh price was available. Each settles at the first good price.
create table exits (
  id uuid primary key,
  user_id uuid not null references users (id),
  bot_id uuid not null references pools (bot_id),
  kind text not null check (kind in ('deactivation', 'investment-transfer', 'profit-transfer')),
  -- Own money to take out, or the investor's share of the gain; null for the whole position.
  amount numeric(20, 2) check (amount > 0),
  status text not null check (status in ('pending', 'settled', 'cancelled')),
  requested_at timestamptz not null,
  -- When it settled or was cancelled.
  settled_at timestamptz,
  ledger_transaction_id bigint references ledger_transactions (id),
  version bigint not null,
  constraint only_a_deactivation_takes_all check ((kind = 'deactivation') = (amount is null))
);
create unique index one_waiting_exit_each on exits (user_id, bot_id) where status = 'pending';
create index exits_by_user on exits (user_id, requested_at desc);

create view user_bots as
  select user_id, bot_id, (own_deposit + own_profit)::numeric(20, 2) as allocated_amount, is_active, activated_at as created_at
  from positions;

grant select on user_bots to wazi_app;
grant select, insert on positions, position_events, exits to wazi_app;
grant update on positions, exits to wazi_app;
