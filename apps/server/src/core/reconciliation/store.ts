import { SNAPSHOT, type Queryable, type Sql, type Tx } from "../../db/pool.ts";

/** A stored figure that differs from the ledger's entries. */
export interface Difference {
  /** The name of the check. */
  check: string;
  /** The account, position, pool or transaction that differs. */
  subject: string;
  expected: string;
  actual: string;
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

type Check = (tx: Tx) => Promise<Omit<Difference, "check">[]>;

/** The number of differences that a check lists. The exit code shows that there are differences. */
const MAX_LISTED = 50;

const checks: Readonly<Record<string, Check>> = {
  "a transaction's entries sum to zero": (tx) => tx`
    select 'transaction ' || transaction_id as subject, '0.00' as expected, sum(amount)::text as actual
    from ledger_entries group by transaction_id having sum(amount) <> 0 order by transaction_id limit ${MAX_LISTED}`,
  "an account's balance equals the sum of its entries": (tx) => tx`
    select a.code as subject, coalesce(e.total, 0)::numeric(20, 2)::text as expected, a.balance::text as actual
    from ledger_accounts a left join (select account_id, sum(amount) as total from ledger_entries group by account_id) e
      on e.account_id = a.id
    where a.balance is not null and a.balance <> coalesce(e.total, 0) order by a.code limit ${MAX_LISTED}`,
  "no investor account is negative": (tx) => tx`
    select code as subject, '>= 0.00' as expected, balance::text as actual from ledger_accounts
    where balance < 0 order by code limit ${MAX_LISTED}`,
  // Entries and events are summed once for all users. A sum for each user could read all entries each time, because the
  // planner expects as many entries of an investor's account as of the market's.
  "an account figure equals the ledger": (tx) => tx`
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
    ) f where f.expected <> f.actual order by 1 limit ${MAX_LISTED}`,
  "a withdrawal hold equals the sum of unpaid withdrawals": (tx) => tx`
    select a.code as subject, coalesce(w.total, 0)::numeric(20, 2)::text as expected, a.balance::text as actual
    from ledger_accounts a left join (
      select user_id, sum(amount) as total from withdrawals where status in ('pending', 'processing') group by user_id
    ) w on w.user_id = a.user_id
    where a.code like 'user:%:withdrawal_hold' and a.balance <> coalesce(w.total, 0) order by a.code limit ${MAX_LISTED}`,
  "a position equals the sum of its events": (tx) => tx`
    select 'position of user ' || p.user_id || ' in bot ' || p.bot_id as subject,
      concat_ws(' ', e.units, e.own_deposit, e.own_profit, e.loss_carried) as expected,
      concat_ws(' ', p.units, p.own_deposit, p.own_profit, p.loss_carried) as actual
    from positions p left join (
      select user_id, bot_id, sum(units_delta) as units, sum(own_deposit_delta) as own_deposit,
        sum(own_profit_delta) as own_profit, sum(loss_carried_delta) as loss_carried
      from position_events group by user_id, bot_id
    ) e using (user_id, bot_id)
    where (p.units, p.own_deposit, p.own_profit, p.loss_carried) is distinct from (e.units, e.own_deposit, e.own_profit, e.loss_carried)
    order by 1 limit ${MAX_LISTED}`,
  "an adjustment's platform entry equals the amount given or taken": (tx) => tx`
    select 'transaction ' || t.id as subject, (-moved.total)::numeric(20, 2)::text as expected, moved.other::numeric(20, 2)::text as actual
    from ledger_transactions t
    left join (select transaction_id, sum(value_delta) as total from position_events where kind = 'adjustment' group by 1) p
      on p.transaction_id = t.id
    cross join lateral (
      select coalesce(sum(e.amount) filter (where a.user_id is not null), 0) + coalesce(p.total, 0) as total,
        coalesce(sum(e.amount) filter (where a.code = 'platform:adjustments'), 0) as other
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id
    ) moved
    where t.kind = 'adjustment' and -moved.total <> moved.other order by t.id limit ${MAX_LISTED}`,
  "a pool's units equal the sum of its positions": (tx) => tx`
    select 'pool:' || p.bot_id as subject, held.units::text as expected, (p.units_at_close + flowed.units)::text as actual
    from pools p
    cross join lateral (select coalesce(sum(units), 0) as units from positions where bot_id = p.bot_id) held
    cross join lateral (select coalesce(sum(units_delta), 0) as units from position_events
      where bot_id = p.bot_id and transaction_id > p.last_close_transaction) flowed
    where held.units <> p.units_at_close + flowed.units order by 1 limit ${MAX_LISTED}`,
  "a pool's cash equals the sum of its entries": (tx) => tx`
    select a.code as subject, coalesce(e.total, 0)::text as expected, (p.cash_at_close + coalesce(e.since, 0))::text as actual
    from pools p join ledger_accounts a on a.code = 'pool:' || p.bot_id
    cross join lateral (select sum(amount) as total, sum(amount) filter (where transaction_id > p.last_close_transaction) as since
      from ledger_entries where account_id = a.id) e
    where coalesce(e.total, 0) <> p.cash_at_close + coalesce(e.since, 0) order by 1 limit ${MAX_LISTED}`,
  "a pool's cash covers the value of its units": (tx) => tx`
    select a.code as subject, '>= ' || (ceil(held.units * p.nav * 100) / 100)::numeric(20, 2) as expected, cash.total::text as actual
    from pools p join ledger_accounts a on a.code = 'pool:' || p.bot_id
    cross join lateral (select coalesce(sum(units), 0) as units from positions where bot_id = p.bot_id) held
    cross join lateral (select coalesce(sum(amount), 0) as total from ledger_entries where account_id = a.id) cash
    where cash.total < held.units * p.nav order by 1 limit ${MAX_LISTED}`,
  "each trade starts at the nav after the previous trade": (tx) => tx`
    select 'trade ' || id as subject, coalesce(before, 1)::text as expected, nav_before::text as actual from (
      select id, nav_before, lag(nav_after) over (partition by bot_id, series order by sequence) as before from bot_trades
    ) t where nav_before <> coalesce(before, 1) order by id limit ${MAX_LISTED}`,
  "a pool's nav equals the nav after its last trade": (tx) => tx`
    select 'pool:' || p.bot_id as subject, coalesce(t.nav_after, 1)::text as expected, p.nav::text as actual
    from pools p left join lateral (
      select nav_after from bot_trades where bot_id = p.bot_id and series = p.series order by sequence desc limit 1
    ) t on true where p.nav <> coalesce(t.nav_after, 1) order by 1 limit ${MAX_LISTED}`,
  "a bot's record matches its trades": (tx) => tx`
    select 'record of bot ' || p.bot_id as subject, t.closed || ' closed, ' || t.won || ' won' as expected,
      p.close_sequence || ' closed, ' || p.won_trades || ' won' as actual
    from pools p cross join lateral (
      select count(*) as closed, count(*) filter (where nav_after > nav_before) as won from bot_trades where bot_id = p.bot_id
    ) t where (t.closed, t.won) <> (p.close_sequence, p.won_trades) order by 1 limit ${MAX_LISTED}`,
  "a trade's gain equals the amount posted": (tx) => tx`
    select 'trade ' || t.id as subject, t.pool_gain::text as expected, e.moved::text as actual
    from bot_trades t cross join lateral (
      select coalesce(-sum(le.amount) filter (where a.code = 'market'), 0) - coalesce(sum(le.amount) filter (where a.code = 'platform:losses'), 0) as moved
      from ledger_entries le join ledger_accounts a on a.id = le.account_id where le.transaction_id = t.transaction_id
    ) e where e.moved <> t.pool_gain order by t.id limit ${MAX_LISTED}`,
  "a day's totals equal its entries": (tx) => tx`
    with owned as materialized (
      select id, case when user_id is null then code else split_part(code, ':', 3) end as kind from ledger_accounts
    ), moved as (
      select (t.posted_at at time zone 'UTC')::date as day, o.kind, e.amount < 0 as is_taken, sum(e.amount) as total
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join owned o on o.id = e.account_id
      where (t.posted_at at time zone 'UTC')::date <= (select max(day) from ledger_days) group by 1, 2, 3
    ), said as (
      select day, concat_ws(' ',
        coalesce(-sum(total) filter (where kind like 'external:%' and is_taken), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind like 'external:%' and not is_taken), 0)::numeric(20, 2),
        coalesce(-sum(total) filter (where kind = 'market'), 0)::numeric(20, 2),
        coalesce(-sum(total) filter (where kind = 'platform:adjustments'), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind = 'platform:profit_share'), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind in ('platform:fees', 'platform:losses', 'platform:rounding')), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind in ('deposit_funds', 'profit_funds')), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind = 'withdrawal_hold'), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind = 'running_profit'), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind like 'pool:%'), 0)::numeric(20, 2)) as figures
      from moved group by day
    ), kept as (
      select day, concat_ws(' ', money_in, money_out, traded, adjusted, platform_income, platform_other, balances, on_hold,
        running_profit, pools) as figures
      from ledger_days
    ), nothing as (
      select rtrim(repeat('0.00 ', 10)) as figures
    )
    select 'day ' || day as subject, coalesce(s.figures, n.figures) as expected, coalesce(k.figures, 'not stored') as actual
    from said s full join kept k using (day) cross join nothing n
    where coalesce(k.figures, 'not stored') <> coalesce(s.figures, n.figures) order by day limit ${MAX_LISTED}`,
  "a day's closing units equal the position events up to that day": (tx) => tx`
    with changed as (
      select (t.posted_at at time zone 'UTC')::date as day, e.bot_id, sum(e.units_delta) as units
      from position_events e join ledger_transactions t on t.id = e.transaction_id group by 1, 2
    ), both_sides as (
      select day, bot_id, units as change, null::numeric as kept from changed
      union all
      select d.day, p.bot_id, 0, coalesce(k.units, 0) from ledger_days d cross join pools p
      left join ledger_day_pools k on k.day = d.day and k.bot_id = p.bot_id
    )
    select 'pool:' || bot_id || ' on ' || day as subject, said::numeric(40, 12)::text as expected, kept::numeric(40, 12)::text as actual
    from (
      select *, sum(change) over (partition by bot_id order by day, kept is not null) as said from both_sides
    ) s where kept <> said order by 1 limit ${MAX_LISTED}`,
  "a day's closing nav equals the nav after the latest trade": (tx) => tx`
    select 'pool:' || p.bot_id || ' on ' || d.day as subject,
      coalesce(t.nav_after, 1)::numeric(30, 12)::text as expected, coalesce(k.nav, 1)::numeric(30, 12)::text as actual
    from ledger_days d cross join pools p
    left join ledger_day_pools k on k.day = d.day and k.bot_id = p.bot_id
    left join lateral (
      select t.nav_after from bot_trades t join ledger_transactions l on l.id = t.transaction_id
      where t.bot_id = p.bot_id and t.executed_at < (d.day + 1)::timestamp at time zone 'UTC' + interval '1 minute'
        and l.posted_at < (d.day + 1)::timestamp at time zone 'UTC'
      order by t.executed_at desc limit 1
    ) t on true
    where coalesce(t.nav_after, 1) <> coalesce(k.nav, 1) order by 1 limit ${MAX_LISTED}`,
};

/** The names of all checks. */
export const checkNames: readonly string[] = Object.keys(checks);

/** Checks of other parts of the server, which run on the same snapshot. */
export interface FurtherChecks {
  names: readonly string[];
  find: (sql: Queryable) => Promise<Difference[]>;
}

/**
 * Runs every check on one snapshot of the database. Other transactions continue meanwhile.
 * @param isUnhurried true for no time limit; otherwise each check has the pool's statement timeout
 */
export function findDifferences(
  sql: Sql,
  { isUnhurried = true, further }: { isUnhurried?: boolean; further?: FurtherChecks } = {},
): Promise<{ differences: Difference[]; totals: Totals }> {
  return sql.begin(SNAPSHOT, async (tx) => {
    if (isUnhurried) await tx`set local statement_timeout = 0`;
    return { differences: await runChecks(tx, { further }), totals: await readTotals(tx) };
  });
}

/** The advisory lock of a comparison on request. Only one runs at a time in all processes. */
const REQUESTED_LOCK = 7_234_117_002n;
/** The same as the pool's statement timeout. */
const MAX_CHECK_MS = 15_000;

/**
 * Like `findDifferences`, with a limit of `totalMs` for all checks together. Null when another comparison on request
 * runs.
 * @throws the database's error when the time is up
 */
export function findDifferencesAlone(sql: Sql, totalMs: number, further?: FurtherChecks): Promise<Difference[] | null> {
  return sql.begin(SNAPSHOT, async (tx) => {
    const [lock] = await tx<{ isOurs: boolean }[]>`
      select pg_try_advisory_xact_lock(${REQUESTED_LOCK.toString()}::bigint) as "isOurs"`;
    if (!lock?.isOurs) return null;
    const endsAt = performance.now() + totalMs;
    const beforeEach = async (): Promise<void> => {
      // PostgreSQL reads 0 as no limit.
      const ms = Math.ceil(Math.min(MAX_CHECK_MS, Math.max(1, endsAt - performance.now())));
      await tx`select set_config('statement_timeout', ${String(ms)}, true)`;
    };
    return runChecks(tx, { beforeEach, further });
  });
}

interface RunOptions {
  beforeEach?: () => Promise<void>;
  further: FurtherChecks | undefined;
}

async function runChecks(tx: Tx, { beforeEach, further }: RunOptions): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [check, run] of Object.entries(checks)) {
    await beforeEach?.();
    for (const { subject, expected, actual } of await run(tx)) differences.push({ check, subject, expected, actual });
  }
  if (!further) return differences;
  await beforeEach?.();
  return [...differences, ...(await further.find(tx))];
}

async function readTotals(tx: Tx): Promise<Totals> {
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
