import type { BalanceRow } from "../../core/movements/movement.ts";
import type { Queryable } from "../../db/pool.ts";

/** Sums all entries posted before a moment. It uses the entries and not the stored balances. */
export function sumBalancesBefore(tx: Queryable, userId: string, before: Date): Promise<BalanceRow[]> {
  return tx<BalanceRow[]>`
    select split_part(a.code, ':', 3) as account, sum(e.amount)::text as amount
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    join ledger_transactions t on t.id = e.transaction_id
    where a.user_id = ${userId} and t.posted_at < ${before} group by 1
    union all
    select 'invested', coalesce(sum(v.own_deposit_delta + v.own_profit_delta), 0)::text
    from position_events v join ledger_transactions t on t.id = v.transaction_id
    where v.user_id = ${userId} and t.posted_at < ${before}`;
}

/** Lists the ids of the transactions in a period with entries or position changes of an investor, oldest first. */
export async function listMovementIds(
  tx: Queryable,
  userId: string,
  stretch: { from: Date; until: Date; limit: number },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select t.id::text
    from (
      select e.transaction_id from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.user_id = ${userId}
      union select transaction_id from position_events where user_id = ${userId}
    ) m join ledger_transactions t on t.id = m.transaction_id
    where t.posted_at >= ${stretch.from} and t.posted_at < ${stretch.until}
    order by t.posted_at, t.id limit ${stretch.limit}`;
  return rows.map(({ id }) => id);
}

/** Counts an investor's transactions in each month (UTC), as YYYY-MM. */
export function countByMonth(tx: Queryable, userId: string): Promise<{ month: string; lines: number }[]> {
  return tx<{ month: string; lines: number }[]>`
    select to_char(t.posted_at, 'YYYY-MM') as month, count(*)::int as lines
    from (
      select e.transaction_id from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.user_id = ${userId}
      union select transaction_id from position_events where user_id = ${userId}
    ) m join ledger_transactions t on t.id = m.transaction_id
    group by 1 order by 1`;
}

/** Sums the changes of an investor's accounts on each day (UTC), as YYYY-MM-DD. */
export function sumByDay(tx: Queryable, userId: string): Promise<(BalanceRow & { day: string })[]> {
  return tx<(BalanceRow & { day: string })[]>`
    select to_char(t.posted_at, 'YYYY-MM-DD') as day, split_part(a.code, ':', 3) as account, sum(e.amount)::text as amount
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    join ledger_transactions t on t.id = e.transaction_id
    where a.user_id = ${userId} group by 1, 2
    union all
    select to_char(t.posted_at, 'YYYY-MM-DD'), 'invested', sum(v.own_deposit_delta + v.own_profit_delta)::text
    from position_events v join ledger_transactions t on t.id = v.transaction_id
    where v.user_id = ${userId} group by 1
    order by 1`;
}

/** Sums the changes of an investor's units of each bot on each day (UTC), with their series. */
export function sumUnitsByDay(
  tx: Queryable,
  userId: string,
): Promise<{ day: string; botId: string; units: string; series: number }[]> {
  return tx<{ day: string; botId: string; units: string; series: number }[]>`
    select to_char(t.posted_at, 'YYYY-MM-DD') as day, v.bot_id as "botId", sum(v.units_delta)::text as units,
      max(v.series) as series
    from position_events v join ledger_transactions t on t.id = v.transaction_id
    where v.user_id = ${userId} group by 1, 2 order by 1`;
}

/** Lists the unit price of each bot at the end of each day (UTC); no row before its first closed trade. */
export function listClosingNavs(
  tx: Queryable,
  botIds: readonly string[],
  days: readonly string[],
): Promise<{ botId: string; day: string; nav: string; series: number }[]> {
  return tx<{ botId: string; day: string; nav: string; series: number }[]>`
    select b.id as "botId", to_char(d.day, 'YYYY-MM-DD') as day, c.nav_after::text as nav, c.series
    from unnest(${botIds}::uuid[]) as b (id) cross join unnest(${days}::date[]) as d (day)
    cross join lateral (
      select bot_id, nav_after, series from bot_trades t
      where (t.bot_id, t.executed_at) < (b.id, (d.day + 1)::timestamp at time zone 'UTC')
      order by t.bot_id desc, t.executed_at desc limit 1
    ) c
    where c.bot_id = b.id`;
}

/** Finds when a user signed up; undefined for an unknown user. */
export async function findSignUpTime(tx: Queryable, userId: string): Promise<Date | undefined> {
  const rows = await tx<{ createdAt: Date }[]>`select created_at as "createdAt" from users where id = ${userId}`;
  return rows[0]?.createdAt;
}
