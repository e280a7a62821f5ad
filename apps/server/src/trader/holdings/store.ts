import type { BotMarket, FeedKind } from "@wazi/contracts";
import type { Side } from "@wazi/trading";
import { BOT_STATUS_COLUMN } from "../../ledger/api.ts";
import { RECORD_AFTER } from "../../investing/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { PoolTrade } from "../loop/open-trade.ts";

/** A bot with its pool, its saved state and its mark. */
export interface HeldPool {
  id: string;
  name: string;
  status: "trading" | "paused" | "halted" | "winding-up";
  nav: string;
  openTrades: readonly PoolTrade[];
  /** As the trader saved it; null before its first start. */
  engine: unknown;
  /** True when the mark is of what is open now and may be traded on. */
  isMarked: boolean;
  markedAt: Date | null;
  markAgeMs: number | null;
}

export async function findHeldPool(sql: Queryable, botId: string): Promise<HeldPool | undefined> {
  const [row] = await sql<HeldPool[]>`
    select b.id, b.name, ${sql.raw(BOT_STATUS_COLUMN)} as status, p.nav::text, p.open_trades as "openTrades", e.state as engine,
      coalesce(m.version = p.version and m.usable, false) as "isMarked", m.priced_at as "markedAt",
      (extract(epoch from clock_timestamp() - m.priced_at) * 1000)::float8 as "markAgeMs"
    from trading_bots b join pools p on p.bot_id = b.id
    left join bot_engines e on e.bot_id = b.id left join pool_marks m on m.bot_id = b.id
    where b.id = ${botId} and b.is_active`;
  return row;
}

export interface SymbolPrice {
  symbol: string;
  price: string;
  barTime: Date | null;
  pricedAt: Date;
}

/** The latest prices of symbols of a market on a feed. */
export function listSymbolPrices(
  sql: Queryable,
  { market, feed, symbols }: { market: BotMarket; feed: FeedKind; symbols: readonly string[] },
): Promise<SymbolPrice[]> {
  return sql<SymbolPrice[]>`
    select symbol, trim_scale(price)::text as price, bar_time as "barTime", priced_at as "pricedAt"
    from market_prices where market = ${market} and feed = ${feed} and symbol = any(${symbols}::text[])`;
}

export interface InterestSum {
  days: number;
  until: string | null;
  /** The sum of the rises of the unit price, as fractions of it. */
  growth: string;
}

/** Sums the interest of a bot's current record on a feed over its last `days` market days. */
export async function sumInterest(sql: Queryable, botId: string, feed: FeedKind, days: number): Promise<InterestSum> {
  const [row] = await sql<InterestSum[]>`
    select count(*)::int as days, max(day)::text as until,
      coalesce(sum(trunc((nav_after - nav_before) / nullif(nav_before, 0), 12)), 0)::text as growth
    from (
      select day, nav_before, nav_after from pool_interest i
      where bot_id = ${botId} and feed = ${feed} and record = coalesce((
        select max(s.record) from record_starts s where s.bot_id = i.bot_id and s.feed = i.feed), 0)
      order by day desc limit ${days}) newest`;
  return row ?? { days: 0, until: null, growth: "0" };
}

export interface SoldPart {
  symbol: string;
  side: Side;
  exposure: string;
  baseNav: string;
  entryPrice: string;
  exitPrice: string;
  entryBarTime: Date;
  barTime: Date;
  navAfter: string;
  /** Spread, slippage and commission as a fraction of the nav at entry; null from before they were recorded. */
  cost: string | null;
}

/** Lists the last closed trades of a bot's current record on a feed, newest first. */
export function listSoldParts(sql: Queryable, botId: string, feed: FeedKind, limit: number): Promise<SoldPart[]> {
  return sql<SoldPart[]>`
    select t.symbol, t.side, t.exposure::text, coalesce(t.base_nav, t.nav_before)::text as "baseNav", t.entry_price::text as "entryPrice",
      t.exit_price::text as "exitPrice", t.entry_bar_time as "entryBarTime", t.bar_time as "barTime", t.nav_after::text as "navAfter",
      (t.spread_cost + t.slippage_cost + t.commission_cost)::text as cost
    from bot_trades t
    where t.bot_id = ${botId} and t.feed = ${feed} and t.sequence > ${sql.raw(RECORD_AFTER)}
    order by t.sequence desc limit ${limit}`;
}
