-- Bots that administrators have paused, why a bot was halted, and the ledger's movements by the day.

-- One row for each pause. A paused bot opens no trades and takes no new money; who is in it stays, and can leave.
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

-- A pause stays as it was written: it can only end.
grant select, insert on bot_pauses to wazi_app;
grant update (resumed_by, resumed_at) on bot_pauses to wazi_app;

-- What is shown of bots has changed for everybody.
create function announce_bot() returns trigger language plpgsql as $$
begin
  perform pg_notify('wazi_updates', jsonb_build_array(jsonb_build_object('type', 'trade', 'botId', new.bot_id))::text);
  return null;
end $$;
create trigger pauses_are_announced
  after insert or update on bot_pauses for each row execute function announce_bot();

-- In a sentence; null while the bot trades.
alter table pools add column halt_reason text;
update pools set halt_reason = case status
  when 'halted' then 'Its last trade lost all that the bot had.'
  else 'Its nav has left the bounds: everyone is paid out, and a new series of units starts.' end
where status <> 'trading';

-- True when none of the bots that must be open is paused. A pause takes the lock of its pool, as every operation does.
create function door_bots_are_open(expects jsonb) returns boolean language plpgsql as $$
begin
  return not exists (
    select from jsonb_array_elements_text(expects -> 'unpaused') e (bot_id)
    where exists (select from bot_pauses p where p.bot_id = e.bot_id::uuid and p.resumed_at is null)
  );
end $$;

-- As before, with the bots that must not be paused.
create or replace function door_run(operation jsonb) returns text language plpgsql as $$
declare
  asked_id uuid := (operation ->> 'operationId')::uuid;
  expects jsonb := coalesce(operation -> 'expects', '{}');
  writes jsonb := coalesce(operation -> 'writes', '{}');
  posted_id bigint;
begin
  if exists (select from ledger_transactions t where t.operation_id = asked_id) then
    return 'posted';
  end if;
  if not door_expectations_hold(expects) then
    return 'moved';
  end if;
  if expects ? 'unpaused' and not door_bots_are_open(expects) then
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

-- As before, with the reason of a halt.
create or replace function door_write_trading(writes jsonb, posted_id bigint) returns void language plpgsql as $$
#variable_conflict use_column
begin
  if writes ? 'pools' then
    update pools p set
      status = w.status, halt_reason = w.halt_reason, series = w.series, nav = w.nav, units_at_close = w.units_at_close,
      cash_at_close = w.cash_at_close,
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

-- Transactions come in the order of time: a few bytes for each stretch of the table tell which of them a day is in, and
-- cost a posting nothing.
create index ledger_transactions_by_time on ledger_transactions using brin (posted_at)
  with (pages_per_range = 32, autosummarize = on);

-- What was posted in each day (UTC) that is over, by what kind of account, so that a year is not added up anew whenever
-- it is asked for. Every figure follows from the entries, and reconciling proves that it does. No day is left out between
-- the first movement and the last day kept.
create table ledger_days (
  day date primary key,
  money_in numeric(20, 2) not null,
  money_out numeric(20, 2) not null,
  traded numeric(20, 2) not null,
  adjusted numeric(20, 2) not null,
  platform_income numeric(20, 2) not null,
  -- Fees, losses and rounding.
  platform_other numeric(20, 2) not null,
  balances numeric(20, 2) not null,
  on_hold numeric(20, 2) not null,
  running_profit numeric(20, 2) not null,
  pools numeric(20, 2) not null,
  constraint a_day_sums_to_zero check (
    money_out - money_in - traded - adjusted + platform_income + platform_other
      + balances + on_hold + running_profit + pools = 0
  )
);

-- The units of each bot at the end of each of those days, and the nav of its last trade before it.
create table ledger_day_pools (
  day date not null references ledger_days (day),
  bot_id uuid not null references pools (bot_id),
  units numeric(40, 12) not null check (units >= 0),
  -- The series that the units are of, and the one that the nav is of: before its first trade a unit is worth 1.
  units_series integer not null,
  nav numeric(30, 12) not null check (nav >= 0),
  nav_series integer not null,
  primary key (day, bot_id)
);

grant select, insert on ledger_days, ledger_day_pools to wazi_app;
