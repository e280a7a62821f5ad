import type { Queryable } from "../../db/pool.ts";

/**
 * Reads, for every user who ever had a position, the money returned by bots minus the money invested, in dollars. Money
 * granted by an administrator is not a trading profit: an adjustment of a position counts as invested, and a transfer
 * of granted profit is left out.
 */
export function readTradingFlows(sql: Queryable): Promise<{ userId: string; net: string }[]> {
  return sql<{ userId: string; net: string }[]>`
    select h.user_id as "userId", (coalesce((
      select sum(e.amount) from ledger_accounts a
      join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = h.user_id and split_part(a.code, ':', 3) in ('deposit_funds', 'profit_funds', 'running_profit')
        and t.kind in ('allocation', 'deactivation', 'stop-loss', 'take-profit', 'investment-transfer', 'profit-transfer', 'winding-up')), 0)
      - coalesce((select sum(value_delta) from position_events where user_id = h.user_id and kind = 'adjustment'), 0))::text as net
    from (select distinct user_id from position_events) h`;
}
