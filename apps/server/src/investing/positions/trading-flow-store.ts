import type { Sql } from "../../platform/db/pool.ts";
import {
  ALL_BOTS,
  HELD_COLUMN,
  WAITING_EXIT,
  toHeldSnapshots,
  type HeldSnapshot,
  type HeldSnapshotRow,
} from "../../ledger/api.ts";

/** An account that ever had a position. */
interface TradingFlow {
  userId: string;
  /** The money returned by bots minus the money invested, in dollars. */
  net: string;
}

/**
 * Reads accounts that ever had a position, in the order of their ids. Money granted by an administrator is not a trading
 * profit: an adjustment of a position counts as invested, and a transfer of granted profit is left out.
 * @param after the id of the last account of the page before; null for the first page
 */
export function readTradingFlows(sql: Sql, after: string | null, limit: number): Promise<TradingFlow[]> {
  return sql.byKey<TradingFlow[]>`
    select h.user_id as "userId", (coalesce((
      select sum(e.amount) from ledger_accounts a
      join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = h.user_id and split_part(a.code, ':', 3) in ('deposit_funds', 'profit_funds', 'running_profit')
        and t.kind in ('allocation', 'deactivation', 'stop-loss', 'take-profit', 'investment-transfer', 'profit-transfer', 'winding-up')), 0)
      - coalesce((select sum(value_delta) from position_events where user_id = h.user_id and kind = 'adjustment'), 0))::text as net
    from (
      select distinct user_id from position_events
      where ${after}::uuid is null or user_id > ${after}::uuid order by user_id limit ${limit}::integer
    ) h
    order by h.user_id`;
}

/** Reads the positions of several accounts with their bots. */
export async function readPositionsOf(
  sql: Sql,
  userIds: readonly string[],
  maxPriceAgeMs: number,
): Promise<HeldSnapshot[]> {
  const rows = await sql.byKey<HeldSnapshotRow[]>`
    select h.user_id as "userId", ${sql.byKey.raw(HELD_COLUMN)},
      case when row_number() over (order by h.user_id, h.bot_id) = 1 then (${sql.byKey.raw(ALL_BOTS)}) end as bots
    from positions h ${sql.byKey.raw(WAITING_EXIT)} where h.user_id = any(${userIds}::uuid[])
    order by h.user_id, h.bot_id`;
  return toHeldSnapshots(rows, maxPriceAgeMs);
}
