-- Bots as unitised pools, the trades that change their nav (the price of a unit), and investors' holdings in them.

create table trading_bots (
  id uuid primary key default gen_random_uuid(),
  -- The order of the catalogue: a package of n bots unlocks the first n.
  place integer not null unique,
  name text not null unique,
  description text,
  market text not null check (market in ('forex', 'crypto', 'stocks', 'commodities', 'indices')),
  strategy text not null,
  -- The catalogue's sample figures, shown as a sample until the bot has a record of its own.
  win_rate numeric(5, 2) not null,
  total_trades integer not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table pools (
  bot_id uuid primary key references trading_bots (id),
  status text not null default 'trading' check (status in ('trading', 'halted', 'winding-up')),
  series integer not null default 1,
  -- Changed by closed trades only.
  nav numeric(30, 12) not null default 1 check (nav >= 0),
  -- Units and cash after the last close; later flows are summed from the appended rows.
  units_at_close numeric(40, 12) not null default 0 check (units_at_close >= 0),
  cash_at_close numeric(20, 2) not null default 0 check (cash_at_close >= 0),
  last_close_transaction bigint not null default 0,
  -- Number of trades the bot has closed.
  close_sequence bigint not null default 0,
  -- Number of those that raised the nav.
  won_trades bigint not null default 0,
  -- Rises with every opening and closing of a trade: a decision made on an older version is made again.
  version bigint not null default 1,
  -- True while a close is being computed: no flow may come between.
  frozen boolean not null default false,
  open_trade jsonb,
  -- A sentence; null while the bot trades.
  halt_reason text
);

create trigger pools_are_never_removed
  before delete or truncate on pools
  for each statement execute function refuse_removal();
create trigger openings_are_logged after update of open_trade on pools for each row
  when (new.open_trade is not null and new.open_trade ->> 'id' is distinct from old.open_trade ->> 'id')
  execute function log_opening();

-- The open trade, valued at the price at which it could be entered or closed now. The trader writes it at every step.
create table pool_marks (
  bot_id uuid primary key references pools (bot_id),
  version bigint not null,
  entry_mark numeric(30, 12) not null,
  exit_mark numeric(30, 12) not null,
  price numeric(20, 8) not null,
  bar_time timestamptz,
  priced_at timestamptz not null,
  -- False while the current price can't be used to buy or redeem; the row stays for its lowest mark.
  usable boolean not null default true,
  -- The lowest exit mark of this trade so far: a drawdown includes open losses.
  lowest_exit numeric(30, 12) not null default 0
);

create table bot_trades (
  id bigint generated always as identity primary key,
  bot_id uuid not null references pools (bot_id),
  series integer not null,
  sequence bigint not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  exposure numeric(14, 12) not null check (exposure > 0 and exposure <= 1),
  entry_price numeric(30, 12) not null,
  exit_price numeric(30, 12) not null,
  opened_at timestamptz not null,
  executed_at timestamptz not null,
  entry_bar_time timestamptz not null,
  bar_time timestamptz not null,
  reason text not null check (reason in ('stop', 'target', 'signal', 'series-break')),
  feed text not null check (feed in ('simulated', 'replay', 'live')),
  nav_before numeric(30, 12) not null,
  nav_after numeric(30, 12) not null,
  units numeric(40, 12) not null,
  pool_gain numeric(20, 2) not null,
  -- Derived from the bar that opened it: the same opening sent twice is one trade.
  opening_id uuid not null unique,
  transaction_id bigint not null references ledger_transactions (id),
  -- Dividends of the trade, per unit of the symbol: received by a buyer, paid by a seller.
  dividends numeric(30, 12) not null default 0,
  -- The lowest exit mark while it was open, or the nav after it if that is lower.
  lowest_nav numeric(30, 12) not null,
  -- Financing of the trade, per unit of the symbol: above 0 paid, below 0 received.
  financing numeric(30, 12) not null default 0,
  -- The costs of the trade as fractions of the unit price before it. Null for a trade whose costs were not recorded.
  spread_cost numeric(30, 12),
  slippage_cost numeric(30, 12),
  commission_cost numeric(30, 12),
  financing_cost numeric(30, 12),
  unique (bot_id, sequence),
  constraint costs_are_recorded_together
    check (num_nulls(spread_cost, slippage_cost, commission_cost, financing_cost) in (0, 4))
);
create index bot_trades_by_time on bot_trades (executed_at desc);
-- Ids of a bot's trades rise with their sequence: the next page starts below an id, whatever the filter.
create index bot_trades_by_bot on bot_trades (bot_id, id) include (sequence);
create index bot_trades_by_bot_and_symbol on bot_trades (bot_id, symbol, id);
-- Finds the last nav before a moment.
create index bot_trades_by_bot_and_time on bot_trades (bot_id, executed_at) include (id, sequence, series, nav_after);
-- The trades of a feed's current day.
create index bot_trades_by_bar_time on bot_trades (feed, bar_time) include (pool_gain);

create trigger trades_are_logged after insert on bot_trades for each row execute function log_trade();

-- One row for each pause. A paused bot opens no trades and takes no new money; its investors stay, and can leave.
create table bot_pauses (
  id bigint generated always as identity primary key,
  bot_id uuid not null references pools (bot_id),
  reason text not null check (length(reason) between 1 and 500),
  paused_by uuid not null references users (id),
  paused_at timestamptz not null,
  resumed_by uuid references users (id),
  resumed_at timestamptz,
  constraint a_resumption_is_somebodys check ((resumed_by is null) = (resumed_at is null))
);
create unique index one_pause_at_a_time on bot_pauses (bot_id) where resumed_at is null;
create index bot_pauses_by_bot on bot_pauses (bot_id, id);

create trigger pauses_are_announced
  after insert or update on bot_pauses for each row execute function announce_bot();
create trigger pauses_are_logged after insert or update of resumed_at on bot_pauses for each row execute function log_pause();
create trigger pauses_are_told
  after insert or update of resumed_at on bot_pauses for each row
  when (coalesce(new.resumed_at, new.paused_at) > now() - interval '1 hour') execute function tell_pause();

-- What a unit of each bot could be redeemed for, open trade included, every five minutes; older than a week, every hour.
-- An investor's worth at a past moment is computed from it.
create table bot_marks (
  bot_id uuid not null references pools (bot_id),
  at timestamptz not null,
  exit_mark numeric(30, 12) not null check (exit_mark >= 0),
  primary key (bot_id, at)
);

-- Prices of a bot's symbols when its record on a feed began: buy and hold is measured from there.
create table record_starts (
  bot_id uuid not null references pools (bot_id),
  feed text not null check (feed in ('simulated', 'replay', 'live')),
  symbol text not null,
  price numeric(20, 8) not null check (price > 0),
  started_at timestamptz not null default clock_timestamp(),
  -- A replay that starts again begins a new record of its bots. Their trades up to after_sequence belong to earlier records.
  record integer not null default 0 check (record >= 0),
  after_sequence bigint not null default 0 check (after_sequence >= 0),
  after_won bigint not null default 0 check (after_won >= 0),
  primary key (bot_id, feed, record, symbol)
);

create trigger record_starts_are_logged after insert on record_starts referencing new table as added
  for each statement execute function log_record_starts();

-- Evidence about the bots from backtests on real prices. Rows are only appended.
create table bot_evidence (
  id bigint generated always as identity primary key,
  -- The bot's name, or 'all bots' for the mean of all.
  subject text not null,
  -- SHA-256 of the record: the same record is kept once.
  record_hash text not null unique check (record_hash ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null,
  document jsonb not null,
  loaded_at timestamptz not null default clock_timestamp()
);
create index bot_evidence_by_subject on bot_evidence (subject, recorded_at desc, id desc);

create trigger evidence_is_only_appended before update or delete or truncate on bot_evidence
  for each statement execute function refuse_change();

-- Rules and parameters, registered before they are judged. Rows are only appended.
create table strategy_registrations (
  id bigint generated always as identity primary key,
  bot_name text not null,
  rule text not null,
  parameters jsonb not null,
  -- SHA-256 of rule, parameters and size.
  parameters_hash text not null check (parameters_hash ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of the prices on which they were chosen; null when there are none.
  data_hash text check (data_hash ~ '^[0-9a-f]{64}$'),
  registered_at timestamptz not null,
  -- Results from here on may count as out of sample, if the registration was made by then.
  window_opens timestamptz not null,
  unique (bot_name, parameters_hash, window_opens)
);
create index strategy_registrations_by_bot on strategy_registrations (bot_name, parameters_hash, registered_at);

create trigger registrations_are_only_appended before update or delete or truncate on strategy_registrations
  for each statement execute function refuse_change();
create trigger registrations_are_stamped before insert on strategy_registrations
  for each row execute function stamp_registration();
create trigger registrations_are_logged after insert on strategy_registrations for each row execute function log_registration();

-- Investors' holdings in the pools.
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
) with (fillfactor = 80);
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

create view user_bots as
  select user_id, bot_id, (own_deposit + own_profit)::numeric(20, 2) as allocated_amount, is_active, activated_at as created_at
  from positions;

-- Every change of a position, posted with its ledger transaction. Checked once per statement, as the ledger's entries are.
create table position_events (
  transaction_id bigint not null,
  user_id uuid not null,
  bot_id uuid not null,
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

create trigger position_events_come_with_their_transaction
  after insert on position_events referencing new table as added
  for each statement execute function position_events_belong_to_this_transaction();
create trigger position_events_are_only_appended
  before update or delete or truncate on position_events
  for each statement execute function refuse_change();
create trigger closed_positions_are_mailed
  after insert on position_events referencing new table as added
  for each statement execute function mail_closed_positions();

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

create trigger settled_exits_are_told
  after update of status on exits for each row
  when (new.status = 'settled' and old.status = 'pending') execute function tell_settled_exit();

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

-- Bots in the tables of the ledger.
alter table ledger_day_pools add foreign key (bot_id) references pools (bot_id);
alter table ledger_checkpoint_pools add foreign key (bot_id) references pools (bot_id);

grant select, insert on trading_bots, bot_trades, bot_pauses, record_starts, bot_evidence, strategy_registrations,
  position_events to wazi_app;
grant select, insert, update on pools, positions, exits to wazi_app;
grant select, insert, update, delete on pool_marks to wazi_app;
grant select, insert, delete on bot_marks to wazi_app;
grant select on user_bots, accounts to wazi_app;
-- A pause can only be ended; its other columns do not change.
grant update (resumed_by, resumed_at) on bot_pauses to wazi_app;
