import type { FeedKind, Market, MarketPrice } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";

interface PriceRow {
  market: Market;
  symbol: string;
  price: string;
  change_percent: string;
  feed: FeedKind;
  bar_time: Date | null;
  priced_at: Date;
}

/** The latest prices, one line per symbol, the first of each market before the others. */
export async function listPrices(sql: Queryable): Promise<MarketPrice[]> {
  const rows = await sql<PriceRow[]>`
    select market, symbol, trim_scale(price)::text as price, change_percent::text, feed, bar_time, priced_at
    from market_prices order by place`;
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
