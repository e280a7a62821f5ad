import type { FeedKind } from "@wazi/contracts";
import type { Candle, Interval } from "@wazi/trading";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import type { FirstBar } from "./day-closes.ts";
import type { ClosedCandle } from "./market-feed.ts";
import { createHash, randomBytes } from "node:crypto";

const SEED_BYTES = 32;

/** A seed of 256 bits from the system's generator, and the SHA-256 of its 64 hexadecimal characters. */
interface SecretSeed {
  seed: string;
  commitment: string;
}

/**
 * Ends the current secret feed, if there is one, and records the commitment of a new one. The seed is published when the feed ends, so that
 * anybody can check that the prices were not chosen.
 */
export async function startSecretFeed(sql: Sql): Promise<SecretSeed> {
  const seed = randomBytes(SEED_BYTES).toString("hex");
  const commitment = createHash("sha256").update(seed).digest("hex");
  await sql.begin(async (tx) => {
    await tx`update simulated_feeds set ended_at = clock_timestamp() where ended_at is null`;
    await tx`insert into simulated_feeds (commitment, seed) values (${commitment}, ${seed})`;
  });
  return { seed, commitment };
}

/** The current secret feed; undefined when prices can be repeated or are not simulated. */
export async function readSecretFeed(sql: Queryable): Promise<SecretSeed | undefined> {
  const [row] = await sql<SecretSeed[]>`select seed, commitment from simulated_feeds where ended_at is null`;
  return row;
}

/** Ends the current secret feed, which publishes its seed: the installation has other prices now. */
export async function endSecretFeed(sql: Sql): Promise<void> {
  await sql`update simulated_feeds set ended_at = clock_timestamp() where ended_at is null`;
}

/** The same issue is reported again after this many minutes. */
const REPEAT_MINUTES = 10;

/** Counts the issues of feeds. Returns those to report: new ones, and those not reported for a while. */
export async function saveFeedIssues<T extends { feed: string; symbol: string; kind: string; message: string }>(
  sql: Queryable,
  issues: readonly T[],
): Promise<T[]> {
  const latest = new Map(issues.map((issue) => [`${issue.feed} ${issue.symbol} ${issue.kind}`, issue]));
  const rows = [...latest.values()];
  const due = await sql<{ feed: string; symbol: string; kind: string }[]>`
    with before as (
      select feed, symbol, kind, last_at from feed_troubles
    ), saved as (
      insert into feed_troubles as f (feed, symbol, kind, message)
      select * from unnest(${rows.map(({ feed }) => feed)}::text[], ${rows.map(({ symbol }) => symbol)}::text[],
        ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ message }) => message)}::text[])
      on conflict (feed, symbol, kind) do update
        set message = excluded.message, happened = f.happened + 1, last_at = clock_timestamp()
      returning feed, symbol, kind
    )
    select s.feed, s.symbol, s.kind from saved s left join before b using (feed, symbol, kind)
    where b.last_at is null or b.last_at < clock_timestamp() - make_interval(mins => ${REPEAT_MINUTES})`;
  return rows.filter((row) =>
    due.some(({ feed, symbol, kind }) => feed === row.feed && symbol === row.symbol && kind === row.kind),
  );
}

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

/** The first simulated hour of each symbol; none for one without. */
export async function listFirstHours(sql: Queryable, symbols: readonly string[]): Promise<FirstBar[]> {
  const rows = await sql<{ symbol: string; time: Date; open: string }[]>`
    select distinct on (symbol) symbol, bar_time as time, open::text from candles
    where feed = 'simulated' and interval = '1h' and symbol = any(${symbols}) order by symbol, bar_time`;
  return rows.map(({ symbol, time, open }) => ({ symbol, time: time.getTime(), open: Number(open) }));
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
