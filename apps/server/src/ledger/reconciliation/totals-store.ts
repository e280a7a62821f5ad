import type { Tx } from "../../platform/db/pool.ts";
import { isAfter, type LedgerPosition } from "./position-store.ts";
import { selectMovedAccounts, sumEvents, type MovedSince } from "./since-store.ts";
import { MAX_LISTED, type FoundDifference } from "./difference.ts";

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
    left join lateral (
      select nav_after from bot_trades where bot_id = p.bot_id and series = p.series order by sequence desc limit 1
    ) t on true
    cross join lateral (values
      ('units', has.units = now_units.units, has.units::text, now_units.units::text),
      ('cash', has.cash = now_cash.cash, has.cash::text, now_cash.cash::text),
      ('value', has.cash >= has.units * p.nav, '>= ' || (ceil(has.units * p.nav * 100) / 100)::numeric(20, 2), has.cash::text),
      ('nav', p.nav = coalesce(t.nav_after, 1), coalesce(t.nav_after, 1)::text, p.nav::text)
    ) f (figure, is_equal, expected, actual) where not f.is_equal order by 1 limit ${MAX_LISTED}`,
};
