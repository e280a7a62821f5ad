import { poolAccount } from "@wazi/domain";
import { allBots, type Side } from "@wazi/trading";
import { EXIT_MARK_COLUMN, UNITS_COLUMN } from "../../ledger/api.ts";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import type { FeedKind } from "@wazi/contracts";

/** Exclusive bounds for the ids of a bot's trades. */
export interface TradeBounds {
  above: string;
  below: string;
}

const LOWEST_ID = "0";
const HIGHEST_ID = "9223372036854775807";

/**
 * Finds id bounds for a bot's trades in a period, because ids rise with time. When there are no trades in the period,
 * no id lies between the bounds.
 *
 * The queries here and in the pages compare whole rows, so the planner can use only the index of the bot. With the time
 * or the id alone, it would read all trades of other bots until it finds one of a bot that rarely trades.
 */
export async function findTradeBounds(
  sql: Queryable,
  botId: string,
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<TradeBounds> {
  if (from === undefined && to === undefined) return { above: LOWEST_ID, below: HIGHEST_ID };
  const [row] = await sql<{ first: string | null; last: string | null }[]>`
    select (select case when bot_id = ${botId} then id - 1 end::text from (
        select bot_id, id from bot_trades where (bot_id, executed_at) >= (${botId}::uuid, ${from ?? "-infinity"}::timestamptz)
        order by bot_id, executed_at limit 1) f) as first,
      (select case when bot_id = ${botId} then id + 1 end::text from (
        select bot_id, id from bot_trades where (bot_id, executed_at) < (${botId}::uuid, ${to ?? "infinity"}::timestamptz)
        order by bot_id desc, executed_at desc limit 1) l) as last`;
  return { above: row?.first ?? HIGHEST_ID, below: row?.last ?? LOWEST_ID };
}

/**
 * SQL text over trades `t`: the last sequence before the bot's current record on the trade's feed. A replay that starts again
 * begins a new record. 0 for a first record.
 */
export const RECORD_AFTER = `coalesce((select max(s.after_sequence) from record_starts s
  where s.bot_id = t.bot_id and s.feed = t.feed), 0)`;

/** SQL text over pools `p`: the closed trades of the bot's current record, and the won ones among them. */
export const RECORD_TRADES = {
  closed: `(p.close_sequence - coalesce((select max(s.after_sequence) from record_starts s where s.bot_id = p.bot_id), 0))`,
  won: `(p.won_trades - coalesce((select max(s.after_won) from record_starts s where s.bot_id = p.bot_id), 0))`,
} as const;

export interface ClosedTradeRow {
  id: string;
  botId: string;
  botName: string;
  sequence: string;
  series: number;
  symbol: string;
  side: Side;
  exposure: string;
  entryPrice: string;
  exitPrice: string;
  executedAt: Date;
  barTime: Date;
  feed: FeedKind;
  navBefore: string;
  navAfter: string;
  /** The nav when the trade opened, of which the exposure is a part. */
  baseNav: string;
  /** The pool's sum of interest per unit at the close. */
  interestSum: string;
}

/** Columns of a `ClosedTradeRow` from trades `t` and their bots `b`. */
export const CLOSED_TRADE_COLUMNS = `t.id::text, t.bot_id as "botId", b.name as "botName", t.sequence::text, t.series, t.symbol,
  t.side, t.exposure::text, t.entry_price::text as "entryPrice", t.exit_price::text as "exitPrice",
  t.executed_at as "executedAt", t.bar_time as "barTime", t.feed, t.nav_before::text as "navBefore",
  t.nav_after::text as "navAfter", coalesce(t.base_nav, t.nav_before)::text as "baseNav", t.interest_sum::text as "interestSum"`;

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

/** A bot's closed trades, and the last market day whose interest is settled. */
export interface KnownUntil {
  closedTrades: number;
  interestDay: string | null;
}

/** The last trade or interest of a bot at the end of a day. */
export interface ClosingRow {
  /** ISO 8601. */
  executedAt: string;
  nav: string;
  series: number;
}

/**
 * Reads for bots the number of closed trades, the last settled day of interest, and the last trade or interest at the end of
 * each of the last `days` days (UTC), without duplicates and in no order.
 */
export function listClosings(
  sql: Queryable,
  botIds: readonly string[],
  days: number,
): Promise<(KnownUntil & { botId: string; closings: ClosingRow[] | null })[]> {
  return sql<(KnownUntil & { botId: string; closings: ClosingRow[] | null })[]>`
    select p.bot_id as "botId", p.close_sequence::float8 as "closedTrades", p.interest_day::text as "interestDay", (
      select json_agg(distinct jsonb_build_object('executedAt', c.executed_at, 'nav', c.nav_after::text, 'series', c.series))
      from generate_series(0, ${days}::integer) back (days)
      cross join lateral (
        select bot_id, executed_at, nav_after, series from (
          (select bot_id, executed_at, nav_after, series from bot_trades t
            where (t.bot_id, t.executed_at) < (p.bot_id, ((now() at time zone 'UTC')::date + 1 - back.days)::timestamp at time zone 'UTC')
            order by t.bot_id desc, t.executed_at desc limit 1)
          union all
          (select bot_id, posted_at, nav_after, series from pool_interest t
            where (t.bot_id, t.posted_at) < (p.bot_id, ((now() at time zone 'UTC')::date + 1 - back.days)::timestamp at time zone 'UTC')
            order by t.bot_id desc, t.posted_at desc limit 1)
        ) changed order by executed_at desc limit 1
      ) c
      where c.bot_id = p.bot_id) as closings
    from pools p where p.bot_id = any(${botIds}::uuid[])`;
}

const NO_FIGURES = { winRate: "0.00", totalTrades: 0 };

/** Creates the catalogue's missing bots, and the core portfolios after them, each with a pool and a ledger account. Two processes may run it at once. */
export async function seedBots(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    for (const [place, bot] of allBots.entries()) {
      const { winRate, totalTrades } = bot.specified ?? NO_FIGURES;
      const [made] = await tx<{ id: string }[]>`
        insert into trading_bots (place, name, description, market, strategy, win_rate, total_trades)
        values (${place}, ${bot.name}, ${bot.description}, ${bot.market}, ${bot.family}, ${winRate}, ${totalTrades})
        on conflict (name) do nothing returning id`;
      if (!made) continue;
      await tx`insert into pools (bot_id) values (${made.id})`;
      await tx`insert into ledger_accounts (code) values (${poolAccount(made.id)})`;
    }
  });
}

/** The units and unit prices of a bot's pool, as decimal strings. */
export interface PoolValue {
  botId: string;
  /** All units issued and not redeemed. */
  units: string;
  /** The unit price (NAV) from closed trades only. */
  nav: string;
  /** The unit price for a redemption now: from the last mark of the open trade, or the NAV when no trade is open. */
  exitMark: string;
}

/** Reads the units and unit prices of every bot. The cost does not depend on the number of investors. */
export function readPoolValues(sql: Queryable): Promise<PoolValue[]> {
  return sql<PoolValue[]>`
    select p.bot_id as "botId", p.nav::text,
      ${sql.raw(UNITS_COLUMN)},
      ${sql.raw(EXIT_MARK_COLUMN)}
    from pools p left join pool_marks m on m.bot_id = p.bot_id`;
}
