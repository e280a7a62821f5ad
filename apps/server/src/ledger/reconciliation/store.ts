import { part, type Queryable, type Tx } from "../../platform/db/pool.ts";
import { INTEREST_ROUNDING, selectLastNav, sumBillInterest, sumEarnedInterest } from "./checkpoints/store.ts";
import { balanceInterestChecks } from "./balance-interest/store.ts";
import { listDayDifferences, listDayNavDifferences, listDayUnitDifferences } from "./days/store.ts";
import { type FoundDifference, MAX_LISTED } from "./difference.ts";

/** The advisory lock of a comparison with a time limit. Only one runs at a time in all processes. */
const COMPARISON_LOCK = 7_234_117_002n;

/** @returns false when another comparison runs */
export async function takeComparisonLock(tx: Tx): Promise<boolean> {
  const [lock] = await tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(${COMPARISON_LOCK.toString()}::bigint) as "isOurs"`;
  return lock?.isOurs === true;
}

/** Limits each further statement of the transaction; 0 for no limit. */
export async function setStatementTimeout(tx: Tx, ms: number): Promise<void> {
  await tx`select set_config('statement_timeout', ${String(ms)}, true)`;
}

/**
 * How the next statements find their rows: what has come since a checkpoint by keys, and totals by passes over tables, with
 * memory for their sums.
 */
export async function preferIndexes(tx: Tx, prefers: boolean): Promise<void> {
  await tx`
    select set_config('enable_seqscan', ${prefers ? "off" : "on"}, true), set_config('jit', 'off', true),
      set_config('work_mem', '64MB', true)`;
}

export interface Totals {
  transactions: number;
  entries: number;
  accounts: number;
  positions: number;
  trades: number;
  /** The total owed to investors: funds, holds and running profit. */
  owed: string;
  /** The total cash of all pools. */
  pooled: string;
}

/** Compares a pool's sum of interest with all its days, which are few: one row for a bot and a day. */
export function listInterestSumDifferences(tx: Tx): Promise<FoundDifference[]> {
  return listFound(tx)`
    select 'pool:' || p.bot_id as subject, i.total::text as expected, p.interest_sum::text as actual
    from pools p cross join lateral (
      select coalesce(sum(nav_after - nav_before), 0)::numeric(30, 12) as total from pool_interest where bot_id = p.bot_id
    ) i where i.total <> p.interest_sum`;
}

/** Compares the index of bills of a pool with its days. Each day begins with the index that the day before ended with. */
export function listBillIndexDifferences(tx: Tx): Promise<FoundDifference[]> {
  return listFound(tx)`
    select 'pool:' || p.bot_id as subject, i.expected::text, i.actual::text
    from pools p cross join lateral (
      select lag(bill_index_after, 1, 1) over (order by transaction_id) as expected, bill_index_before as actual
      from pool_interest where bot_id = p.bot_id and bill_index_after is not null
      union all
      select coalesce((select bill_index_after from pool_interest where bot_id = p.bot_id and bill_index_after is not null
        order by transaction_id desc limit 1), 1), p.bill_index
    ) i where i.expected <> i.actual`;
}

/** The checks of all entries. */
export const checks: Readonly<Record<string, (tx: Tx) => Promise<FoundDifference[]>>> = {
  "a transaction's entries sum to zero": (tx) => listFound(tx)`
    select 'transaction ' || transaction_id as subject, '0.00' as expected, sum(amount)::text as actual
    from ledger_entries group by transaction_id having sum(amount) <> 0`,
  "an account's balance equals the sum of its entries": (tx) => listFound(tx)`
    select a.code as subject, coalesce(e.total, 0)::numeric(20, 2)::text as expected, a.balance::text as actual
    from ledger_accounts a left join (select account_id, sum(amount) as total from ledger_entries group by account_id) e
      on e.account_id = a.id
    where a.balance is not null and a.balance <> coalesce(e.total, 0)`,
  "no investor account is negative": (tx) => listFound(tx)`
    select code as subject, '>= 0.00' as expected, balance::text as actual from ledger_accounts
    where balance < 0`,
  // Entries and events are summed once for all users. A sum for each user could read all entries each time, because the
  // planner expects as many entries of an investor's account as of the market's.
  "an account figure equals the ledger": (tx) => listFound(tx)`
    with posted as materialized (
      select l.user_id, sum(e.amount) filter (where split_part(l.code, ':', 3) = 'deposit_funds') as deposit_funds,
        sum(e.amount) filter (where split_part(l.code, ':', 3) = 'profit_funds') as profit_funds,
        sum(e.amount) filter (where t.kind = 'deposit') as total_deposits
      from ledger_accounts l join ledger_entries e on e.account_id = l.id join ledger_transactions t on t.id = e.transaction_id
      where l.user_id is not null group by l.user_id
    ), invested as materialized (
      select user_id, sum(own_deposit_delta + own_profit_delta) as total from position_events group by user_id
    )
    select 'account of user ' || f.user_id || ': ' || f.figure as subject, f.expected::text, f.actual::text from (
      select a.user_id, v.figure, v.expected, v.actual
      from accounts a left join posted p using (user_id) left join invested i using (user_id) cross join lateral (values
        ('balance', coalesce(p.deposit_funds, 0) + coalesce(p.profit_funds, 0), a.balance),
        ('deposit_funds', coalesce(p.deposit_funds, 0), a.deposit_funds),
        ('profit_funds', coalesce(p.profit_funds, 0), a.profit_funds),
        ('total_deposits', coalesce(p.total_deposits, 0), a.total_deposits),
        ('total_invested', coalesce(i.total, 0), a.total_invested)
      ) v (figure, expected, actual)
    ) f where f.expected <> f.actual`,
  "a withdrawal hold equals the sum of unpaid withdrawals": (tx) => listFound(tx)`
    select a.code as subject, coalesce(w.total, 0)::numeric(20, 2)::text as expected, a.balance::text as actual
    from ledger_accounts a left join (
      select user_id, sum(amount) as total from withdrawals where status in ('pending', 'processing') group by user_id
    ) w on w.user_id = a.user_id
    where a.code like 'user:%:withdrawal_hold' and a.balance <> coalesce(w.total, 0)`,
  "a position equals the sum of its events": (tx) => listFound(tx)`
    select 'position of user ' || p.user_id || ' in bot ' || p.bot_id as subject,
      concat_ws(' ', e.units, e.own_deposit, e.own_profit, e.loss_carried) as expected,
      concat_ws(' ', p.units, p.own_deposit, p.own_profit, p.loss_carried) as actual
    from positions p left join (
      select user_id, bot_id, sum(units_delta) as units, sum(own_deposit_delta) as own_deposit,
        sum(own_profit_delta) as own_profit, sum(loss_carried_delta) as loss_carried
      from position_events group by user_id, bot_id
    ) e using (user_id, bot_id)
    where (p.units, p.own_deposit, p.own_profit, p.loss_carried) is distinct from (e.units, e.own_deposit, e.own_profit, e.loss_carried)`,
  "an adjustment's platform entry equals the amount given or taken": (tx) => listFound(tx)`
    select 'transaction ' || t.id as subject, (-moved.total)::numeric(20, 2)::text as expected, moved.other::numeric(20, 2)::text as actual
    from ledger_transactions t
    left join (select transaction_id, sum(value_delta) as total from position_events where kind = 'adjustment' group by 1) p
      on p.transaction_id = t.id
    cross join lateral (
      select coalesce(sum(e.amount) filter (where a.user_id is not null), 0) + coalesce(p.total, 0) as total,
        coalesce(sum(e.amount) filter (where a.code = 'platform:adjustments'), 0) as other
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id
    ) moved
    where t.kind = 'adjustment' and -moved.total <> moved.other`,
  "a pool's units equal the sum of its positions": (tx) => listFound(tx)`
    select 'pool:' || p.bot_id as subject, held.units::text as expected, (p.units_at_close + flowed.units)::text as actual
    from pools p
    cross join lateral (select coalesce(sum(units), 0) as units from positions where bot_id = p.bot_id) held
    cross join lateral (select coalesce(sum(units_delta), 0) as units from position_events
      where bot_id = p.bot_id and transaction_id > p.last_close_transaction) flowed
    where held.units <> p.units_at_close + flowed.units`,
  "a pool's cash equals the sum of its entries": (tx) => listFound(tx)`
    select a.code as subject, coalesce(e.total, 0)::text as expected, (p.cash_at_close + coalesce(e.since, 0))::text as actual
    from pools p join ledger_accounts a on a.code = 'pool:' || p.bot_id
    cross join lateral (select sum(amount) as total, sum(amount) filter (where transaction_id > p.last_close_transaction) as since
      from ledger_entries where account_id = a.id) e
    where coalesce(e.total, 0) <> p.cash_at_close + coalesce(e.since, 0)`,
  "a pool's cash covers the value of its units": (tx) => listFound(tx)`
    select a.code as subject, '>= ' || (ceil(held.units * p.nav * 100) / 100)::numeric(20, 2) as expected, cash.total::text as actual
    from pools p join ledger_accounts a on a.code = 'pool:' || p.bot_id
    cross join lateral (select coalesce(sum(units), 0) as units from positions where bot_id = p.bot_id) held
    cross join lateral (select coalesce(sum(amount), 0) as total from ledger_entries where account_id = a.id) cash
    where cash.total < held.units * p.nav`,
  "each trade starts at the nav after the previous trade": (tx) => listFound(tx)`
    select subject, coalesce(before, 1)::text as expected, nav_before::text as actual from (
      select subject, nav_before, lag(nav_after) over (partition by bot_id, series order by transaction_id, place) as before from (
        select 'trade ' || id as subject, bot_id, series, transaction_id, sequence as place, nav_before, nav_after from bot_trades
        union all
        select 'interest of bot ' || bot_id || ' on ' || day, bot_id, series, transaction_id, close_sequence, nav_before, nav_after from pool_interest
      ) changed
    ) t where nav_before <> coalesce(before, 1)`,
  "a pool's nav equals the nav after its last trade": (tx) => listFound(tx)`
    select 'pool:' || p.bot_id as subject, coalesce(t.nav_after, 1)::text as expected, p.nav::text as actual
    from pools p left join lateral (${selectLastNav()}) t on true where p.nav <> coalesce(t.nav_after, 1)`,
  "a bot's record matches its trades": (tx) => listFound(tx)`
    select 'record of bot ' || p.bot_id as subject, t.closed || ' closed, ' || t.won || ' won' as expected,
      p.close_sequence || ' closed, ' || p.won_trades || ' won' as actual
    from pools p cross join lateral (
      select count(*) as closed, count(*) filter (where nav_after > nav_before) as won from bot_trades where bot_id = p.bot_id
    ) t where (t.closed, t.won) <> (p.close_sequence, p.won_trades)`,
  "a trade's gain equals the amount posted": (tx) => listFound(tx)`
    select 'trade ' || t.id as subject, t.gain::text as expected, e.moved::text as actual
    from (select min(id) as id, transaction_id, sum(pool_gain) as gain from bot_trades group by transaction_id) t
    cross join lateral (
      select coalesce(-sum(le.amount) filter (where a.code = 'market'), 0) - coalesce(sum(le.amount) filter (where a.code = 'platform:losses'), 0) as moved
      from ledger_entries le join ledger_accounts a on a.id = le.account_id where le.transaction_id = t.transaction_id
    ) e where e.moved <> t.gain`,
  "a pool's interest equals the amount posted": (tx) => listFound(tx)`
    select 'interest of bot ' || i.bot_id || ' on ' || i.day as subject, (i.pool_gain + i.fee)::text as expected, e.moved::text as actual
    from pool_interest i cross join lateral (
      select coalesce(-sum(le.amount), 0) as moved from ledger_entries le join ledger_accounts a on a.id = le.account_id
      where le.transaction_id = i.transaction_id and a.code = 'external:treasury'
    ) e where e.moved <> i.pool_gain + i.fee`,
  "a pool's sum of interest equals its days": listInterestSumDifferences,
  "a pool's index of bills equals its days": listBillIndexDifferences,
  "a position's interest equals what its units earned, less what was taken": (tx) => listFound(tx)`
    select 'position of user ' || p.user_id || ' in bot ' || p.bot_id as subject, e.earned::text as expected, p.interest::text as actual
    from positions p cross join lateral (${sumEarnedInterest()}) e
    where abs(e.earned - p.interest) > ${INTEREST_ROUNDING}`,
  "what bills would have earned equals a position's own money over time": (tx) => listFound(tx)`
    select 'position of user ' || p.user_id || ' in bot ' || p.bot_id as subject, round(e.earned, 12)::text as expected,
      p.bill_interest::text as actual
    from positions p cross join lateral (${sumBillInterest()}) e
    where p.share_above = 'bills' and abs(e.earned - p.bill_interest) > ${INTEREST_ROUNDING}`,
  ...balanceInterestChecks,
  "a day's totals equal its entries": (tx) => listDayDifferences(tx),
  "a day's closing units equal the position events up to that day": listDayUnitDifferences,
  "a day's closing nav equals the nav after the latest trade": (tx) => listDayNavDifferences(tx),
};

/** Counts the rows of the books, and sums what is owed. */
export async function readTotals(tx: Tx): Promise<Totals> {
  const [totals] = await tx<Totals[]>`
    select (select count(*) from ledger_transactions)::int as transactions, (select count(*) from ledger_entries)::int as entries,
      (select count(*) from ledger_accounts)::int as accounts, (select count(*) from positions)::int as positions,
      (select count(*) from bot_trades)::int as trades,
      (select coalesce(sum(balance), 0)::numeric(20, 2)::text from ledger_accounts) as owed,
      (select coalesce(sum(e.amount), 0)::numeric(20, 2)::text from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.code like 'pool:%') as pooled`;
  if (!totals) throw new Error("The query for the totals returned no row");
  return totals;
}

/**
 * A template tag for a query that finds all differences of a check. Lists the first of them by subject. They are found before
 * they are sorted: with the limit inside, the planner would search in the order of the result, as if there were many.
 */
export function listFound(
  tx: Tx,
): (strings: TemplateStringsArray, ...values: readonly unknown[]) => Promise<FoundDifference[]> {
  return (strings, ...values) => tx<FoundDifference[]>`
    with found as materialized (${part(strings, ...values)})
    select * from found order by subject limit ${MAX_LISTED}`;
}

/** The result of comparing stored figures with the ledger's entries. */
export interface ReconciliationResult {
  checkedAt: Date;
  /** The number of checks. */
  checks: number;
  /** The number of differences; 0 when the books are correct. */
  differences: number;
  /** The time of the checkpoint from which on entries were compared; null when all were. */
  since: Date | null;
}

export async function saveReconciliation(sql: Queryable, result: ReconciliationResult): Promise<void> {
  await sql`
    insert into reconciliations (checked_at, checks, differences, since)
    values (${result.checkedAt}, ${result.checks}, ${result.differences}, ${result.since})`;
}

/** Lists the results, latest first. */
export function listReconciliations(sql: Queryable, limit: number): Promise<ReconciliationResult[]> {
  return sql<ReconciliationResult[]>`
    select checked_at as "checkedAt", checks, differences, since from reconciliations order by checked_at desc limit ${limit}`;
}

/** The latest result, and the latest of a comparison of all entries. Null before the first. */
export interface LatestResults {
  latest: ReconciliationResult | null;
  complete: ReconciliationResult | null;
}

export async function readLatestResults(sql: Queryable): Promise<LatestResults> {
  const [latest] = await listReconciliations(sql, 1);
  const [complete] = await sql<ReconciliationResult[]>`
    select checked_at as "checkedAt", checks, differences, since from reconciliations
    where since is null order by checked_at desc limit 1`;
  return { latest: latest ?? null, complete: complete ?? null };
}

/**
 * The number of known differences. A comparison since a checkpoint does not see those before it, so the differences of the
 * last complete comparison count until the next one.
 */
export function countKnownDifferences({ latest, complete }: LatestResults): number {
  return Math.max(latest?.differences ?? 0, complete?.differences ?? 0);
}

/** The newest transactions whose entries are summed at each reading. Comparing the books checks all of them. */
const SUMMED_TRANSACTIONS = 1_000;

/** The sum, in cents, of the entries of the newest transactions. It is 0 unless the ledger is wrong. */
export async function readLedgerImbalance(sql: Queryable): Promise<number> {
  const [row] = await sql<{ cents: string }[]>`
    select (coalesce(sum(amount), 0) * 100)::bigint::text as cents from ledger_entries
    where transaction_id > (select coalesce(max(id), 0) - ${SUMMED_TRANSACTIONS} from ledger_transactions)`;
  return Number(row?.cents ?? 0);
}
