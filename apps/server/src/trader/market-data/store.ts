import {
  type BotMarket,
  type CandleInterval,
  type ChartCandle,
  type FeedKind,
  type Market,
  type MarketPrice,
  markets,
} from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

interface PriceRow {
  market: Market;
  symbol: string;
  price: string;
  change_percent: string;
  feed: FeedKind;
  bar_time: Date | null;
  priced_at: Date;
}

/** The latest prices of the five markets, one line per symbol, the first of each market before the others. */
export async function listPrices(sql: Queryable): Promise<MarketPrice[]> {
  const rows = await sql<PriceRow[]>`
    select market, symbol, trim_scale(price)::text as price, change_percent::text, feed, bar_time, priced_at
    from market_prices where market = any(${markets}) order by place`;
  return rows.map((row) => ({
    market: row.market,
    symbol: row.symbol,
    price: row.price,
    changePercent: row.change_percent,
    feed: row.feed,
    pricedAt: row.priced_at.toISOString(),
    barTime: row.bar_time?.toISOString() ?? null,
  }));
}

export interface ChartedBot {
  id: string;
  name: string;
  market: BotMarket;
}

export async function findChartedBot(sql: Queryable, botId: string): Promise<ChartedBot | undefined> {
  const rows = await sql<ChartedBot[]>`select id, name, market from trading_bots where id = ${botId} and is_active`;
  return rows[0];
}

/** The latest closed bars that are kept of a symbol, before `to` where that is given, oldest first. */
export async function listCandles(
  sql: Queryable,
  wanted: { feed: FeedKind; symbol: string; interval: CandleInterval; to: string | undefined; limit: number },
): Promise<ChartCandle[]> {
  const rows = await sql<(Omit<ChartCandle, "time"> & { time: Date })[]>`
    select bar_time as time, trim_scale(open)::text as open, trim_scale(high)::text as high, trim_scale(low)::text as low,
      trim_scale(close)::text as close
    from candles
    where feed = ${wanted.feed} and symbol = ${wanted.symbol} and interval = ${wanted.interval}
      and bar_time < coalesce(${wanted.to ?? null}::timestamptz, 'infinity')
    order by bar_time desc limit ${wanted.limit}`;
  return rows.reverse().map((row) => ({ ...row, time: row.time.toISOString() }));
}
