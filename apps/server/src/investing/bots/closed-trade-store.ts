import type { FeedKind } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

export interface ClosedTradeRow {
  id: string;
  botId: string;
  botName: string;
  sequence: string;
  series: number;
  symbol: string;
  side: "buy" | "sell";
  exposure: string;
  entryPrice: string;
  exitPrice: string;
  executedAt: Date;
  barTime: Date;
  feed: FeedKind;
  navBefore: string;
  navAfter: string;
}

/** Columns of a `ClosedTradeRow` from trades `t` and their bots `b`. */
export const CLOSED_TRADE_COLUMNS = `t.id::text, t.bot_id as "botId", b.name as "botName", t.sequence::text, t.series, t.symbol,
  t.side, t.exposure::text, t.entry_price::text as "entryPrice", t.exit_price::text as "exitPrice",
  t.executed_at as "executedAt", t.bar_time as "barTime", t.feed, t.nav_before::text as "navBefore",
  t.nav_after::text as "navAfter"`;

/** A bot's trades from one sequence to another, both included. The sequences of a bot have no gaps. */
export interface SequenceRange {
  botId: string;
  from: number;
  to: number;
}

/** Reads the trades of several ranges, in the order of their sequences. */
export function listTradesInRanges(sql: Queryable, ranges: readonly SequenceRange[]): Promise<ClosedTradeRow[]> {
  return sql<ClosedTradeRow[]>`
    select ${sql.raw(CLOSED_TRADE_COLUMNS)}
    from unnest(${ranges.map(({ botId }) => botId)}::uuid[], ${ranges.map(({ from }) => from)}::bigint[],
      ${ranges.map(({ to }) => to)}::bigint[]) wanted (bot_id, first, last)
    join bot_trades t on t.bot_id = wanted.bot_id and t.sequence between wanted.first and wanted.last
    join trading_bots b on b.id = t.bot_id
    order by t.bot_id, t.sequence`;
}

/** The last trade that a bot had closed at the end of a day. */
export interface ClosingRow {
  /** ISO 8601. */
  executedAt: string;
  nav: string;
  series: number;
}

/**
 * Reads for bots the number of closed trades, and the last one at the end of each of the last `days` days (UTC), without
 * duplicates and in no order.
 */
export function listClosings(
  sql: Queryable,
  botIds: readonly string[],
  days: number,
): Promise<{ botId: string; closedTrades: number; closings: ClosingRow[] | null }[]> {
  return sql<{ botId: string; closedTrades: number; closings: ClosingRow[] | null }[]>`
    select p.bot_id as "botId", p.close_sequence::float8 as "closedTrades", (
      select json_agg(distinct jsonb_build_object('executedAt', c.executed_at, 'nav', c.nav_after::text, 'series', c.series))
      from generate_series(0, ${days}::integer) back (days)
      cross join lateral (
        select bot_id, executed_at, nav_after, series from bot_trades t
        where (t.bot_id, t.executed_at) < (p.bot_id, ((now() at time zone 'UTC')::date + 1 - back.days)::timestamp at time zone 'UTC')
        order by t.bot_id desc, t.executed_at desc limit 1
      ) c
      where c.bot_id = p.bot_id) as closings
    from pools p where p.bot_id = any(${botIds}::uuid[])`;
}
