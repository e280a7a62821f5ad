-- A bot can hold several trades at once, in one symbol or in several.

drop trigger openings_are_logged on pools;

-- Oldest first.
alter table pools add column open_trades jsonb not null default '[]' check (jsonb_typeof(open_trades) = 'array');
update pools set open_trades = jsonb_build_array(open_trade) where open_trade is not null;
-- The oldest, null without any: for those who ask only whether a trade is open, and for processes of an earlier version.
alter table pools drop column open_trade;
alter table pools add column open_trade jsonb generated always as (open_trades -> 0) stored;

create trigger openings_are_logged after update of open_trades on pools for each row
  when (new.open_trades is distinct from old.open_trades)
  execute function log_opening();

-- A trade can be sold in parts, and each part is a row.
alter table bot_trades drop constraint bot_trades_opening_id_key;
create index bot_trades_by_opening on bot_trades (opening_id);

-- The core portfolios are in no market of their own.
alter table trading_bots drop constraint trading_bots_market_check;
alter table trading_bots add constraint trading_bots_market_check
  check (market in ('forex', 'crypto', 'stocks', 'commodities', 'indices', 'portfolio'));
