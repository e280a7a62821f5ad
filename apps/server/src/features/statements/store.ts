import type { BalanceRow } from "../../core/movements/movement.ts";
import type { UserRead } from "../../core/identity/user-read.ts";
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

/** A change of an investor's accounts on a day: days since 1970-01-01 (UTC), the account, a decimal string. */
export type DayChange = [day: number, account: BalanceRow["account"], amount: string];

/** Units of a bot that an investor bought or redeemed on a day, a decimal string, and their series. */
export type DayUnits = [day: number, botId: string, units: string, series: number];

/** Everything about an investor that a balance history is computed from, oldest first. */
export interface HistoryParts {
  signedUpAt: Date;
  changes: DayChange[];
  units: DayUnits[];
  pools: Readonly<Record<string, PoolState>>;
}

/** A bot's pool at the moment of the read. */
export interface PoolState {
  closedTrades: number;
  nav: string;
  series: number;
}

const DAY = "(t.posted_at at time zone 'UTC')::date - date '1970-01-01'";

export const historyRead: UserRead<HistoryParts> = {
  own: `select json_build_object('signedUpAt', u.created_at, 'changes', (
      select json_agg(json_build_array(c.day, c.account, c.amount::text) order by c.day) from (
        select ${DAY} as day, split_part(a.code, ':', 3) as account, sum(e.amount) as amount
        from ledger_accounts a join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        where a.user_id = u.id group by 1, a.code
        union all
        select ${DAY}, 'invested', sum(v.own_deposit_delta + v.own_profit_delta)
        from position_events v join ledger_transactions t on t.id = v.transaction_id
        where v.user_id = u.id group by 1
      ) c
    ), 'units', (
      select json_agg(json_build_array(c.day, c.bot_id, c.units::text, c.series) order by c.day) from (
        select ${DAY} as day, v.bot_id, sum(v.units_delta) as units, max(v.series) as series
        from position_events v join ledger_transactions t on t.id = v.transaction_id
        where v.user_id = u.id group by 1, 2
      ) c
    ))`,
  common: `select json_object_agg(p.bot_id, json_build_object('closedTrades', p.close_sequence, 'nav', p.nav::text, 'series', p.series))
    from pools p`,
  parse: (
    own: { signedUpAt: string; changes: DayChange[] | null; units: DayUnits[] | null },
    pools: HistoryParts["pools"] | null,
  ) => ({
    signedUpAt: new Date(own.signedUpAt),
    changes: own.changes ?? [],
    units: own.units ?? [],
    pools: pools ?? {},
  }),
};
