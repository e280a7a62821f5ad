import type { StatementKind } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";

/** What an investor's accounts hold, by the last part of their codes, and the own money in positions; decimal strings. */
export interface BalanceRow {
  account: "deposit_funds" | "profit_funds" | "withdrawal_hold" | "running_profit" | "invested";
  amount: string;
}

/** The sums of all that was posted before a moment: from the entries themselves, not from any balance that is kept. */
export function sumBefore(tx: Queryable, userId: string, before: Date): Promise<BalanceRow[]> {
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

interface PartRow {
  botId: string;
  botName: string;
  ownDeposit: string;
  ownProfit: string;
  value: string;
  profitShare: string;
}

export interface StatementRow {
  id: string;
  kind: StatementKind;
  /** Null where no person did it. */
  actorId: string | null;
  reason: string | null;
  postedAt: Date;
  /** By the last part of the account's code. */
  amounts: Partial<Record<BalanceRow["account"], string>> | null;
  parts: PartRow[] | null;
  /** Of a deposit: what was sent, and on which network. */
  currency: string | null;
  network: string | null;
  isLate: boolean;
}

/** The transactions of an investor in a stretch of time, oldest first: those with entries or position changes of theirs. */
export function listStatementRows(
  tx: Queryable,
  userId: string,
  stretch: { from: Date; until: Date; limit: number },
): Promise<StatementRow[]> {
  return tx<StatementRow[]>`
    select t.id::text, t.kind, t.actor_id as "actorId", t.reason, t.posted_at as "postedAt", m.amounts, m.parts,
      d.currency, d.network, d.late_for is not null as "isLate"
    from (
      select transaction_id, jsonb_object_agg(account, amount) filter (where account is not null) as amounts,
        jsonb_agg(part order by place) filter (where part is not null) as parts
      from (
        select e.transaction_id, split_part(a.code, ':', 3) as account, e.amount::text as amount, null::jsonb as part,
          0 as place
        from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.user_id = ${userId}
        union all
        select v.transaction_id, null, null, jsonb_build_object('botId', b.id, 'botName', b.name,
            'ownDeposit', v.own_deposit_delta::text, 'ownProfit', v.own_profit_delta::text,
            'value', v.value_delta::text, 'profitShare', v.profit_share::text), b.place
        from position_events v join trading_bots b on b.id = v.bot_id where v.user_id = ${userId}
      ) movements group by transaction_id
    ) m
    join ledger_transactions t on t.id = m.transaction_id
    left join lateral (
      select currency, network, late_for from deposits
      where user_id = ${userId} and ledger_transaction_id = t.id limit 1
    ) d on t.kind = 'deposit'
    where t.posted_at >= ${stretch.from} and t.posted_at < ${stretch.until}
    order by t.posted_at, t.id limit ${stretch.limit}`;
}

/** How many transactions an investor has in each month (UTC), as YYYY-MM. */
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

/** By how much an investor's accounts changed on each day (UTC), as YYYY-MM-DD. */
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

/** By how much the units that an investor holds of each bot changed on each day (UTC), and the series they are of. */
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

/** The nav of each bot after its last trade before the end of each day (UTC); no row where it had closed none. */
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

/** When a user came; undefined where there is no such user. */
export async function findArrival(tx: Queryable, userId: string): Promise<Date | undefined> {
  const rows = await tx<{ createdAt: Date }[]>`select created_at as "createdAt" from users where id = ${userId}`;
  return rows[0]?.createdAt;
}
