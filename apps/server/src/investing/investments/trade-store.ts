import { CLOSED_TRADE_COLUMNS, type ClosedTradeRow } from "../bots/closed-trade-store.ts";
import type { TradeBounds } from "../bots/trade-bounds-store.ts";
import { pageAt } from "../../platform/paging/answer-list.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** A bot's trade with its position in a paginated list. */
export interface PagedTradeRow extends ClosedTradeRow {
  pageAt: string;
}

/** Trades of one holding period below an id. */
export interface TradeRange {
  botId: string;
  /** Only sequences after this one, up to `until` (null: up to now). */
  after: number;
  until: number | null;
  belowId: string;
  bounds: TradeBounds;
}

export interface TradeFilters {
  symbol: string | undefined;
  side: string | undefined;
}

/**
 * Finds the sequence of each bot's newest trade below an id; bots without such a trade are left out. It compares whole
 * rows: with `bot_id = …` the planner would read the trades of all bots from the newest on.
 */
export async function findNewestBelow(
  sql: Queryable,
  botIds: readonly string[],
  belowId: string,
): Promise<Record<string, number>> {
  const rows = await sql<{ botId: string; sequence: bigint }[]>`
    select b.id as "botId", t.sequence from unnest(${botIds}::uuid[]) as b (id)
    cross join lateral (
      select sequence from bot_trades where (bot_id, id) > (b.id, 0) and (bot_id, id) < (b.id, ${belowId}::bigint)
      order by bot_id desc, id desc limit 1
    ) t`;
  return Object.fromEntries(rows.map(({ botId, sequence }) => [botId, Number(sequence)]));
}

const COLUMNS = `${CLOSED_TRADE_COLUMNS}, ${pageAt("t.executed_at")}`;

/** The newest trades between two ids of a range's bot. */
const NEWEST = `where (t.bot_id, t.id) > (r.bot_id, ids.above) and (t.bot_id, t.id) < (r.bot_id, ids.below)
    and (f.side is null or t.side = f.side)
  order by t.bot_id desc, t.id desc limit f.most`;
const NEWEST_OF_SYMBOL = `where (t.bot_id, t.symbol, t.id) > (r.bot_id, f.symbol, ids.above)
    and (t.bot_id, t.symbol, t.id) < (r.bot_id, f.symbol, ids.below) and (f.side is null or t.side = f.side)
  order by t.bot_id desc, t.symbol desc, t.id desc limit f.most`;

/**
 * Lists the newest trades of several ranges in one statement, at most `limit` of each. Ids grow with sequence and time, so
 * every bound is converted to an id, and an index makes deep pages as fast as the first.
 * @returns the trades of each range, newest first
 */
export async function listTradesInRanges(
  sql: Queryable,
  ranges: readonly TradeRange[],
  { symbol, side }: TradeFilters,
  limit: number,
): Promise<PagedTradeRow[][]> {
  const rows = await sql<(PagedTradeRow & { range: number })[]>`
    select r.n::integer as range, found.*
    from (select ${side ?? null}::text as side, ${symbol ?? null}::text as symbol, ${limit}::integer as most) f
    cross join unnest(
        ${ranges.map(({ botId }) => botId)}::uuid[], ${ranges.map(({ after }) => String(after))}::bigint[],
        ${ranges.map(({ until }) => until?.toString() ?? null)}::bigint[], ${ranges.map(({ belowId }) => belowId)}::bigint[],
        ${ranges.map(({ bounds }) => bounds.above)}::bigint[], ${ranges.map(({ bounds }) => bounds.below)}::bigint[]
      ) with ordinality r (bot_id, after, until, below_id, bound_above, bound_below, n)
    cross join lateral (
      select greatest(r.bound_above, (select id from bot_trades where bot_id = r.bot_id and sequence = r.after)) as above,
        least(r.below_id, r.bound_below, (select id + 1 from bot_trades where bot_id = r.bot_id and sequence = r.until)) as below
    ) ids
    cross join lateral (
      select ${sql.raw(COLUMNS)} from bot_trades t join trading_bots b on b.id = t.bot_id
      ${sql.raw(symbol === undefined ? NEWEST : NEWEST_OF_SYMBOL)}
    ) found
    order by r.n, found.id::bigint desc`;
  const byRange: PagedTradeRow[][] = ranges.map(() => []);
  for (const { range, ...row } of rows) byRange[range - 1]?.push(row);
  return byRange;
}
