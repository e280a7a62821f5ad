-- The ledger's door: the only writer of ledger entries. Each operation says what it read, what it posts and which rows it
-- writes. The door locks, compares, and writes all of it or nothing. An operation is 'moved' if something has changed
-- since it was read. The door contains no money rules: those are in packages/domain.

-- The version of a row with an id, by the name of its table in ledger/door/door-rows.ts. One statement for each table: a statement
-- of all of them would open all.
create or replace function door_row_version(named text, row_id uuid) returns bigint language plpgsql as $$
begin
  case named
    when 'adjustments' then return (select r.version from adjustments r where r.id = row_id);
    when 'depositPayments' then return (select r.version from deposit_payments r where r.id = row_id);
    when 'deposits' then return (select r.version from deposits r where r.id = row_id);
    when 'exits' then return (select r.version from exits r where r.id = row_id);
    when 'payouts' then return (select r.version from payouts r where r.id = row_id);
    when 'rateHolds' then return (select r.version from rate_holds r where r.id = row_id);
    when 'statementCharges' then return (select r.version from statement_charges r where r.id = row_id);
    when 'withdrawals' then return (select r.version from withdrawals r where r.id = row_id);
  end case;
end $$;

-- True if rows with an id have the versions that were read. Payments of a chain are locked, because its watcher may be about to
-- change them, and charges, because two administrators may decide at the same moment.
create or replace function door_rows_hold(expects jsonb) returns boolean language plpgsql as $$
declare
  named text;
begin
  if expects ? 'depositPayments' then
    perform 1 from deposit_payments p
    where p.id = any(array(select (e ->> 'id')::uuid from jsonb_array_elements(expects -> 'depositPayments') e))
    order by p.id for no key update;
  end if;
  if expects ? 'statementCharges' then
    perform 1 from statement_charges c
    where c.id = any(array(select (e ->> 'id')::uuid from jsonb_array_elements(expects -> 'statementCharges') e))
    order by c.id for no key update;
  end if;
  foreach named in array array['adjustments', 'depositPayments', 'deposits', 'exits', 'payouts', 'rateHolds', 'statementCharges', 'withdrawals'] loop
    continue when not expects ? named;
    if exists (
      select from jsonb_array_elements(expects -> named) e
      where door_row_version(named, (e ->> 'id')::uuid) is distinct from (e ->> 'version')::bigint
    ) then return false; end if;
  end loop;
  return true;
end $$;

-- True if the less common things that an operation read still hold. Runs after the locks, with a new snapshot. It looks up
-- only what the operation names, each row by its key: the planner would expect too many rows of a join and scan tables. The
-- key of each is asked for in a statement of its own, because a statement opens its tables whether it reads them or not.
create or replace function door_expectations_hold(expects jsonb) returns boolean language plpgsql as $$
begin
  if not door_rows_hold(expects) then return false; end if;
  if expects ? 'depositAddresses' then
    if not door_addresses_are_free(expects -> 'depositAddresses') then return false; end if;
  end if;
  if expects ? 'openRails' then
    if exists (
      select from jsonb_array_elements_text(expects -> 'openRails') e (rail)
      join payout_rail_stops s on s.rail = e.rail and s.resumed_at is null
    ) then return false; end if;
  end if;
  if expects ? 'moneyAdministrators' then
    if exists (
      select from jsonb_array_elements_text(expects -> 'moneyAdministrators') e (id)
      where (
        select u.is_admin and u.admin_role in ('money', 'full') and u.deleted_at is null from users u where u.id = e.id::uuid
      ) is not true
    ) then return false; end if;
  end if;
  if expects ? 'secondAdministrators' then
    if exists (
      select from jsonb_array_elements(expects -> 'secondAdministrators') e
      where not may_decide_with((e ->> 'second')::uuid, (e ->> 'first')::uuid, (e ->> 'at')::timestamptz)
    ) then return false; end if;
  end if;
  -- Flows are only appended and their transactions are later than the last close, so equal numbers are equal flows.
  if expects ? 'flows' then
    if exists (
      select from jsonb_array_elements(expects -> 'flows') e join pools p on p.bot_id = (e ->> 'botId')::uuid
      where (e ->> 'events')::bigint <> (
          select count(*) from position_events f where f.bot_id = p.bot_id and f.transaction_id > p.last_close_transaction
        ) or (e ->> 'entries')::bigint <> (
          select count(*) from ledger_entries f
          where f.account_id = (select a.id from ledger_accounts a where a.code = 'pool:' || p.bot_id)
            and f.transaction_id > p.last_close_transaction
        )
    ) then return false; end if;
  end if;
  -- No hold of an investor's withdrawals has begun. An event takes the lock of the investor's account, as this does.
  if expects ? 'unheld' then
    if exists (
      select from jsonb_array_elements(expects -> 'unheld') e
      where withdrawal_hold((e ->> 'userId')::uuid, (e ->> 'at')::timestamptz) is not null
    ) then return false; end if;
  end if;
  if expects ? 'withdrawn' then
    if exists (
      select from jsonb_array_elements(expects -> 'withdrawn') e
      where withdrawn_between((e ->> 'userId')::uuid, (e ->> 'since')::timestamptz, 'infinity') <> (e ->> 'amount')::numeric
    ) then return false; end if;
  end if;
  if expects ? 'actedAlone' then
    if exists (
      select from jsonb_array_elements(expects -> 'actedAlone') e
      where acted_alone_now((e ->> 'adminId')::uuid, (e ->> 'since')::timestamptz) <> (e ->> 'amount')::numeric
    ) then return false; end if;
  end if;
  -- The same rates are in force.
  if expects ? 'localRates' then
    if exists (
      select from jsonb_array_elements(expects -> 'localRates') e
      where (select r.id from local_rate_in_force(e ->> 'currency') r) is distinct from (e ->> 'id')::bigint
    ) then return false; end if;
  end if;
  if expects ? 'credited' then
    if exists (
      select from jsonb_array_elements(expects -> 'credited') e
      where credited_for_deposit((e ->> 'depositId')::uuid) <> (e ->> 'amount')::numeric
    ) then return false; end if;
  end if;
  -- A newer record of a bot's evidence may close it to new money, and so does its retirement, which takes the lock of its pool.
  if expects ? 'evidence' then
    if exists (
      select from jsonb_array_elements(expects -> 'evidence') e
      where (
        select v.record_hash from bot_evidence v
        where v.subject = (select b.name from trading_bots b where b.id = (e ->> 'botId')::uuid)
        order by v.recorded_at desc, v.id desc limit 1
      ) is distinct from e ->> 'recordHash'
        or exists (select from bot_judgements j where j.bot_id = (e ->> 'botId')::uuid and j.closes)
    ) then return false; end if;
  end if;
  -- Entries are stopped for the rest of a day of a feed.
  if expects ? 'entryDay' then
    if exists (
      select from entry_stops s
      where s.feed = expects -> 'entryDay' ->> 'feed' and s.day = (expects -> 'entryDay' ->> 'day')::date
    ) then return false; end if;
  end if;
  if expects ? 'lease' then
    if not exists (
      select from leases l
      where l.name = expects -> 'lease' ->> 'name' and l.token = (expects -> 'lease' ->> 'token')::bigint and l.expires_at > clock_timestamp()
    ) then return false; end if;
  end if;
  return true;
end $$;

create or replace function door_write_exits(writes jsonb, posted_id bigint) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into exits
  select x.* from jsonb_array_elements(writes -> 'exits') row_,
      jsonb_populate_record(null::exits, row_ || jsonb_build_object('ledger_transaction_id', posted_id)) x
    on conflict (id) do update set
      status = excluded.status, settled_at = clock_timestamp(), ledger_transaction_id = excluded.ledger_transaction_id,
      version = excluded.version
      where exits.version < excluded.version;
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
       bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by, settled_at, hidden_at, hidden_by,
       created_at, updated_at, version, replaces)
    select id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network, destination_address, country,
      bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by, settled_at, hidden_at, hidden_by,
      created_at, updated_at, version, replaces
    from jsonb_populate_recordset(null::withdrawals, writes -> 'withdrawals')
    on conflict (id) do update set
      status = excluded.status, transaction_hash = excluded.transaction_hash, notes = excluded.notes,
      settled_by = excluded.settled_by, settled_at = coalesce(withdrawals.settled_at, excluded.settled_at),
      hidden_at = excluded.hidden_at, hidden_by = excluded.hidden_by, updated_at = excluded.updated_at, version = excluded.version
      where withdrawals.version < excluded.version;
  end if;
  if writes ? 'audit' then
    insert into audit_log (actor_id, action, subject_type, subject_id, before, after, address)
    select actor_id, action, subject_type, subject_id, before, after, address
    from jsonb_populate_recordset(null::audit_log, writes -> 'audit');
  end if;
end $$;

-- Only what was decided changes: the watcher writes the rest.
create or replace function door_write_deposit_payments(writes jsonb) returns void language plpgsql as $$
begin
  update deposit_payments p set
    deposit_id = w.deposit_id, timing = w.timing, amount_state = w.amount_state, status = w.status,
    review_reason = w.review_reason, credited_amount = w.credited_amount, rate = w.rate, rate_reason = w.rate_reason,
    credited_deposit_id = w.credited_deposit_id, decided_by = w.decided_by, note = w.note, updated_at = w.updated_at,
    version = w.version
  from jsonb_populate_recordset(null::deposit_payments, writes -> 'deposit_payments') w
  where p.id = w.id and p.version < w.version;
end $$;

create or replace function door_write_adjustments(writes jsonb) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into adjustments select * from jsonb_populate_recordset(null::adjustments, writes -> 'adjustments')
    on conflict (id) do update set
      status = excluded.status, decided_by = excluded.decided_by, decided_at = excluded.decided_at, note = excluded.note,
      version = excluded.version
      where adjustments.version < excluded.version;
end $$;

create or replace function door_write_rate_holds(writes jsonb) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into rate_holds select * from jsonb_populate_recordset(null::rate_holds, writes -> 'rate_holds')
    on conflict (id) do update set
      status = excluded.status, rate_decided = excluded.rate_decided, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, version = excluded.version
      where rate_holds.version < excluded.version;
end $$;

create or replace function door_write_trading(writes jsonb, posted_id bigint) returns void language plpgsql as $$
#variable_conflict use_column
declare
  now_ constant timestamptz := clock_timestamp();
begin
  if writes ? 'pools' then
    update pools p set
      status = w.status, halt_reason = w.halt_reason, series = w.series, nav = w.nav, units_at_close = w.units_at_close,
      cash_at_close = w.cash_at_close,
      last_close_transaction = case when (row_ ->> 'closes')::boolean then posted_id else p.last_close_transaction end,
      close_sequence = w.close_sequence, won_trades = w.won_trades, version = w.version, frozen = w.frozen,
      -- A process of an earlier version names one trade, or none.
      open_trades = coalesce(w.open_trades, case when w.open_trade is null then '[]' else jsonb_build_array(w.open_trade) end),
      -- A process of a version without interest leaves them out.
      interest_sum = coalesce(w.interest_sum, p.interest_sum), interest_day = coalesce(w.interest_day, p.interest_day),
      interest_of = coalesce(w.interest_of, p.interest_of), bill_index = coalesce(w.bill_index, p.bill_index)
    from jsonb_array_elements(writes -> 'pools') row_, jsonb_populate_record(null::pools, row_) w
    where p.bot_id = w.bot_id;
  end if;
  if writes ? 'bot_trades' then
    insert into bot_trades
      (bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, executed_at, entry_bar_time,
       bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, dividends, lowest_nav,
       financing, spread_cost, slippage_cost, commission_cost, financing_cost, base_nav, interest_sum)
    -- Those of one commit are a microsecond apart, so that the last of a bot before a moment is one of them.
    select t.bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at,
      now_ + (row_number() over (order by t.sequence) - 1) * interval '1 microsecond',
      entry_bar_time, t.bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, posted_id,
      coalesce(dividends, 0), least(nav_before, nav_after, m.lowest_exit),
      coalesce(financing, 0), spread_cost, slippage_cost, commission_cost, financing_cost, base_nav, coalesce(interest_sum, 0)
    from jsonb_populate_recordset(null::bot_trades, writes -> 'bot_trades') t
    left join pool_marks m on m.bot_id = t.bot_id
    order by t.sequence;
  end if;
  if writes ? 'pool_interest' then
    insert into pool_interest
      (bot_id, feed, record, day, source, gross, margin, idle, series, close_sequence, nav_before, nav_after, units, pool_gain,
       fee, bill_index_before, bill_index_after, bill_growth, transaction_id)
    select bot_id, feed, record, day, source, gross, margin, idle, series, close_sequence, nav_before, nav_after, units,
      pool_gain, fee, bill_index_before, bill_index_after, bill_growth, posted_id
    from jsonb_populate_recordset(null::pool_interest, writes -> 'pool_interest');
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

-- Writes the less common rows of one operation.
create or replace function door_write_others(writes jsonb, posted_id bigint) returns void language plpgsql as $$
begin
  if writes ? 'exits' then perform door_write_exits(writes, posted_id); end if;
  if writes ? 'deposit_addresses' then perform door_write_deposit_addresses(writes); end if;
  if writes ?| array['deposits', 'withdrawals', 'audit'] then perform door_write_deposits_and_withdrawals(writes, posted_id); end if;
  if writes ? 'deposit_payments' then perform door_write_deposit_payments(writes); end if;
  if writes ? 'adjustments' then perform door_write_adjustments(writes); end if;
  if writes ? 'acts_alone' then
    insert into acts_alone select * from jsonb_populate_recordset(null::acts_alone, writes -> 'acts_alone');
  end if;
  if writes ? 'rate_holds' then perform door_write_rate_holds(writes); end if;
  if writes ? 'payouts' then perform door_write_payouts(writes, posted_id); end if;
  if writes ? 'statement_charges' then perform door_write_statement_charges(writes); end if;
  if writes ? 'balance_interest' then perform door_write_balance_interest(writes -> 'balance_interest'); end if;
  if writes ?| array['pools', 'bot_trades', 'pool_interest', 'engines', 'marks'] then perform door_write_trading(writes, posted_id); end if;
end $$;

-- Runs operations in one commit and answers each: posted, moved, answered when its key has an answer already, or quarantined. Two
-- operations on one account never come in the same call, because the second would be decided on a balance that the first
-- is about to change. The same holds for a pool that one of them locks exclusively.
--
-- The rows of all operations come as one array per column, with the number of the operation (from 1) in the array `_op`.
-- ledger/door/post-arguments.ts makes them. One statement writes each table. Waiting exits need no expectation: queueing,
-- settling or cancelling one raises the version of its position.
-- Connections keep their plans, because planning takes longer than posting one operation. A plan made for a small table
-- must not scan it when it is large: hence no seqscan. A call that waits longer for a lock ends, because clients wait too.
do $$
declare
  earlier record;
begin
  -- One function takes the calls of all versions: with two, a call by names would fit both.
  for earlier in select oid::regprocedure as name from pg_proc
    where proname = 'post_operations' and pronamespace = current_schema()::regnamespace
      and not 'position_events_exit_mark' = any(proargnames) loop
    execute format('drop function %s', earlier.name);
  end loop;
end $$;
create or replace function post_operations(
  operations_id uuid[], operations_kind text[], operations_actor_id uuid[], operations_reason text[],
  pool_locks_bot_id uuid[], pool_locks_is_exclusive boolean[], account_locks_code text[],
  balances_op integer[], balances_code text[], balances_amount numeric[],
  pools_op integer[], pools_bot_id uuid[], pools_version bigint[], pools_frozen boolean[],
  unpaused_op integer[], unpaused_bot_id uuid[],
  held_op integer[], held_user_id uuid[], held_bot_id uuid[], held_version bigint[],
  entries_op integer[], entries_code text[], entries_amount numeric[],
  positions_op integer[], positions_user_id uuid[], positions_bot_id uuid[], positions_units numeric[],
  positions_own_deposit numeric[], positions_own_profit numeric[], positions_loss_carried numeric[],
  positions_user_share_pct integer[], positions_is_active boolean[], positions_version bigint[],
  positions_stop_loss_pct numeric[], positions_take_profit_pct numeric[], positions_stop_nav numeric[],
  positions_take_nav numeric[],
  position_events_op integer[], position_events_user_id uuid[], position_events_bot_id uuid[], position_events_kind text[],
  position_events_trade_open boolean[], position_events_mark numeric[], position_events_units_delta numeric[],
  position_events_own_deposit_delta numeric[], position_events_own_profit_delta numeric[],
  position_events_loss_carried_delta numeric[], position_events_value_delta numeric[],
  position_events_profit_share numeric[],
  answers_op integer[], answers_user_id uuid[], answers_call text[], answers_key text[], answers_payload_hash text[],
  answers_status integer[], answers_body text[],
  others jsonb,
  -- Last, with a default, because a process of an earlier version does not give them.
  positions_interest numeric[] default '{}', positions_interest_sum numeric[] default '{}',
  position_events_interest_delta numeric[] default '{}', position_events_interest_paid numeric[] default '{}',
  position_events_interest_sum numeric[] default '{}',
  positions_share_above text[] default '{}', positions_bill_interest numeric[] default '{}',
  positions_bill_index numeric[] default '{}',
  position_events_bill_interest_delta numeric[] default '{}', position_events_below_bills numeric[] default '{}',
  position_events_bill_index numeric[] default '{}', position_events_exit_mark numeric[] default '{}'
) returns text[] language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan set lock_timeout = '5s' as $$
declare
  -- Null for an operation that is to be posted.
  outcomes text[];
  transactions bigint[];
  other jsonb;
  op integer;
  -- True if the balance of an investor in this call earns interest. Then all is posted at one moment, which decides on the day.
  earning boolean;
  moment timestamptz;
begin
  -- Pools are locked first, then accounts, then the counters of addresses, each in sorted order.
  perform case when l.is_exclusive then pg_advisory_xact_lock(l.lock_key) else pg_advisory_xact_lock_shared(l.lock_key) end
  from (
    select hashtextextended('pool:' || p.bot_id, 0) as lock_key, p.is_exclusive
    from unnest(pool_locks_bot_id, pool_locks_is_exclusive) p (bot_id, is_exclusive) order by 1
  ) l;
  select bool_or(l.earns) into earning from (
    select earns from ledger_accounts where code = any(account_locks_code) order by id for no key update
  ) l;
  if others @? '$[*].writes.deposit_addresses' then perform door_count_addresses(others); end if;

  select array_agg(case
    when exists (select from ledger_transactions t where t.operation_id = o.id) then 'posted'
    when o.n = any(array(
      select e.op from unnest(balances_op, balances_code, balances_amount) e (op, code, amount)
      where (select a.balance from ledger_accounts a where a.code = e.code) is distinct from e.amount
      union all
      select e.op from unnest(pools_op, pools_bot_id, pools_version, pools_frozen) e (op, bot_id, version, frozen)
      where (select p.version = e.version and p.frozen = e.frozen from pools p where p.bot_id = e.bot_id) is not true
      union all
      select e.op from unnest(held_op, held_user_id, held_bot_id, held_version) e (op, user_id, bot_id, version)
      where coalesce((select h.version from positions h where h.user_id = e.user_id and h.bot_id = e.bot_id), 0) <> e.version
      union all
      -- A pause takes the lock of its pool, as every operation does.
      select e.op from unnest(unpaused_op, unpaused_bot_id) e (op, bot_id)
      where exists (select from bot_pauses p where p.bot_id = e.bot_id and p.resumed_at is null) or rule_change_waits(e.bot_id)
    )) then 'moved' end order by o.n)
  into outcomes from unnest(operations_id) with ordinality o (id, n);
  if others is not null then
    for other in select o from jsonb_array_elements(others) o where o ? 'expects' loop
      op := other ->> 'op';
      if outcomes[op] is null and not door_expectations_hold(other -> 'expects') then outcomes[op] := 'moved'; end if;
    end loop;
    for other in select o from jsonb_array_elements(others) o where o -> 'writes' ?| array['payouts', 'withdrawals'] loop
      op := other ->> 'op';
      if outcomes[op] is null and in_quarantine() and door_pays_out(other -> 'writes') then outcomes[op] := 'quarantined'; end if;
    end loop;
  end if;

  -- A key that another transaction is writing is waited for. Keys are sorted, so that two calls never wait for each other.
  if answers_op <> '{}' then
    with stored as (
      insert into idempotency_keys as k (user_id, call, key, payload_hash, status, body)
      select a.user_id, a.call, a.key, decode(a.payload_hash, 'hex'), a.status, a.body
      from unnest(answers_op, answers_user_id, answers_call, answers_key, answers_payload_hash, answers_status, answers_body)
        a (op, user_id, call, key, payload_hash, status, body)
      where outcomes[a.op] is null order by a.user_id, a.call, a.key
      on conflict (user_id, call, key) do update
        set payload_hash = excluded.payload_hash, status = excluded.status, body = excluded.body, stored_at = clock_timestamp()
        where k.stored_at <= keys_expire_before() or (k.status is null and k.payload_hash = excluded.payload_hash)
      returning k.user_id, k.call, k.key
    )
    select array_agg(coalesce(outcomes[o.n], case
      when a.op is not null and not exists (
        select from stored s where s.user_id = a.user_id and s.call = a.call and s.key = a.key
      ) then 'answered' end) order by o.n)
    into outcomes from generate_subscripts(operations_id, 1) o (n)
    left join unnest(answers_op, answers_user_id, answers_call, answers_key) a (op, user_id, call, key) on a.op = o.n;
  end if;

  if earning then
    moment := clock_timestamp();
    perform post_balance_interest(array(
      select distinct i.id::uuid from (
        select e.op, split_part(e.code, ':', 2) from unnest(entries_op, entries_code) e (op, code)
        where e.code like 'user:%:deposit\_funds' or e.code like 'user:%:profit\_funds'
        union all
        select (o ->> 'op')::integer, r ->> 'user_id' from jsonb_array_elements(others) o,
          jsonb_array_elements(o -> 'writes' -> 'balance_interest') r
      ) i (op, id) where outcomes[i.op] is null
    ), moment);
  end if;

  select array_agg(case when o.kind is not null and outcomes[o.n] is null then nextval('ledger_transactions_id_seq') end order by o.n)
  into transactions from unnest(operations_kind) with ordinality o (kind, n);
  insert into ledger_transactions (id, operation_id, kind, actor_id, reason, posted_at) overriding system value
  select transactions[o.n], o.id, o.kind, o.actor_id, o.reason, coalesce(moment, clock_timestamp())
  from unnest(operations_id, operations_kind, operations_actor_id, operations_reason) with ordinality o (id, kind, actor_id, reason, n)
  where transactions[o.n] is not null;
  if entries_op <> '{}' then
    -- The id of an unknown account is null, which the table refuses.
    insert into ledger_entries (transaction_id, account_id, amount)
    select transactions[e.op], (select a.id from ledger_accounts a where a.code = e.code), e.amount
    from unnest(entries_op, entries_code, entries_amount) e (op, code, amount) where outcomes[e.op] is null;
    -- An account has one entry in a transaction, and an investor's account is in one operation of a call.
    update ledger_accounts a set balance = a.balance + e.amount
    from unnest(entries_op, entries_code, entries_amount) e (op, code, amount)
    where a.code = e.code and e.code like 'user:%' and outcomes[e.op] is null;
  end if;

  if positions_op <> '{}' then
    insert into positions as held
      (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, activated_at, version,
       stop_loss_pct, take_profit_pct, stop_nav, take_nav, interest, interest_sum, share_above, bill_interest, bill_index)
    select p.user_id, p.bot_id, p.units, p.own_deposit, p.own_profit, p.loss_carried, p.user_share_pct, p.is_active,
      clock_timestamp(), p.version, p.stop_loss_pct, p.take_profit_pct, p.stop_nav, p.take_nav,
      coalesce(p.interest, 0), coalesce(p.interest_sum, (select k.interest_sum from pools k where k.bot_id = p.bot_id)),
      coalesce(p.share_above, 'nothing'), coalesce(p.bill_interest, 0),
      coalesce(p.bill_index, (select k.bill_index from pools k where k.bot_id = p.bot_id))
    from unnest(positions_op, positions_user_id, positions_bot_id, positions_units, positions_own_deposit,
        positions_own_profit, positions_loss_carried, positions_user_share_pct, positions_is_active, positions_version,
        positions_stop_loss_pct, positions_take_profit_pct, positions_stop_nav, positions_take_nav, positions_interest,
        positions_interest_sum, positions_share_above, positions_bill_interest, positions_bill_index)
      p (op, user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, version,
        stop_loss_pct, take_profit_pct, stop_nav, take_nav, interest, interest_sum, share_above,
        bill_interest, bill_index)
    where outcomes[p.op] is null
    on conflict (user_id, bot_id) do update set
      units = excluded.units, own_deposit = excluded.own_deposit, own_profit = excluded.own_profit,
      loss_carried = excluded.loss_carried, user_share_pct = excluded.user_share_pct, version = excluded.version,
      activated_at = case when held.is_active then held.activated_at else excluded.activated_at end,
      is_active = excluded.is_active, stop_loss_pct = excluded.stop_loss_pct, take_profit_pct = excluded.take_profit_pct,
      stop_nav = excluded.stop_nav, take_nav = excluded.take_nav, interest = excluded.interest,
      interest_sum = excluded.interest_sum, share_above = excluded.share_above, bill_interest = excluded.bill_interest,
      bill_index = excluded.bill_index;
  end if;
  if position_events_op <> '{}' then
    insert into position_events
      (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta, own_deposit_delta,
       own_profit_delta, loss_carried_delta, value_delta, profit_share, interest_delta, interest_paid, interest_sum,
       bill_interest_delta, below_bills, bill_index, exit_mark)
    select transactions[e.op], e.user_id, e.bot_id, e.kind, p.series, p.close_sequence, e.trade_open, e.mark, e.units_delta,
      e.own_deposit_delta, e.own_profit_delta, e.loss_carried_delta, e.value_delta, e.profit_share,
      coalesce(e.interest_delta, 0), coalesce(e.interest_paid, 0), coalesce(e.interest_sum, p.interest_sum),
      coalesce(e.bill_interest_delta, 0), coalesce(e.below_bills, 0), e.bill_index, e.exit_mark
    from unnest(position_events_op, position_events_user_id, position_events_bot_id, position_events_kind,
        position_events_trade_open, position_events_mark, position_events_units_delta, position_events_own_deposit_delta,
        position_events_own_profit_delta, position_events_loss_carried_delta, position_events_value_delta,
        position_events_profit_share, position_events_interest_delta, position_events_interest_paid,
        position_events_interest_sum, position_events_bill_interest_delta, position_events_below_bills,
        position_events_bill_index, position_events_exit_mark)
      e (op, user_id, bot_id, kind, trade_open, mark, units_delta, own_deposit_delta, own_profit_delta,
        loss_carried_delta, value_delta, profit_share, interest_delta, interest_paid, interest_sum,
        bill_interest_delta, below_bills, bill_index, exit_mark)
    join pools p on p.bot_id = e.bot_id
    where outcomes[e.op] is null;
  end if;
  if others is not null then
    for other in select o from jsonb_array_elements(others) o where o ? 'writes' loop
      op := other ->> 'op';
      if outcomes[op] is null then perform door_write_others(other -> 'writes', transactions[op]); end if;
    end loop;
  end if;
  return array_replace(outcomes, null, 'posted');
end $$;
