import type { Queryable } from "../../db/pool.ts";

/** For everyone who ever held a position: what came back from bots less what went in, in dollars. */
export function readTradingFlows(sql: Queryable): Promise<{ userId: string; net: string }[]> {
  return sql<{ userId: string; net: string }[]>`
    select h.user_id as "userId", coalesce((
      select sum(e.amount) from ledger_accounts a
      join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = h.user_id and a.code like '%_funds'
        and t.kind in ('allocation', 'deactivation', 'investment-transfer', 'profit-transfer', 'winding-up')), 0)::text as net
    from (select distinct user_id from position_events) h`;
}
