import type { Queryable } from "../../platform/db/pool.ts";
import { formatJsonRows, type TableDefinition } from "../../platform/db/table-rows.ts";

/** The amounts posted on one day (UTC), by kind of account, as decimal strings in dollars. */
export interface DayFlows {
  /** YYYY-MM-DD */
  day: string;
  /** Deposits credited, and withdrawals paid out. */
  moneyIn: string;
  moneyOut: string;
  /** The pools' gain from the market, negative for a loss. */
  traded: string;
  /** Granted to investors by adjustments, minus the amounts taken. */
  adjusted: string;
  /** The platform's profit share, and then its fees, losses and rounding. */
  platformIncome: string;
  platformOther: string;
  /** The changes of investors' accounts and of the pools' cash. */
  balances: string;
  onHold: string;
  runningProfit: string;
  pools: string;
}

/** A bot's units and nav at the end of a day. */
export interface DayPool {
  day: string;
  botId: string;
  units: string;
  /** The series of the units. */
  unitsSeries: number;
  /** The nav after the bot's last trade, and the series of that trade. */
  nav: string;
  navSeries: number;
}

/** The ids of the first and the last transaction. */
export interface Bounds {
  first: string;
  last: string;
}

const FLOW_COLUMNS = [
  ["money_in", "moneyIn"],
  ["money_out", "moneyOut"],
  ["traded", "traded"],
  ["adjusted", "adjusted"],
  ["platform_income", "platformIncome"],
  ["platform_other", "platformOther"],
  ["balances", "balances"],
  ["on_hold", "onHold"],
  ["running_profit", "runningProfit"],
  ["pools", "pools"],
]
  .map(([column, name]) => `${column}::numeric(20, 2)::text as "${name}"`)
  .join(", ");

/** Lists the stored days, oldest first. */
export function listStoredDays(tx: Queryable): Promise<DayFlows[]> {
  return tx<DayFlows[]>`select day, ${tx.raw(FLOW_COLUMNS)} from ledger_days order by day`;
}

export async function findLastStoredDay(tx: Queryable): Promise<string | null> {
  const [row] = await tx<{ day: string | null }[]>`select max(day) as day from ledger_days`;
  return row?.day ?? null;
}

/** Lists the pools at the end of each stored day, from one day on. */
export function listStoredPools(tx: Queryable, from: string): Promise<DayPool[]> {
  return tx<DayPool[]>`
    select day, bot_id as "botId", units::text, units_series as "unitsSeries", nav::text, nav_series as "navSeries"
    from ledger_day_pools where day >= ${from}::date order by day, bot_id`;
}

/** Transactions come nearly in the order of time. The first of this many have the earliest time of all. */
const FIRST_TRANSACTIONS = 1_000;

/** Returns the day of the first transaction that moved money. */
export async function findFirstDay(tx: Queryable): Promise<string | null> {
  const [row] = await tx<{ day: string | null }[]>`
    select (min(posted_at) at time zone 'UTC')::date as day from (
      select t.posted_at from ledger_transactions t
      where exists (select from ledger_entries e where e.transaction_id = t.id)
      order by t.id limit ${FIRST_TRANSACTIONS}
    ) first`;
  return row?.day ?? null;
}

/**
 * Finds the first and last id of the transactions in a period, or null. Transactions of other times may have ids in
 * between.
 */
export async function findBounds(tx: Queryable, from: Date, until: Date): Promise<Bounds | null> {
  // Without the addition the planner would search for the lowest id from the start of the table.
  const [row] = await tx<{ first: string | null; last: string | null }[]>`
    select min(id + 0)::text as first, max(id + 0)::text as last from ledger_transactions
    where posted_at >= ${from} and posted_at < ${until}`;
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : null;
}

/** Sums the amounts posted on each day of a period, without the days that have no entries. */
export function sumDays(tx: Queryable, { first, last }: Bounds, from: Date, until: Date): Promise<DayFlows[]> {
  return tx<DayFlows[]>`
    with moved as (
      select (t.posted_at at time zone 'UTC')::date as day,
        case when a.user_id is null then a.code else split_part(a.code, ':', 3) end as kind,
        sum(e.amount) as total, coalesce(sum(e.amount) filter (where e.amount < 0), 0) as taken
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.posted_at >= ${from} and t.posted_at < ${until}
        and e.transaction_id between ${first}::bigint and ${last}::bigint
      group by 1, 2
    ), summed as (
      select day,
        coalesce(-sum(taken) filter (where kind like 'external:%'), 0) as money_in,
        coalesce(sum(total - taken) filter (where kind like 'external:%'), 0) as money_out,
        coalesce(-sum(total) filter (where kind = 'market'), 0) as traded,
        coalesce(-sum(total) filter (where kind = 'platform:adjustments'), 0) as adjusted,
        coalesce(sum(total) filter (where kind = 'platform:profit_share'), 0) as platform_income,
        coalesce(sum(total) filter (
          where kind like 'platform:%' and kind not in ('platform:adjustments', 'platform:profit_share')), 0) as platform_other,
        coalesce(sum(total) filter (where kind in ('deposit_funds', 'profit_funds')), 0) as balances,
        coalesce(sum(total) filter (where kind = 'withdrawal_hold'), 0) as on_hold,
        coalesce(sum(total) filter (where kind = 'running_profit'), 0) as running_profit,
        coalesce(sum(total) filter (where kind like 'pool:%'), 0) as pools
      from moved group by day
    )
    select day, ${tx.raw(FLOW_COLUMNS)} from summed order by day`;
}

/** Sums the interest on idle cash and on balances posted on each day, with the operator's margin. Days without any are left out. */
export function listInterestDays(tx: Queryable): Promise<{ day: string; interest: string }[]> {
  return tx<{ day: string; interest: string }[]>`
    select (l.posted_at at time zone 'UTC')::date::text as day, sum(i.total)::text as interest
    from (
      select transaction_id, pool_gain + fee as total from pool_interest
      union all select transaction_id, amount + fee from balance_interest_postings
    ) i join ledger_transactions l on l.id = i.transaction_id
    group by 1 having sum(i.total) <> 0 order by 1`;
}

/** Sums the change of each bot's units on each day, with the latest series of these units. */
export function sumUnits(
  tx: Queryable,
  { first, last }: Bounds,
  from: Date,
  until: Date,
): Promise<{ day: string; botId: string; units: string; series: number }[]> {
  return tx<{ day: string; botId: string; units: string; series: number }[]>`
    select (t.posted_at at time zone 'UTC')::date as day, v.bot_id as "botId", sum(v.units_delta)::text as units,
      max(v.series) as series
    from pools p
    join position_events v on v.bot_id = p.bot_id and v.transaction_id between ${first}::bigint and ${last}::bigint
    join ledger_transactions t on t.id = v.transaction_id
    where t.posted_at >= ${from} and t.posted_at < ${until} group by 1, 2 order by 1, 2`;
}

/** A trade is written after its transaction in the same commit, at most this much later. */
const STATEMENT_SECONDS = 20;

/** Lists the nav of each bot after its last trade or interest on each day. */
export function listLastNavs(
  tx: Queryable,
  from: Date,
  until: Date,
): Promise<{ day: string; botId: string; nav: string; series: number }[]> {
  return tx<{ day: string; botId: string; nav: string; series: number }[]>`
    select distinct on (day, "botId") day, "botId", nav, series from (
      select (l.posted_at at time zone 'UTC')::date as day, t.bot_id as "botId", t.nav_after::text as nav, t.series,
        t.transaction_id as place, t.sequence
      from pools p
      join bot_trades t on t.bot_id = p.bot_id and t.executed_at >= ${from}
        and t.executed_at < ${until}::timestamptz + make_interval(secs => ${STATEMENT_SECONDS})
      join ledger_transactions l on l.id = t.transaction_id
      where l.posted_at >= ${from} and l.posted_at < ${until}
      union all
      select (l.posted_at at time zone 'UTC')::date, i.bot_id, i.nav_after::text, i.series, i.transaction_id, i.close_sequence
      from pools p
      join pool_interest i on i.bot_id = p.bot_id and i.posted_at >= ${from}
        and i.posted_at < ${until}::timestamptz + make_interval(secs => ${STATEMENT_SECONDS})
      join ledger_transactions l on l.id = i.transaction_id
      where l.posted_at >= ${from} and l.posted_at < ${until}
    ) closed order by day, "botId", place desc, sequence desc`;
}

/** Lists the nav of each bot after its last trade or interest before a moment, without the bots that had none. */
export function listNavsBefore(tx: Queryable, moment: Date): Promise<{ botId: string; nav: string; series: number }[]> {
  return tx<{ botId: string; nav: string; series: number }[]>`
    select p.bot_id as "botId", c.nav_after::text as nav, c.series from pools p
    cross join lateral (
      select nav_after, series from (
        (select t.nav_after, t.series, t.transaction_id from bot_trades t join ledger_transactions l on l.id = t.transaction_id
          where t.bot_id = p.bot_id and t.executed_at < ${moment}::timestamptz + make_interval(secs => ${STATEMENT_SECONDS})
            and l.posted_at < ${moment}
          order by t.executed_at desc limit 1)
        union all
        (select i.nav_after, i.series, i.transaction_id from pool_interest i join ledger_transactions l on l.id = i.transaction_id
          where i.bot_id = p.bot_id and i.posted_at < ${moment}::timestamptz + make_interval(secs => ${STATEMENT_SECONDS})
            and l.posted_at < ${moment}
          order by i.posted_at desc limit 1)
      ) changed order by transaction_id desc limit 1
    ) c`;
}

/** The advisory lock of the process that stores days. Other processes skip the job meanwhile. */
const KEEPING_LOCK = 7_234_117_003n;

/** @returns false when another process is storing days */
export async function takeDaysLock(tx: Queryable): Promise<boolean> {
  const [lock] = await tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(${KEEPING_LOCK.toString()}::bigint) as "isOurs"`;
  return lock?.isOurs === true;
}

/** The tables of stored days. platform/db/table-rows.test.ts compares them with the database. */
export const dayTables = {
  days: {
    table: "ledger_days",
    columns: {
      day: "date",
      money_in: "numeric",
      money_out: "numeric",
      traded: "numeric",
      adjusted: "numeric",
      platform_income: "numeric",
      platform_other: "numeric",
      balances: "numeric",
      on_hold: "numeric",
      running_profit: "numeric",
      pools: "numeric",
    },
    otherColumns: [],
  },
  pools: {
    table: "ledger_day_pools",
    columns: {
      day: "date",
      bot_id: "uuid",
      units: "numeric",
      units_series: "integer",
      nav: "numeric",
      nav_series: "integer",
    },
    otherColumns: [],
  },
} as const satisfies Record<string, TableDefinition>;

/** Stores days, and the units and nav of each bot at their ends. */
export async function insertDays(tx: Queryable, days: readonly DayFlows[], pools: readonly DayPool[]): Promise<void> {
  await tx`
    insert into ledger_days
    select * from jsonb_populate_recordset(null::ledger_days, ${formatJsonRows(dayTables.days, days)}::text::jsonb)`;
  await tx`
    insert into ledger_day_pools
    select * from jsonb_populate_recordset(null::ledger_day_pools, ${formatJsonRows(dayTables.pools, pools)}::text::jsonb)`;
}
