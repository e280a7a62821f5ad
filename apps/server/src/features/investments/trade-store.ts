import { CLOSED_TRADE_COLUMNS, type ClosedTradeRow } from "../../core/bots/closed-trade-store.ts";
import type { TradeBounds } from "../../core/bots/trade-bounds-store.ts";
import { pageAt } from "../../core/paging/answer-list.ts";
import type { Queryable } from "../../db/pool.ts";

/** A bot's trade with its position in a paginated list. */
export interface PagedTradeRow extends ClosedTradeRow {
  pageAt: string;
}

/** Selects trades of one holding period below an id that match the filters. */
export interface TradeRange {
  botId: string;
  /** Only sequences after this one, up to `until` (null: up to now). */
  after: number;
  until: number | null;
  belowId: string;
  bounds: TradeBounds;
  symbol: string | undefined;
  side: string | undefined;
}

/** Finds the sequence of each bot's newest trade below an id, by its index; bots without such a trade are left out. */
export async function findNewestBelow(
  sql: Queryable,
  botIds: readonly string[],
  belowId: string,
): Promise<Record<string, number>> {
  const rows = await sql<{ botId: string; sequence: bigint }[]>`
    select b.id as "botId", t.sequence from unnest(${botIds}::uuid[]) as b (id)
    cross join lateral (
      select sequence from bot_trades where (bot_id, id) < (b.id, ${belowId}::bigint) and bot_id = b.id
      order by bot_id desc, id desc limit 1
    ) t`;
  return Object.fromEntries(rows.map(({ botId, sequence }) => [botId, Number(sequence)]));
}

const COLUMNS = `${CLOSED_TRADE_COLUMNS}, ${pageAt("t.executed_at")}`;

/**
 * Lists the trades of a range, newest first. Ids grow with sequence and time, so every bound is converted to an id, and
 * an index makes deep pages as fast as the first.
 */
export function listTradesInRange(sql: Queryable, range: TradeRange, limit: number): Promise<PagedTradeRow[]> {
  const { botId, belowId, bounds, symbol } = range;
  const after = String(range.after);
  const until = range.until?.toString() ?? null;
  const side = range.side ?? null;
  if (symbol === undefined) {
    return sql<PagedTradeRow[]>`
      select ${sql.raw(COLUMNS)} from bot_trades t join trading_bots b on b.id = t.bot_id
      where (t.bot_id, t.id) > (${botId}::uuid, greatest(${bounds.above}::bigint,
          (select id from bot_trades where bot_id = ${botId} and sequence = ${after}::bigint)))
        and (t.bot_id, t.id) < (${botId}::uuid, least(${belowId}::bigint, ${bounds.below}::bigint,
          (select id + 1 from bot_trades where bot_id = ${botId} and sequence = ${until}::bigint)))
        and (${side}::text is null or t.side = ${side}::text)
      order by t.bot_id desc, t.id desc limit ${limit}`;
  }
  return sql<PagedTradeRow[]>`
    select ${sql.raw(COLUMNS)} from bot_trades t join trading_bots b on b.id = t.bot_id
    where (t.bot_id, t.symbol, t.id) > (${botId}::uuid, ${symbol}, greatest(${bounds.above}::bigint,
        (select id from bot_trades where bot_id = ${botId} and sequence = ${after}::bigint)))
      and (t.bot_id, t.symbol, t.id) < (${botId}::uuid, ${symbol}, least(${belowId}::bigint, ${bounds.below}::bigint,
        (select id + 1 from bot_trades where bot_id = ${botId} and sequence = ${until}::bigint)))
      and (${side}::text is null or t.side = ${side}::text)
    order by t.bot_id desc, t.symbol desc, t.id desc limit ${limit}`;
}
