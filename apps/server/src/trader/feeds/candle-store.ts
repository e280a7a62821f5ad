import type { FeedKind } from "@wazi/contracts";
import type { Candle, Interval } from "@wazi/trading";
import type { Queryable } from "../../platform/db/pool.ts";
import type { ClosedCandle } from "./market-feed.ts";

export async function saveCandles(sql: Queryable, feed: FeedKind, candles: readonly ClosedCandle[]): Promise<void> {
  const BATCH = 5_000;
  for (let from = 0; from < candles.length; from += BATCH) {
    const batch = candles.slice(from, from + BATCH);
    const numbers = (pick: (candle: Candle) => number): string[] => batch.map(({ candle }) => String(pick(candle)));
    await sql`
      insert into candles (symbol, interval, bar_time, feed, open, high, low, close, volume)
      select s, i, t, ${feed}, o, h, l, c, v from unnest(
        ${batch.map(({ symbol }) => symbol)}::text[], ${batch.map(({ interval }) => interval)}::text[],
        ${batch.map(({ candle }) => new Date(candle.time).toISOString())}::timestamptz[],
        ${numbers(({ open }) => open)}::numeric[], ${numbers(({ high }) => high)}::numeric[],
        ${numbers(({ low }) => low)}::numeric[], ${numbers(({ close }) => close)}::numeric[],
        ${numbers(({ volume }) => volume)}::numeric[]) as u (s, i, t, o, h, l, c, v)
      on conflict do nothing`;
  }
}

/** The latest candles of one length of the symbols, oldest first, to warm up a bot's strategy. */
export async function readCandles(
  sql: Queryable,
  feed: FeedKind,
  interval: Interval,
  symbols: readonly string[],
  since: Date,
): Promise<{ symbol: string; candle: Candle }[]> {
  const rows = await sql<
    { symbol: string; time: Date; open: string; high: string; low: string; close: string; volume: string }[]
  >`
    select symbol, bar_time as time, open::text, high::text, low::text, close::text, volume::text from candles
    where feed = ${feed} and interval = ${interval} and symbol = any(${symbols}) and bar_time >= ${since}
    order by bar_time, symbol`;
  return rows.map(({ symbol, time, open, high, low, close, volume }) => ({
    symbol,
    candle: {
      time: time.getTime(),
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: Number(volume),
    },
  }));
}

/** One-minute candles are kept for two days of their feed's own time. Hourly candles: platform/retention/maintain-partitions.ts. */
export async function removeOldCandles(sql: Queryable): Promise<void> {
  await sql`
    delete from candles c using (
      select feed, max(bar_time) - interval '2 days' as before from candles
      where interval = '1m' and feed in ('simulated', 'live') group by feed
    ) old
    where c.interval = '1m' and c.feed = old.feed and c.bar_time < old.before`;
}
