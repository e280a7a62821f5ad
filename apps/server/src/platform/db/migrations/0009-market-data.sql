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

grant select, insert, update on market_prices, candles, feed_state, feed_troubles to wazi_app;
grant delete on market_prices, candles, feed_state to wazi_app;
