import { UNITS_COLUMN } from "../../ledger/api.ts";
import type { Side } from "@wazi/trading";
import type { Queryable } from "../../platform/db/pool.ts";
import type { PoolTrade } from "../loop/open-trade.ts";
import type { SharedOrder } from "./share-orders.ts";

/** The newest orders of each symbol at a broker, oldest first. */
export function listOrders(
  sql: Queryable,
  { broker, symbols, limit }: { broker: string; symbols: readonly string[]; limit: number },
): Promise<SharedOrder[]> {
  return sql<SharedOrder[]>`
    select o.client_order_id as "clientOrderId", o.symbol, o.side, o.status, o.quantity::text,
      o.filled_quantity::text as "filledQuantity", trim_scale(o.fill_price)::text as "fillPrice", o.fee::text,
      o.model_price::text as "modelPrice", o.planned_at as "plannedAt", o.settled_at as "settledAt", o.decision
    from unnest(${symbols}::text[]) s (symbol) cross join lateral (
      select * from orders where broker = ${broker} and symbol = s.symbol order by sequence desc limit ${limit}) o
    order by o.symbol, o.sequence`;
}

export interface ComparedPool {
  name: string;
  nav: string;
  units: string;
  openTrades: readonly PoolTrade[];
}

export async function findComparedPool(sql: Queryable, botId: string): Promise<ComparedPool | undefined> {
  const [row] = await sql<ComparedPool[]>`
    select b.name, p.nav::text, p.open_trades as "openTrades", ${sql.raw(UNITS_COLUMN)}
    from trading_bots b join pools p on p.bot_id = b.id where b.id = ${botId} and b.is_active`;
  return row;
}

/** A closed trade on live prices, or a part of one. */
export interface ClosedPart {
  opening: string;
  symbol: string;
  side: Side;
  exposure: string;
  baseNav: string;
  entryPrice: string;
  exitPrice: string;
  openedAt: Date;
  executedAt: Date;
  units: string;
}

/** Lists the newest closes since a time, newest first. */
export function listClosedParts(sql: Queryable, botId: string, since: Date, limit: number): Promise<ClosedPart[]> {
  return sql<ClosedPart[]>`
    select opening_id as opening, symbol, side, exposure::text, coalesce(base_nav, nav_before)::text as "baseNav",
      entry_price::text as "entryPrice", exit_price::text as "exitPrice", opened_at as "openedAt", executed_at as "executedAt",
      units::text
    from bot_trades where bot_id = ${botId} and feed = 'live' and executed_at >= ${since}
    order by executed_at desc, id desc limit ${limit}`;
}

/** Sums the units that came in, less those that went out, between two times: the closes around them bound what is read. */
export async function sumUnitChanges(sql: Queryable, botId: string, from: Date, until: Date): Promise<string> {
  const [row] = await sql<{ change: string }[]>`
    select coalesce(sum(units_delta), 0)::text as change from position_events
    where bot_id = ${botId} and happened_at > ${from} and happened_at <= ${until}
      and transaction_id > coalesce((
        select transaction_id from bot_trades where bot_id = ${botId} and executed_at <= ${from} order by executed_at desc limit 1), 0)
      and transaction_id < coalesce((
        select transaction_id from bot_trades where bot_id = ${botId} and executed_at > ${until} order by executed_at limit 1),
        9223372036854775807)`;
  return row?.change ?? "0";
}
