import { personColumn, type Person } from "../../record/api.ts";
import type { BalanceRow } from "../../ledger/api.ts";
import type { PlacedRow, Slice, TableOrder } from "../../platform/paging/table-order.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/**
 * Newest first. Transactions of one investor are posted one after another under a lock on their accounts, so their ids
 * follow their order in time and the balances after each are exact.
 */
export const movementOrder: TableOrder = { keys: [{ sql: "transaction_id", type: "bigint" }], isDescending: true };

export interface PlacedMovement extends PlacedRow {
  id: string;
}

/**
 * A slice of the transactions with entries or position changes of an investor. Each account and each position is read from
 * its index, no further than the slice can reach.
 */
export function listMovementPlaces(sql: Queryable, userId: string, slice: Slice): Promise<PlacedMovement[]> {
  return sql<PlacedMovement[]>`
    select transaction_id::text as id, ${slice.place} from (
      select e.transaction_id from ledger_accounts a cross join lateral (
        select transaction_id from ledger_entries where account_id = a.id and ${slice.where}
        order by ${slice.orderBy} limit ${slice.limit}
      ) e where a.user_id = ${userId}
      union
      select v.transaction_id from trading_bots b cross join lateral (
        select transaction_id from position_events where user_id = ${userId} and bot_id = b.id and ${slice.where}
        order by ${slice.orderBy} limit ${slice.limit}
      ) v
    ) movements order by ${slice.orderBy} limit ${slice.limit}`;
}

export async function countMovements(sql: Queryable, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select e.transaction_id from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.user_id = ${userId}
      union select transaction_id from position_events where user_id = ${userId}
    ) movements`;
  return row?.count ?? 0;
}

/** Balances of an investor's accounts after a transaction: the current ones less later changes. */
export function readBalancesAfter(sql: Queryable, userId: string, transactionId: string): Promise<BalanceRow[]> {
  return sql<BalanceRow[]>`
    select split_part(a.code, ':', 3) as account, (a.balance - coalesce((
        select sum(amount) from ledger_entries where account_id = a.id and transaction_id > ${transactionId}::bigint
      ), 0))::numeric(20, 2)::text as amount
    from ledger_accounts a where a.user_id = ${userId}
    union all
    select 'invested', (
      coalesce((select sum(own_deposit + own_profit) from positions where user_id = ${userId}), 0) - coalesce((
        select sum(own_deposit_delta + own_profit_delta) from position_events
        where user_id = ${userId} and transaction_id > ${transactionId}::bigint
      ), 0))::numeric(20, 2)::text`;
}

/** A transaction with all its entries. */
export interface PostedRow {
  id: string;
  actor: Person | null;
  /** The investor's accounts first, then those of the platform. */
  entries: { code: string; amount: string }[];
}

/** All entries of the transactions, and the actor if it was not the user. */
export function readPostings(sql: Queryable, userId: string, transactionIds: readonly string[]): Promise<PostedRow[]> {
  return sql<PostedRow[]>`
    select t.id::text, ${sql.raw(personColumn("nullif(t.actor_id, asked.user_id)", "actor"))}, (
        select coalesce(jsonb_agg(jsonb_build_object('code', a.code, 'amount', e.amount::text)
          order by a.user_id is null, a.id), '[]')
        from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id
      ) as entries
    from (select ${userId}::uuid as user_id) asked, ledger_transactions t
    where t.id = any(${transactionIds}::bigint[])`;
}

/** Names of all bots, including retired ones. */
export async function readBotNames(sql: Queryable): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`select id, name from trading_bots`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
