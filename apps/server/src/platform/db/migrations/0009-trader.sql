-- The trader: its lease, market data, the limits that it keeps to before an entry, and orders to a venue.

-- Names the trader that may trade: the door refuses a holder whose token is no longer the latest.
create table leases (
  name text primary key,
  holder text not null,
  token bigint not null,
  expires_at timestamptz not null
);

-- The state of each bot's engine after its last bar, saved with the trade that the bar made.
create table bot_engines (
  bot_id uuid primary key references pools (bot_id),
  state jsonb not null
);

-- When the recorded prices of a bot ended, so that those who hold it are told once.
create table bot_rests (
  bot_id uuid not null references trading_bots (id),
  record integer not null check (record >= 0),
  rested_at timestamptz not null default clock_timestamp(),
  primary key (bot_id, record)
);

create trigger rests_are_told after insert on bot_rests for each row execute function tell_rest();

-- The latest price of each symbol. The trader writes it; every process shows it and values by it.
create table market_prices (
  market text not null,
  symbol text not null,
  price numeric(20, 8) not null check (price > 0),
  change_percent numeric(12, 2) not null,
  feed text not null check (feed in ('simulated', 'replay', 'live')),
  bar_time timestamptz,
  priced_at timestamptz not null,
  -- The order in which prices are listed.
  place integer not null,
  primary key (market, symbol)
);

create trigger prices_are_announced
  after insert or update on market_prices for each statement execute function announce_prices();

-- The position of each feed, so that it continues from there after a restart.
create table feed_state (
  name text primary key,
  state jsonb not null,
  saved_at timestamptz not null default clock_timestamp()
);

-- Feed issues, one row per symbol and kind: bots take no order on such data.
create table feed_troubles (
  feed text not null,
  symbol text not null,
  kind text not null,
  message text not null,
  happened bigint not null default 1,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  primary key (feed, symbol, kind)
);

-- The simulated feeds whose prices cannot be foretold. The commitment is public from the start, the seed when the feed has ended.
create table simulated_feeds (
  id bigint generated always as identity primary key,
  -- SHA-256 of the seed's 64 hexadecimal characters.
  commitment text not null unique check (commitment = encode(sha256(convert_to(seed, 'UTF8')), 'hex')),
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index one_simulated_feed_at_a_time on simulated_feeds ((true)) where ended_at is null;

create trigger simulated_feeds_only_end before update on simulated_feeds
  for each row execute function refuse_other_than_end();
create trigger simulated_feeds_stay before delete or truncate on simulated_feeds
  for each statement execute function refuse_removal();

-- Hourly candles are partitioned by month, so that old months can be removed as tables. Minutes have a table of their own:
-- two days of them are kept, and their removed rows would leave every month with empty space.
create table candles (
  symbol text not null,
  interval text not null check (interval in ('1m', '1h', '1d')),
  bar_time timestamptz not null,
  feed text not null,
  open numeric(20, 8) not null,
  high numeric(20, 8) not null,
  low numeric(20, 8) not null,
  close numeric(20, 8) not null,
  volume numeric(30, 8) not null,
  primary key (feed, symbol, interval, bar_time)
) partition by list (interval);
create table candle_minutes partition of candles for values in ('1m');
create table candle_hours partition of candles for values in ('1h', '1d') partition by range (bar_time);
-- Holds hours until the month's partition is created: of the feed's history, and of a market that is ahead of the clock.
create table candle_hours_default partition of candle_hours default;

-- Orders to a venue, each written before it is sent. The table is empty without a live broker.
create table orders (
  -- Derived from the decision: the same decision taken twice is one order, here and at the venue.
  client_order_id text primary key,
  broker text not null,
  symbol text not null,
  -- Counts the orders of a symbol.
  sequence bigint not null,
  side text not null check (side in ('buy', 'sell')),
  quantity numeric(30, 12) not null check (quantity > 0),
  -- The amount held before it, and the amount of the pools' open trades: the order is the difference, in whole lots.
  held numeric(30, 12) not null,
  target numeric(30, 12) not null,
  -- The bots' trades whose sum is the target.
  decision jsonb not null,
  -- The model's mid price when it was decided.
  model_price numeric(20, 8) not null check (model_price > 0),
  status text not null check (status in ('planned', 'sent', 'open', 'unknown', 'filled', 'rejected', 'absent')),
  filled_quantity numeric(30, 12) not null default 0 check (filled_quantity >= 0),
  fill_price numeric(30, 12) check (fill_price > 0),
  fee numeric(30, 12),
  -- The cost of the fill beyond the model's price: the platform pays it, not the pools.
  slippage numeric(30, 12) generated always as (
    case when side = 'buy' then (fill_price - model_price) * filled_quantity
      else (model_price - fill_price) * filled_quantity end
  ) stored,
  reason text,
  planned_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  settled_at timestamptz,
  constraint only_fills_have_quantities check ((status = 'filled') = (filled_quantity > 0)),
  unique (broker, symbol, sequence)
);
-- No order is sent for a symbol while the result of the previous one is unknown.
create unique index one_order_under_way on orders (broker, symbol)
  where status in ('planned', 'sent', 'open', 'unknown');

-- The limits that the trader keeps to before an entry. A day is one of the feed's own time (UTC).

-- The loss of a day reached its limit: no bot opens a trade on this feed until the next day.
create table entry_stops (
  feed text not null check (feed in ('simulated', 'replay', 'live')),
  day date not null,
  stopped_at timestamptz not null default clock_timestamp(),
  loss numeric(20, 2) not null check (loss > 0),
  -- What the pools would have held without the trades of the day.
  base numeric(20, 2) not null check (base > 0),
  limit_pct numeric(5, 2) not null,
  primary key (feed, day)
);

create trigger entry_stops_are_only_appended before update or delete or truncate on entry_stops
  for each statement execute function refuse_change();

-- Entries that were refused or reduced, once for each bar.
create table entry_refusals (
  id bigint generated always as identity primary key,
  refused_at timestamptz not null default clock_timestamp(),
  bot_id uuid not null references pools (bot_id),
  symbol text not null,
  bar_time timestamptz not null,
  reason text not null check (reason in ('daily-loss', 'market-exposure')),
  -- Fractions of the bot's nav. 0 was allowed where the entry was refused.
  asked numeric(5, 4) not null,
  allowed numeric(5, 4) not null check (allowed >= 0 and allowed < asked),
  unique (bot_id, symbol, bar_time, reason)
);
create index entry_refusals_by_time on entry_refusals (refused_at desc);

create trigger entry_refusals_are_only_appended before update or delete or truncate on entry_refusals
  for each statement execute function refuse_change();

grant select, insert, update on leases, feed_troubles, orders to wazi_app;
grant select, insert, update, delete on bot_engines, market_prices, feed_state, candles to wazi_app;
grant select, insert on bot_rests, entry_stops, entry_refusals to wazi_app;
grant select on simulated_feeds, candle_hours to wazi_app;
grant select, delete on candle_hours_default to wazi_app;
grant insert (commitment, seed) on simulated_feeds to wazi_app;
grant update (ended_at) on simulated_feeds to wazi_app;
