-- Bots as unitised pools, and the trades that change their nav (the price of a unit).

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
  unique (bot_id, sequence)
);
create index bot_trades_by_time on bot_trades (executed_at desc);
-- Ids of a bot's trades rise with their sequence: the next page starts below an id, whatever the filter.
create index bot_trades_by_bot on bot_trades (bot_id, id) include (sequence);
create index bot_trades_by_bot_and_symbol on bot_trades (bot_id, symbol, id);
-- Finds the last nav before a moment.
create index bot_trades_by_bot_and_time on bot_trades (bot_id, executed_at) include (id, sequence, series, nav_after);

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

-- The state of each bot's engine after its last bar, saved with the trade that the bar made.
create table bot_engines (
  bot_id uuid primary key references pools (bot_id),
  state jsonb not null
);

-- Prices of a bot's symbols when its record on a feed began: buy and hold is measured from there.
create table record_starts (
  bot_id uuid not null references pools (bot_id),
  feed text not null check (feed in ('simulated', 'replay', 'live')),
  symbol text not null,
  price numeric(20, 8) not null check (price > 0),
  started_at timestamptz not null default clock_timestamp(),
  primary key (bot_id, feed, symbol)
);

-- Names the trader that may trade: the door refuses a holder whose token is no longer the latest.
create table leases (
  name text primary key,
  holder text not null,
  token bigint not null,
  expires_at timestamptz not null
);

grant select, insert on trading_bots, pools, pool_marks, bot_trades, bot_pauses, bot_engines, record_starts, leases to wazi_app;
grant update on pools, pool_marks, bot_engines, leases to wazi_app;
grant delete on pool_marks, bot_engines to wazi_app;
-- A pause can only be ended; its other columns do not change.
grant update (resumed_by, resumed_at) on bot_pauses to wazi_app;
