import { pageAt } from "../../core/paging/answer-list.ts";
import type { Queryable } from "../../db/pool.ts";
import type { BotTradeRow, UnitFlow } from "./investor-trade.ts";

/** A trade of a bot with its place in a list that is read page by page. */
export interface PagedTradeRow extends BotTradeRow {
  page_at: string;
}

/** Which of a bot's trades are read: those in which an investor held units, below an id, that the filters leave. */
export interface TradeRange {
  botId: string;
  /** Sequences after this one, up to `until` (null: up to now). */
  after: bigint;
  until: bigint | null;
  belowId: string;
  symbol: string | undefined;
  side: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** Units that an investor bought or redeemed, in the order in which it happened; of one bot, or of all. */
export function listUnitFlows(
  sql: Queryable,
  userId: string,
  botId: string | undefined,
): Promise<(UnitFlow & { bot_id: string })[]> {
  return sql<(UnitFlow & { bot_id: string })[]>`
    select bot_id, close_sequence::text, trade_open, mark::text, units_delta::text
    from position_events
    where user_id = ${userId} and units_delta <> 0 and (${botId ?? null}::uuid is null or bot_id = ${botId ?? null}::uuid)
    order by transaction_id`;
}

const columns = `t.id::text, t.bot_id, b.name as bot_name, t.sequence::text, t.symbol, t.side, t.exposure::text,
  t.entry_price::text, t.exit_price::text, t.executed_at, t.bar_time, t.feed, t.nav_before::text, t.nav_after::text,
  ${pageAt("t.executed_at")}`;

/**
 * Trades of a range, newest first. Ids rise with a bot's sequence and its clock, so every bound becomes one on the id,
 * and each page is read from its place in an index, however far down it is.
 */
export function listTradesInRange(sql: Queryable, range: TradeRange, limit: number): Promise<PagedTradeRow[]> {
  const { botId, belowId } = range;
  const after = range.after.toString();
  const until = range.until?.toString() ?? null;
  const [from, to, side, symbol] = [range.from, range.to, range.side, range.symbol].map((each) => each ?? null);
  // A statement of its own for each operator: with one for both the planner can't choose the symbol's index.
  const isSymbol = sql.raw(symbol === null ? "is distinct from" : "=");
  return sql<PagedTradeRow[]>`
    select ${sql.raw(columns)} from bot_trades t join trading_bots b on b.id = t.bot_id
    where t.bot_id = ${botId} and t.id < ${belowId}::bigint and t.symbol ${isSymbol} ${symbol}
      and (${side}::text is null or t.side = ${side}::text)
      and t.id > coalesce((select id from bot_trades where bot_id = ${botId} and sequence = ${after}::bigint), 0)
      and (${until}::bigint is null
        or t.id <= (select id from bot_trades where bot_id = ${botId} and sequence = ${until}::bigint))
      and (${from}::timestamptz is null or t.id >= (select id from bot_trades
        where bot_id = ${botId} and executed_at >= ${from}::timestamptz order by executed_at limit 1))
      and (${to}::timestamptz is null or t.id <= (select id from bot_trades
        where bot_id = ${botId} and executed_at < ${to}::timestamptz order by executed_at desc limit 1))
    order by t.id desc limit ${limit}`;
}
