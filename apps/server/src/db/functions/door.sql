-- The ledger's door: the only writer of ledger entries. Each operation says what it read (`expects`), what it posts and
-- which rows it writes. The door locks, compares, and writes all of it or nothing. It returns 'moved' if something has
-- changed since it was read. It contains no money rules: those are in packages/domain.

-- Locks pools first, then accounts, each in sorted order, over all operations of a call.
create or replace function door_lock(operations jsonb) returns void language plpgsql as $$
declare
  pool record;
  codes text[];
begin
  for pool in
    select hashtextextended('pool:' || l.bot_id, 0) as lock_key, bool_or(l.mode = 'exclusive') as exclusive
    from jsonb_array_elements(operations) o, jsonb_each_text(o -> 'locks' -> 'pools') l (bot_id, mode)
    group by 1 order by 1
  loop
    if pool.exclusive then
      perform pg_advisory_xact_lock(pool.lock_key);
    else
      perform pg_advisory_xact_lock_shared(pool.lock_key);
    end if;
  end loop;
  select array_agg(named.code) into codes from (
    select code from jsonb_array_elements(operations) o, jsonb_array_elements_text(o -> 'locks' -> 'accounts') code
    union
    select e ->> 'account' from jsonb_array_elements(operations) o, jsonb_array_elements(o -> 'transaction' -> 'entries') e
  ) named where named.code like 'user:%';
  perform 1 from ledger_accounts where code = any(codes) order by id for no key update;
end $$;

-- True if everything that the operation read still holds. Runs after the locks, with a new snapshot. It looks up only
-- what the operation names, each row by its key: the planner would expect too many rows of a join and scan whole tables.
create or replace function door_expectations_hold(expects jsonb) returns boolean language plpgsql as $$
begin
  if expects ? 'balances' and exists (
    select from jsonb_each_text(expects -> 'balances') e (code, balance)
    where (select a.balance from ledger_accounts a where a.code = e.code) is distinct from e.balance::numeric
  ) then return false; end if;
  if expects ? 'pools' and exists (
    select from jsonb_array_elements(expects -> 'pools') e
    where (
      select p.version = (e ->> 'version')::bigint and p.frozen = (e ->> 'frozen')::boolean
      from pools p where p.bot_id = (e ->> 'botId')::uuid
    ) is not true
  ) then return false; end if;
  if expects ? 'positions' and exists (
    select from jsonb_array_elements(expects -> 'positions') e
    where coalesce((
      select p.version from positions p where p.user_id = (e ->> 'userId')::uuid and p.bot_id = (e ->> 'botId')::uuid
    ), 0) <> (e ->> 'version')::bigint
  ) then return false; end if;
  if expects ? 'deposits' and exists (
    select from jsonb_array_elements(expects -> 'deposits') e
    where (select d.version from deposits d where d.id = (e ->> 'id')::uuid) is distinct from (e ->> 'version')::bigint
  ) then return false; end if;
  if expects ? 'withdrawals' and exists (
    select from jsonb_array_elements(expects -> 'withdrawals') e
    where (select w.version from withdrawals w where w.id = (e ->> 'id')::uuid) is distinct from (e ->> 'version')::bigint
  ) then return false; end if;
  if expects ? 'moneyAdministrators' and exists (
    select from jsonb_array_elements_text(expects -> 'moneyAdministrators') e (id)
    where (
      select u.is_admin and u.admin_role in ('money', 'full') and u.deleted_at is null from users u where u.id = e.id::uuid
    ) is not true
  ) then return false; end if;
  if expects ? 'lease' and not exists (
    select from leases l
    where l.name = expects -> 'lease' ->> 'name' and l.token = (expects -> 'lease' ->> 'token')::bigint and l.expires_at > clock_timestamp()
  ) then return false; end if;
  return true;
end $$;

-- True if none of the bots that must be open is paused. A pause takes the lock of its pool, as every operation does.
create or replace function door_bots_are_open(expects jsonb) returns boolean language plpgsql as $$
begin
  return not exists (
    select from jsonb_array_elements_text(expects -> 'unpaused') e (bot_id)
    where exists (select from bot_pauses p where p.bot_id = e.bot_id::uuid and p.resumed_at is null)
  );
end $$;

-- True if entries are not stopped on that day of the feed.
create or replace function door_entries_are_open(expects jsonb) returns boolean language plpgsql as $$
begin
  return not exists (
    select from entry_stops s
    where s.feed = expects -> 'entryDay' ->> 'feed' and s.day = (expects -> 'entryDay' ->> 'day')::date
  );
end $$;

create or replace function door_post(asked_id uuid, posted jsonb) returns bigint language plpgsql as $$
declare
  posted_id bigint;
  entry record;
begin
  insert into ledger_transactions (operation_id, kind, actor_id, reason)
  values (asked_id, posted ->> 'kind', (posted ->> 'actorId')::uuid, posted ->> 'reason')
  returning id into posted_id;
  -- The id of an unknown account is null, which the table refuses.
  insert into ledger_entries (transaction_id, account_id, amount)
  select posted_id, (select a.id from ledger_accounts a where a.code = e ->> 'account'), (e ->> 'amount')::numeric
  from jsonb_array_elements(posted -> 'entries') e;
  for entry in
    select e ->> 'account' as code, (e ->> 'amount')::numeric as amount from jsonb_array_elements(posted -> 'entries') e
    where e ->> 'account' like 'user:%'
  loop
    update ledger_accounts set balance = balance + entry.amount where code = entry.code;
  end loop;
  return posted_id;
end $$;

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

-- Generated columns can't be written, so the columns are named. A settling time is never overwritten.
create or replace function door_write_deposits_and_withdrawals(writes jsonb, posted_id bigint) returns void language plpgsql as $$
#variable_conflict use_column
begin
  if writes ? 'deposits' then
    insert into deposits
      (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate, received_amount,
       transaction_hash, status, settled_by, settled_at, ledger_transaction_id, late_for, created_at, updated_at, version)
    select id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate, received_amount,
      transaction_hash, status, settled_by, settled_at, posted_id, late_for, created_at, updated_at, version
    from jsonb_populate_recordset(null::deposits, writes -> 'deposits')
    on conflict (id) do update set
      status = excluded.status, received_amount = excluded.received_amount, transaction_hash = excluded.transaction_hash,
      settled_by = excluded.settled_by, settled_at = coalesce(deposits.settled_at, excluded.settled_at),
      ledger_transaction_id = excluded.ledger_transaction_id, updated_at = excluded.updated_at, version = excluded.version
      -- A request that is sent again after a lost connection must not undo later changes of its row.
      where deposits.version < excluded.version;
  end if;
  if writes ? 'withdrawals' then
    insert into withdrawals
      (id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network, destination_address, country,
       bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by, settled_at, hidden_at,
       created_at, updated_at, version)
    select id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network, destination_address, country,
      bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by, settled_at, hidden_at,
      created_at, updated_at, version
    from jsonb_populate_recordset(null::withdrawals, writes -> 'withdrawals')
    on conflict (id) do update set
      status = excluded.status, transaction_hash = excluded.transaction_hash, notes = excluded.notes,
      settled_by = excluded.settled_by, settled_at = coalesce(withdrawals.settled_at, excluded.settled_at),
      hidden_at = excluded.hidden_at, updated_at = excluded.updated_at, version = excluded.version
      where withdrawals.version < excluded.version;
  end if;
  if writes ? 'audit' then
    insert into audit_log (actor_id, action, subject_type, subject_id, before, after, address)
    select actor_id, action, subject_type, subject_id, before, after, address
    from jsonb_populate_recordset(null::audit_log, writes -> 'audit');
  end if;
end $$;

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
       bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, dividends, lowest_nav,
       financing, spread_cost, slippage_cost, commission_cost, financing_cost)
    select t.bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, clock_timestamp(),
      entry_bar_time, t.bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, posted_id,
      coalesce(dividends, 0), least(nav_before, nav_after, m.lowest_exit),
      coalesce(financing, 0), spread_cost, slippage_cost, commission_cost, financing_cost
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

-- Waiting exits need no expectation: queueing, settling or cancelling one raises the version of its position.
create or replace function door_run(operation jsonb) returns text language plpgsql as $$
declare
  asked_id uuid := (operation ->> 'operationId')::uuid;
  expects jsonb := coalesce(operation -> 'expects', '{}');
  writes jsonb := coalesce(operation -> 'writes', '{}');
  answer jsonb := operation -> 'answer';
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
  if expects ? 'entryDay' and not door_entries_are_open(expects) then
    return 'moved';
  end if;
  if operation -> 'transaction' is not null then
    posted_id := door_post(asked_id, operation -> 'transaction');
  end if;
  if writes ?| array['positions', 'position_events', 'exits'] then perform door_write_positions(writes, posted_id); end if;
  if writes ?| array['deposits', 'withdrawals', 'audit'] then perform door_write_deposits_and_withdrawals(writes, posted_id); end if;
  if writes ?| array['pools', 'bot_trades', 'engines', 'marks'] then perform door_write_trading(writes, posted_id); end if;
  if answer is not null and not store_answer(
    (answer ->> 'userId')::uuid, answer ->> 'call', answer ->> 'key', answer ->> 'payloadHash',
    (answer ->> 'status')::integer, answer ->> 'body'
  ) then
    raise exception 'the key has an answer' using errcode = 'WZ001';
  end if;
  return 'posted';
exception
  -- Another operation inserted a conflicting row (a second pending deposit, a hash used twice) after this one read.
  when unique_violation then return 'moved';
  when sqlstate 'WZ001' then return 'answered';
end $$;

-- Runs an array of operations in one commit, each checked and answered separately. Two operations on one account never
-- come in the same call: the second would be decided on a balance that the first is about to change.
-- Connections keep their plans, and a plan made for a small table must not scan it when it is large: hence no seqscan.
create or replace function post_operations(operations jsonb) returns text[] language plpgsql set enable_seqscan = off as $$
declare
  operation jsonb;
  outcomes text[] := '{}';
begin
  perform door_lock(operations);
  for operation in select * from jsonb_array_elements(operations) loop
    outcomes := outcomes || door_run(operation);
  end loop;
  return outcomes;
end $$;
