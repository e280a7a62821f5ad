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

create trigger entry_stops_are_only_appended before update or delete or truncate on entry_stops
  for each statement execute function refuse_change();
create trigger entry_refusals_are_only_appended before update or delete or truncate on entry_refusals
  for each statement execute function refuse_change();

-- The trades of a feed's current day.
create index bot_trades_by_bar_time on bot_trades (feed, bar_time) include (pool_gain);

grant select, insert on entry_stops, entry_refusals to wazi_app;
