import { part, type Part, type Tx } from "../../platform/db/pool.ts";
import { listDayDifferences, listDayNavDifferences, listDaysSince, listUnitDifferencesOn } from "./day-store.ts";
import { isAfter, type LedgerPosition } from "./position-store.ts";
import type { FoundDifference } from "./difference.ts";
import { listFound } from "./found-store.ts";

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
    select 'trade ' || t.id as subject, coalesce(t.before, 1)::text as expected, t.nav_before::text as actual from pools p
    left join ledger_checkpoint_pools c on c.checkpoint_id = ${since.checkpointId}::bigint and c.bot_id = p.bot_id
    cross join lateral (
      select id, sequence, nav_before, lag(nav_after) over (partition by series order by sequence) as before
      from bot_trades where bot_id = p.bot_id and sequence >= coalesce(c.closed_trades, 0)
    ) t
    where t.sequence > coalesce(c.closed_trades, 0) and t.nav_before <> coalesce(t.before, 1)`,
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
    select 'trade ' || t.id as subject, t.pool_gain::text as expected, e.moved::text as actual from pools p
    left join ledger_checkpoint_pools c on c.checkpoint_id = ${since.checkpointId}::bigint and c.bot_id = p.bot_id
    join bot_trades t on t.bot_id = p.bot_id and t.sequence > coalesce(c.closed_trades, 0)
    cross join lateral (
      select coalesce(-sum(le.amount) filter (where a.code = 'market'), 0) - coalesce(sum(le.amount) filter (where a.code = 'platform:losses'), 0) as moved
      from ledger_entries le join ledger_accounts a on a.id = le.account_id where le.transaction_id = t.transaction_id
    ) e where e.moved <> t.pool_gain`,
  "a day's totals equal its entries": ofDays(listDayDifferences),
  "a day's closing units equal the position events up to that day": ofDays(listUnitDifferencesOn),
  "a day's closing nav equals the nav after the latest trade": ofDays(listDayNavDifferences),
};

/** The sums of the entries after a position. */
export interface MovedSince {
  /** The sums of all investors' accounts, and of their deposits. */
  investors: string;
  deposits: string;
  /** The accounts without a balance, and the sum of each. */
  accountIds: readonly string[];
  accountTotals: readonly string[];
}

/** Entries of a transaction sum to zero, as another check finds: the platform's few accounts moved by the opposite. */
export async function sumMovedSince(tx: Tx, since: LedgerPosition): Promise<MovedSince> {
  const [moved] = await tx<MovedSince[]>`
    with moved as materialized (
      select e.account_id, sum(e.amount) as total, coalesce(sum(e.amount) filter (where t.kind = 'deposit'), 0) as deposits
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
      where a.user_id is null and ${isAfter(since, "e.transaction_id")} group by e.account_id
    )
    select coalesce(-sum(total), 0)::text as investors, coalesce(-sum(deposits), 0)::text as deposits,
      coalesce(array_agg(account_id::text), '{}') as "accountIds", coalesce(array_agg(total::text), '{}') as "accountTotals"
    from moved`;
  if (!moved) throw new Error("The query for the sums returned no row");
  return moved;
}

/** The rows account_id and total of the accounts without a balance. */
export function selectMovedAccounts({ accountIds, accountTotals }: MovedSince): Part {
  return part`select * from unnest(${accountIds}::bigint[], ${accountTotals}::numeric[]) m (account_id, total)`;
}

/** Sums the events that fit a condition on e, for each bot, whose events are found by its index. */
export function sumEvents(condition: Part): Part {
  return part`
    select e.bot_id, sum(e.units_delta) as units, sum(e.own_deposit_delta) as own_deposit,
      sum(e.own_profit_delta) as own_profit, sum(e.loss_carried_delta) as loss_carried
    from pools p join position_events e on e.bot_id = p.bot_id where ${condition} group by e.bot_id`;
}

function ofDays(list: (tx: Tx, days: readonly string[]) => Promise<FoundDifference[]>): CheckSince {
  return async (tx, since) => {
    const days = await listDaysSince(tx, since);
    return days.length === 0 ? [] : list(tx, days);
  };
}
