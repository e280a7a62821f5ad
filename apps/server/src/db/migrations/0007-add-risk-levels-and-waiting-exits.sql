-- The investor's own risk parameters, exits that wait for a price, and what a bot's track record is reckoned from.

-- In per cent of the own money in the position; the navs at which the position closes follow from them and from what
-- is in it, and are reckoned anew with every change of it.
alter table positions
  add column stop_loss_pct numeric(6, 2) check (stop_loss_pct between 1 and 95),
  add column take_profit_pct numeric(6, 2) check (take_profit_pct between 1 and 1000),
  add column stop_nav numeric(40, 12),
  add column take_nav numeric(40, 12),
  add constraint closed_positions_have_no_levels check (is_active or (stop_nav is null and take_nav is null));
-- A price step looks up the positions that it hits and no others.
create index positions_by_stop on positions (bot_id, stop_nav) where is_active and stop_nav is not null;
create index positions_by_take on positions (bot_id, take_nav) where is_active and take_nav is not null;

-- An exit that was taken while a trade was open and no fresh price was at hand. It settles at the first good price.
create table exits (
  id uuid primary key,
  user_id uuid not null references users (id),
  bot_id uuid not null references pools (bot_id),
  kind text not null check (kind in ('deactivation', 'investment-transfer', 'profit-transfer')),
  -- Own money to be taken out, or the investor's share of the gain; null for the whole position.
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

-- False while the price of the moment is none to buy or redeem at; the row stays for its lowest mark.
alter table pool_marks
  add column usable boolean not null default true,
  -- The lowest exit mark of this trade so far: a drawdown counts open losses too.
  add column lowest_exit numeric(30, 12) not null default 0;
update pool_marks set lowest_exit = exit_mark;

alter table bot_trades
  -- Dividends of the trade, per unit of the symbol: received by a buyer, paid by a seller.
  add column dividends numeric(30, 12) not null default 0,
  -- The lowest exit mark while it was open, or the nav after it where that is lower.
  add column lowest_nav numeric(30, 12);
update bot_trades set lowest_nav = least(nav_before, nav_after);
alter table bot_trades alter column lowest_nav set not null;

-- What a bot's symbols cost when its record on a feed began: buy and hold is measured from there.
create table record_starts (
  bot_id uuid not null references pools (bot_id),
  feed text not null check (feed in ('simulated', 'replay', 'live')),
  symbol text not null,
  price numeric(20, 8) not null check (price > 0),
  started_at timestamptz not null default clock_timestamp(),
  primary key (bot_id, feed, symbol)
);

-- What was wrong with a feed, one row per symbol and kind: bots take no order on such data.
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

grant select, insert on exits, record_starts, feed_troubles to wazi_app;
grant update on exits, feed_troubles to wazi_app;

create or replace function door_write_positions(writes jsonb, posted_id bigint) returns void language plpgsql as $$
#variable_conflict use_column
begin
  if writes ? 'positions' then
    insert into positions as held
      (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, activated_at, version,
       stop_loss_pct, take_profit_pct, stop_nav, take_nav)
    select user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, clock_timestamp(), version,
      stop_loss_pct, take_profit_pct, stop_nav, take_nav
    from jsonb_populate_recordset(null::positions, writes -> 'positions')
    on conflict (user_id, bot_id) do update set
      units = excluded.units, own_deposit = excluded.own_deposit, own_profit = excluded.own_profit,
      loss_carried = excluded.loss_carried, user_share_pct = excluded.user_share_pct, version = excluded.version,
      activated_at = case when held.is_active then held.activated_at else excluded.activated_at end,
      is_active = excluded.is_active, stop_loss_pct = excluded.stop_loss_pct, take_profit_pct = excluded.take_profit_pct,
      stop_nav = excluded.stop_nav, take_nav = excluded.take_nav;
  end if;
  if writes ? 'position_events' then
    insert into position_events
      (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta, own_deposit_delta,
       own_profit_delta, loss_carried_delta, value_delta, profit_share)
    select posted_id, e.user_id, e.bot_id, e.kind, p.series, p.close_sequence, e.trade_open, e.mark, e.units_delta,
      e.own_deposit_delta, e.own_profit_delta, e.loss_carried_delta, e.value_delta, e.profit_share
    from jsonb_populate_recordset(null::position_events, writes -> 'position_events') e join pools p on p.bot_id = e.bot_id;
  end if;
  if writes ? 'exits' then
    insert into exits
    select x.* from jsonb_array_elements(writes -> 'exits') row_,
      jsonb_populate_record(null::exits, row_ || jsonb_build_object('ledger_transaction_id', posted_id)) x
    on conflict (id) do update set
      status = excluded.status, settled_at = clock_timestamp(), ledger_transaction_id = excluded.ledger_transaction_id,
      version = excluded.version
      where exits.version < excluded.version;
  end if;
end $$;

-- As before, with the dividends and the lowest mark of a trade.
create or replace function door_write_trading(writes jsonb, posted_id bigint) returns void language plpgsql as $$
#variable_conflict use_column
begin
  if writes ? 'pools' then
    update pools p set
      status = w.status, series = w.series, nav = w.nav, units_at_close = w.units_at_close, cash_at_close = w.cash_at_close,
      last_close_transaction = case when (row_ ->> 'closes')::boolean then posted_id else p.last_close_transaction end,
      close_sequence = w.close_sequence, won_trades = w.won_trades, version = w.version, frozen = w.frozen, open_trade = w.open_trade
    from jsonb_array_elements(writes -> 'pools') row_, jsonb_populate_record(null::pools, row_) w
    where p.bot_id = w.bot_id;
  end if;
  if writes ? 'bot_trades' then
    insert into bot_trades
      (bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, executed_at, entry_bar_time,
       bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, dividends, lowest_nav)
    select t.bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, clock_timestamp(),
      entry_bar_time, t.bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, posted_id,
      coalesce(dividends, 0), least(nav_before, nav_after, m.lowest_exit)
    from jsonb_populate_recordset(null::bot_trades, writes -> 'bot_trades') t
    left join pool_marks m on m.bot_id = t.bot_id;
  end if;
  if writes ? 'engines' then
    insert into bot_engines (bot_id, state)
    select (e ->> 'botId')::uuid, e -> 'state' from jsonb_array_elements(writes -> 'engines') e
    on conflict (bot_id) do update set state = excluded.state;
  end if;
  if writes ? 'marks' then
    insert into pool_marks (bot_id, version, entry_mark, exit_mark, price, bar_time, priced_at, lowest_exit)
    select bot_id, version, entry_mark, exit_mark, price, bar_time, clock_timestamp(), exit_mark
    from jsonb_populate_recordset(null::pool_marks, writes -> 'marks')
    on conflict (bot_id) do update set version = excluded.version, entry_mark = excluded.entry_mark,
      exit_mark = excluded.exit_mark, price = excluded.price, bar_time = excluded.bar_time, priced_at = excluded.priced_at,
      usable = true, lowest_exit = excluded.lowest_exit;
  end if;
end $$;

-- As before, and exits. They need no expectation of their own: whatever queues, settles or cancels one moves its position's version.
create or replace function door_run(operation jsonb) returns text language plpgsql as $$
declare
  asked_id uuid := (operation ->> 'operationId')::uuid;
  writes jsonb := coalesce(operation -> 'writes', '{}');
  posted_id bigint;
begin
  if exists (select from ledger_transactions t where t.operation_id = asked_id) then
    return 'posted';
  end if;
  if not door_expectations_hold(coalesce(operation -> 'expects', '{}')) then
    return 'moved';
  end if;
  if operation -> 'transaction' is not null then
    posted_id := door_post(asked_id, operation -> 'transaction');
  end if;
  if writes ?| array['positions', 'position_events', 'exits'] then perform door_write_positions(writes, posted_id); end if;
  if writes ?| array['deposits', 'withdrawals', 'audit'] then perform door_write_deposits_and_withdrawals(writes, posted_id); end if;
  if writes ?| array['pools', 'bot_trades', 'engines', 'marks'] then perform door_write_trading(writes, posted_id); end if;
  if operation -> 'answer' is not null and not door_keep_answer(operation -> 'answer') then
    raise exception 'claim lost' using errcode = 'WZ001';
  end if;
  return 'posted';
exception
  -- A row that came between reading and writing (a second pending deposit, a hash used twice) is a change like any other.
  when unique_violation then return 'moved';
  when sqlstate 'WZ001' then return 'claim-lost';
end $$;
