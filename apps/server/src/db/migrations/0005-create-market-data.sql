-- The latest price of each symbol, written by the trader; what every process shows and values by.
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
);

-- Where the feed stands, so that a restart goes on from there.
create table feed_state (
  name text primary key,
  state jsonb not null,
  saved_at timestamptz not null default clock_timestamp()
);

-- The state of each bot's engine after its last bar, saved with the trade that the bar made.
create table bot_engines (
  bot_id uuid primary key references pools (bot_id),
  state jsonb not null
);

grant select, insert, update, delete on market_prices, candles, feed_state, bot_engines to wazi_app;
