-- Bots as unitised pools, what investors hold in them, and the trades that move their nav.

create table trading_bots (
  id uuid primary key default gen_random_uuid(),
  -- The order of the catalogue: a package of n bots unlocks the first n.
  place integer not null unique,
  name text not null unique,
  description text,
  market text not null check (market in ('forex', 'crypto', 'stocks', 'commodities', 'indices')),
  strategy text not null,
  -- The catalogue's sample figures; shown as a sample until the bot has a record of its own.
  win_rate numeric(5, 2) not null,
  total_trades integer not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table pools (
  bot_id uuid primary key references trading_bots (id),
  status text not null default 'trading' check (status in ('trading', 'halted', 'winding-up')),
  series integer not null default 1,
  -- Moved by closed trades only.
  nav numeric(30, 12) not null default 1 check (nav >= 0),
  -- Units and cash as they stood after the last close; what came and went since is summed from the appended rows.
  units_at_close numeric(40, 12) not null default 0 check (units_at_close >= 0),
  cash_at_close numeric(20, 2) not null default 0 check (cash_at_close >= 0),
  last_close_transaction bigint not null default 0,
  -- How many trades the bot has closed.
  close_sequence bigint not null default 0,
  -- How many of them raised the nav.
  won_trades bigint not null default 0,
  -- Moves with every opening and closing of a trade: what was decided on another version is decided again.
  version bigint not null default 1,
  -- True for the instant in which a close is reckoned: no flow may come between.
  frozen boolean not null default false,
  open_trade jsonb
);

-- The open trade valued at the price it could be entered or closed at now. Written by the trader at every step.
create table pool_marks (
  bot_id uuid primary key references pools (bot_id),
  version bigint not null,
  entry_mark numeric(30, 12) not null,
  exit_mark numeric(30, 12) not null,
  price numeric(20, 8) not null,
  bar_time timestamptz,
  priced_at timestamptz not null
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
  -- Made from the bar that opened it: the same opening taken twice is one trade.
  opening_id uuid not null unique,
  transaction_id bigint not null references ledger_transactions (id),
  unique (bot_id, sequence)
);
create index bot_trades_by_time on bot_trades (executed_at desc);

create table positions (
  user_id uuid not null references users (id),
  bot_id uuid not null references pools (bot_id),
  units numeric(40, 12) not null check (units >= 0),
  own_deposit numeric(20, 2) not null check (own_deposit >= 0),
  own_profit numeric(20, 2) not null check (own_profit >= 0),
  -- Stays when the position is closed: made up before any share is taken when the investor comes back.
  loss_carried numeric(20, 2) not null check (loss_carried >= 0),
  user_share_pct integer not null check (user_share_pct in (70, 80, 90)),
  is_active boolean not null,
  activated_at timestamptz not null,
  version bigint not null,
  primary key (user_id, bot_id),
  constraint closed_positions_are_empty check (is_active or (units = 0 and own_deposit = 0 and own_profit = 0))
);
create index positions_by_bot on positions (bot_id) where is_active;

create table position_events (
  transaction_id bigint not null references ledger_transactions (id),
  user_id uuid not null references users (id),
  bot_id uuid not null references pools (bot_id),
  kind text not null,
  series integer not null,
  -- Trades that the bot had closed before; with trade_open it happened inside the next one.
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

create view user_bots as
  select user_id, bot_id, (own_deposit + own_profit)::numeric(20, 2) as allocated_amount, is_active, activated_at as created_at
  from positions;

-- Names whether a trader may trade: a holder whose token is no longer the latest is refused by the door.
create table leases (
  name text primary key,
  holder text not null,
  token bigint not null,
  expires_at timestamptz not null
);

grant select on trading_bots, pools, pool_marks, bot_trades, positions, position_events, user_bots, leases to wazi_app;
grant insert on bot_trades, position_events, positions, pool_marks, leases, trading_bots, pools to wazi_app;
grant update on pools, pool_marks, positions, leases to wazi_app;
grant delete on pool_marks to wazi_app;
