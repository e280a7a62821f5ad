import type { Tx } from "../../../platform/db/pool.ts";
import { listDayDifferences, listDayNavDifferences, listDaysSince, listUnitDifferencesOn } from "../days/store.ts";
import {
  isAfter,
  type LedgerPosition,
  type MovedSince,
  selectMovedAccounts,
  sumEvents,
  INTEREST_ROUNDING,
  selectLastNav,
  sumBillInterest,
  sumEarnedInterest,
} from "../checkpoints/store.ts";
import { balanceInterestChecks } from "../balance-interest/store.ts";
import { type FoundDifference, MAX_LISTED } from "../difference.ts";
import { listBillIndexDifferences, listFound, listInterestSumDifferences } from "../store.ts";

/**
 * The checks of everything at once, each in one pass over a table of present states: a checkpoint's sums with what has come
 * since must be the sums of the states. They find a change of any state, but cannot name the row.
 */
export const checksOfTotals: Readonly<
  Record<string, (tx: Tx, since: LedgerPosition, moved: MovedSince) => Promise<FoundDifference[]>>
> = {
  "all balances together equal all entries, and no balance is negative": (tx, since, moved) => tx`
    with posted as (
      select coalesce((select investor_total from ledger_checkpoints where id = ${since.checkpointId}::bigint), 0) + ${moved.investors}::numeric as total
    ), unpaid as (
      select coalesce(sum(amount), 0) as total from withdrawals where status in ('pending', 'processing')
    ), held as materialized (
      select coalesce(sum(balance), 0) as total, coalesce(min(balance), 0) as lowest,
        coalesce(sum(balance) filter (where code like '%:withdrawal_hold'), 0) as on_hold
      from ledger_accounts where balance <> 0
    )
    select f.subject, f.expected::numeric(20, 2)::text as expected, f.actual::numeric(20, 2)::text as actual
    from posted cross join unpaid cross join held cross join lateral (values
      ('all investors'' accounts', posted.total, held.total),
      ('the lowest balance', greatest(held.lowest, 0), held.lowest),
      ('all withdrawal holds', unpaid.total, held.on_hold)
    ) f (subject, expected, actual) where f.expected <> f.actual`,
  "a withdrawal hold equals the sum of unpaid withdrawals": (tx) => tx`
    select a.code as subject, w.total::numeric(20, 2)::text as expected, a.balance::text as actual
    from (
      select user_id, sum(amount) as total from withdrawals where status in ('pending', 'processing') group by user_id
    ) w join ledger_accounts a on a.code = 'user:' || w.user_id || ':withdrawal_hold'
    where a.balance <> w.total order by a.code limit ${MAX_LISTED}`,
  "all completed deposits together equal the entries of deposits": (tx, since, moved) => tx`
    with posted as (
      select coalesce((select deposit_total from ledger_checkpoints where id = ${since.checkpointId}::bigint), 0) + ${moved.deposits}::numeric as total
    ), credited as (
      select coalesce(sum(coalesce(received_amount, amount)), 0) as total from deposits where status = 'completed'
    )
    select 'all deposits' as subject, posted.total::numeric(20, 2)::text as expected, credited.total::numeric(20, 2)::text as actual
    from posted cross join credited where posted.total <> credited.total`,
  "a bot's positions together equal its events": (tx, since) => tx`
    with held as materialized (
      select bot_id, sum(units) as units, sum(own_deposit) as own_deposit, sum(own_profit) as own_profit, sum(loss_carried) as loss_carried
      from positions group by bot_id
    ), moved as materialized (${sumEvents(isAfter(since, "e.transaction_id"))})
    select 'positions in bot ' || p.bot_id as subject, f.expected, f.actual from pools p
    left join held h using (bot_id) left join moved m using (bot_id)
    left join ledger_checkpoint_pools c on c.checkpoint_id = ${since.checkpointId}::bigint and c.bot_id = p.bot_id
    cross join lateral (values (
      concat_ws(' ', (coalesce(c.units, 0) + coalesce(m.units, 0))::numeric(40, 12),
        (coalesce(c.own_deposit, 0) + coalesce(m.own_deposit, 0))::numeric(20, 2),
        (coalesce(c.own_profit, 0) + coalesce(m.own_profit, 0))::numeric(20, 2),
        (coalesce(c.loss_carried, 0) + coalesce(m.loss_carried, 0))::numeric(20, 2)),
      concat_ws(' ', coalesce(h.units, 0)::numeric(40, 12), coalesce(h.own_deposit, 0)::numeric(20, 2),
        coalesce(h.own_profit, 0)::numeric(20, 2), coalesce(h.loss_carried, 0)::numeric(20, 2))
    )) f (expected, actual) where f.expected <> f.actual order by 1`,
  "a pool's units, cash and nav equal its events, entries and trades": (tx, since, moved) => tx`
    with held as materialized (
      select p.bot_id, coalesce(c.units, 0) + coalesce(sum(e.units_delta), 0) as units from pools p
      left join ledger_checkpoint_pools c on c.checkpoint_id = ${since.checkpointId}::bigint and c.bot_id = p.bot_id
      left join position_events e on e.bot_id = p.bot_id and ${isAfter(since, "e.transaction_id")} group by p.bot_id, c.units
    ), moved as (${selectMovedAccounts(moved)})
    select 'pool:' || p.bot_id || ': ' || f.figure as subject, f.expected, f.actual
    from pools p join ledger_accounts a on a.code = 'pool:' || p.bot_id
    left join held h using (bot_id) left join moved m on m.account_id = a.id
    left join ledger_checkpoint_accounts c on c.checkpoint_id = ${since.checkpointId}::bigint and c.account_id = a.id
    cross join lateral (select coalesce(h.units, 0) as units, coalesce(c.total, 0) + coalesce(m.total, 0) as cash) has
    cross join lateral (select p.units_at_close + coalesce(sum(units_delta), 0) as units from position_events
      where bot_id = p.bot_id and transaction_id > p.last_close_transaction) now_units
    cross join lateral (select p.cash_at_close + coalesce(sum(amount), 0) as cash from ledger_entries
      where account_id = a.id and transaction_id > p.last_close_transaction) now_cash
    left join lateral (${selectLastNav()}) t on true
    cross join lateral (values
      ('units', has.units = now_units.units, has.units::text, now_units.units::text),
      ('cash', has.cash = now_cash.cash, has.cash::text, now_cash.cash::text),
      ('value', has.cash >= has.units * p.nav, '>= ' || (ceil(has.units * p.nav * 100) / 100)::numeric(20, 2), has.cash::text),
      ('nav', p.nav = coalesce(t.nav_after, 1), coalesce(t.nav_after, 1)::text, p.nav::text)
    ) f (figure, is_equal, expected, actual) where not f.is_equal order by 1 limit ${MAX_LISTED}`,
};

type CheckSince = (tx: Tx, since: LedgerPosition) => Promise<FoundDifference[]>;

/**
 * The checks of what has come since a checkpoint, each row found by a key. An entry, an event or a trade never changes, so
 * those before the checkpoint are not read again. An account or a position that was touched is compared with all its
 * entries or events, back to the first, in the order of the index, which reads half as many pages.
 */
export const checksSince: Readonly<Record<string, CheckSince>> = {
  "a transaction's entries sum to zero": (tx, since) => listFound(tx)`
    select 'transaction ' || transaction_id as subject, '0.00' as expected, sum(amount)::text as actual
    from ledger_entries where ${isAfter(since, "transaction_id")}
    group by transaction_id having sum(amount) <> 0`,
  "an account's balance equals the sum of its entries": (tx, since) => listFound(tx)`
    with touched as materialized (
      select distinct account_id from ledger_entries where ${isAfter(since, "transaction_id")} order by account_id
    )
    select a.code as subject, e.total::numeric(20, 2)::text as expected, a.balance::text as actual
    from touched t join ledger_accounts a on a.id = t.account_id
    cross join lateral (select coalesce(sum(amount), 0) as total from ledger_entries where account_id = a.id) e
    where a.balance is not null and a.balance <> e.total`,
  // Balances and own money are compared by the checks of accounts and positions; here, what the deposits say.
  "an account figure equals the ledger": (tx, since) => listFound(tx)`
    with touched as materialized (
      select distinct l.user_id from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id join ledger_accounts l on l.id = e.account_id
      where t.kind = 'deposit' and l.user_id is not null and ${isAfter(since, "t.id")}
    )
    select 'account of user ' || u.user_id || ': total_deposits' as subject, p.total::numeric(20, 2)::text as expected,
      a.total_deposits::text as actual
    from touched u join accounts a on a.user_id = u.user_id cross join lateral (
      select coalesce(sum(e.amount), 0) as total from ledger_accounts l
      join ledger_entries e on e.account_id = l.id join ledger_transactions t on t.id = e.transaction_id
      where l.user_id = u.user_id and t.kind = 'deposit'
    ) p where p.total <> a.total_deposits`,
  "a position equals the sum of its events": (tx, since) => listFound(tx)`
    with touched as materialized (
      select distinct e.user_id, e.bot_id from pools p
      join position_events e on e.bot_id = p.bot_id and ${isAfter(since, "e.transaction_id")} order by e.user_id, e.bot_id
    )
    select 'position of user ' || p.user_id || ' in bot ' || p.bot_id as subject,
      concat_ws(' ', e.units, e.own_deposit, e.own_profit, e.loss_carried) as expected,
      concat_ws(' ', p.units, p.own_deposit, p.own_profit, p.loss_carried) as actual
    from touched t join positions p using (user_id, bot_id) cross join lateral (
      select sum(units_delta) as units, sum(own_deposit_delta) as own_deposit, sum(own_profit_delta) as own_profit,
        sum(loss_carried_delta) as loss_carried
      from position_events where user_id = p.user_id and bot_id = p.bot_id
    ) e
    where (p.units, p.own_deposit, p.own_profit, p.loss_carried) is distinct from (e.units, e.own_deposit, e.own_profit, e.loss_carried)`,
  "an adjustment's platform entry equals the amount given or taken": (tx, since) => listFound(tx)`
    with valued as materialized (
      select e.transaction_id, sum(e.value_delta) as total from pools p
      join position_events e on e.bot_id = p.bot_id and ${isAfter(since, "e.transaction_id")}
      where e.kind = 'adjustment' group by 1
    )
    select 'transaction ' || t.id as subject, (-moved.total)::numeric(20, 2)::text as expected, moved.other::numeric(20, 2)::text as actual
    from ledger_transactions t left join valued p on p.transaction_id = t.id
    cross join lateral (
      select coalesce(sum(e.amount) filter (where a.user_id is not null), 0) + coalesce(p.total, 0) as total,
        coalesce(sum(e.amount) filter (where a.code = 'platform:adjustments'), 0) as other
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id
    ) moved
    where t.kind = 'adjustment' and ${isAfter(since, "t.id")} and -moved.total <> moved.other`,
  "each trade starts at the nav after the previous trade": (tx, since) => listFound(tx)`
    select t.subject, coalesce(t.before, 1)::text as expected, t.nav_before::text as actual from pools p
    left join ledger_checkpoint_pools c on c.checkpoint_id = ${since.checkpointId}::bigint and c.bot_id = p.bot_id
    cross join lateral (
      select subject, nav_before, closed, lag(nav_after) over (partition by series order by transaction_id, closed) as before from (
        select 'trade ' || id as subject, series, transaction_id, nav_before, nav_after, sequence as closed
        from bot_trades where bot_id = p.bot_id and sequence >= coalesce(c.closed_trades, 0)
        union all
        select 'interest of bot ' || bot_id || ' on ' || day, series, transaction_id, nav_before, nav_after, close_sequence + 1
        from pool_interest where bot_id = p.bot_id and close_sequence >= coalesce(c.closed_trades, 0)
      ) changed
    ) t
    where t.closed > coalesce(c.closed_trades, 0) and t.nav_before <> coalesce(t.before, 1)`,
  "a pool's interest equals the amount posted": (tx, since) => listFound(tx)`
    select 'interest of bot ' || i.bot_id || ' on ' || i.day as subject, (i.pool_gain + i.fee)::text as expected, e.moved::text as actual
    from pools p
    join pool_interest i on i.bot_id = p.bot_id and ${isAfter(since, "i.transaction_id")} cross join lateral (
      select coalesce(-sum(le.amount), 0) as moved from ledger_entries le join ledger_accounts a on a.id = le.account_id
      where le.transaction_id = i.transaction_id and a.code = 'external:treasury'
    ) e where e.moved <> i.pool_gain + i.fee`,
  "a pool's sum of interest equals its days": (tx) => listInterestSumDifferences(tx),
  "a pool's index of bills equals its days": (tx) => listBillIndexDifferences(tx),
  "a position's interest equals what its units earned, less what was taken": (tx, since) => listFound(tx)`
    with touched as materialized (
      select distinct e.user_id, e.bot_id from pools p
      join position_events e on e.bot_id = p.bot_id and ${isAfter(since, "e.transaction_id")} order by e.user_id, e.bot_id
    )
    select 'position of user ' || p.user_id || ' in bot ' || p.bot_id as subject, e.earned::text as expected, p.interest::text as actual
    from touched t join positions p using (user_id, bot_id) cross join lateral (${sumEarnedInterest()}) e
    where abs(e.earned - p.interest) > ${INTEREST_ROUNDING}`,
  "what bills would have earned equals a position's own money over time": (tx, since) => listFound(tx)`
    with touched as materialized (
      select distinct e.user_id, e.bot_id from pools p
      join position_events e on e.bot_id = p.bot_id and ${isAfter(since, "e.transaction_id")} order by e.user_id, e.bot_id
    )
    select 'position of user ' || p.user_id || ' in bot ' || p.bot_id as subject, round(e.earned, 12)::text as expected,
      p.bill_interest::text as actual
    from touched t join positions p using (user_id, bot_id) cross join lateral (${sumBillInterest()}) e
    where p.share_above = 'bills' and abs(e.earned - p.bill_interest) > ${INTEREST_ROUNDING}`,
  ...balanceInterestChecks,
  "a bot's record matches its trades": (tx, since) => listFound(tx)`
    select 'record of bot ' || p.bot_id as subject, t.closed || ' closed, ' || t.won || ' won' as expected,
      p.close_sequence || ' closed, ' || p.won_trades || ' won' as actual
    from pools p
    left join ledger_checkpoint_pools c on c.checkpoint_id = ${since.checkpointId}::bigint and c.bot_id = p.bot_id
    cross join lateral (
      select coalesce(c.closed_trades, 0) + count(*) as closed,
        coalesce(c.won_trades, 0) + count(*) filter (where nav_after > nav_before) as won
      from bot_trades where bot_id = p.bot_id and sequence > coalesce(c.closed_trades, 0)
    ) t where (t.closed, t.won) <> (p.close_sequence, p.won_trades)`,
  "a trade's gain equals the amount posted": (tx, since) => listFound(tx)`
    select 'trade ' || t.id as subject, t.gain::text as expected, e.moved::text as actual from pools p
    left join ledger_checkpoint_pools c on c.checkpoint_id = ${since.checkpointId}::bigint and c.bot_id = p.bot_id
    cross join lateral (
      select min(id) as id, transaction_id, sum(pool_gain) as gain from bot_trades
      where bot_id = p.bot_id and sequence > coalesce(c.closed_trades, 0) group by transaction_id
    ) t
    cross join lateral (
      select coalesce(-sum(le.amount) filter (where a.code = 'market'), 0) - coalesce(sum(le.amount) filter (where a.code = 'platform:losses'), 0) as moved
      from ledger_entries le join ledger_accounts a on a.id = le.account_id where le.transaction_id = t.transaction_id
    ) e where e.moved <> t.gain`,
  "a day's totals equal its entries": ofDays(listDayDifferences),
  "a day's closing units equal the position events up to that day": ofDays(listUnitDifferencesOn),
  "a day's closing nav equals the nav after the latest trade": ofDays(listDayNavDifferences),
};

function ofDays(list: (tx: Tx, days: readonly string[]) => Promise<FoundDifference[]>): CheckSince {
  return async (tx, since) => {
    const days = await listDaysSince(tx, since);
    return days.length === 0 ? [] : list(tx, days);
  };
}
