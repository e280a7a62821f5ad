import type { FeedKind, Market } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { FeedPrice } from "../feeds/market-feed.ts";

export interface MarkRow {
  botId: string;
  version: string;
  entry: string;
  exit: string;
  price: string;
  barTime: Date | null;
  /** The provider's time of the price. Without it the price is of this moment. */
  quotedAt?: Date | undefined;
}

/** Saves the marks of open trades, with the provider's time of their prices, which flows count the age from. The bots in `without` have no usable mark now. */
export async function saveMarks(sql: Queryable, marks: readonly MarkRow[], without: readonly string[]): Promise<void> {
  if (without.length > 0) await sql`update pool_marks set usable = false where bot_id = any(${without}::uuid[])`;
  if (marks.length === 0) return;
  await sql`
    insert into pool_marks (bot_id, version, entry_mark, exit_mark, price, bar_time, priced_at, lowest_exit)
    select bot_id, version, entry_mark, exit_mark, price, bar_time, least(quoted_at, clock_timestamp()), exit_mark
    from jsonb_to_recordset(${JSON.stringify(
      marks.map(({ botId, version, entry, exit, price, barTime, quotedAt: quoted_at }) => {
        return { bot_id: botId, version, entry_mark: entry, exit_mark: exit, price, bar_time: barTime, quoted_at };
      }),
    )}::text::jsonb)
      as m (bot_id uuid, version bigint, entry_mark numeric, exit_mark numeric, price numeric, bar_time timestamptz,
        quoted_at timestamptz)
    on conflict (bot_id) do update set version = excluded.version, entry_mark = excluded.entry_mark,
      exit_mark = excluded.exit_mark, price = excluded.price, bar_time = excluded.bar_time, priced_at = excluded.priced_at,
      usable = true, lowest_exit = case when pool_marks.version = excluded.version
        then least(pool_marks.lowest_exit, excluded.exit_mark) else excluded.exit_mark end
    where pool_marks.version <= excluded.version`;
}

/** Removes prices of symbols without a feed, and prices from another kind of feed. */
export async function removeOtherPrices(
  sql: Queryable,
  symbols: readonly { market: Market; symbol: string; feed: FeedKind }[],
): Promise<void> {
  await sql`
    delete from market_prices m where not exists (
      select from unnest(${symbols.map(({ market }) => market)}::text[], ${symbols.map(({ symbol }) => symbol)}::text[],
        ${symbols.map(({ feed }) => feed)}::text[]) as f (market, symbol, feed)
      where f.market = m.market and f.symbol = m.symbol and f.feed = m.feed)`;
}

export async function savePrices(sql: Queryable, prices: readonly (FeedPrice & { place: number })[]): Promise<void> {
  const rows = prices.map(({ market, symbol, feed, price, dayBefore, barTime, quotedAt, place }) => {
    const change = dayBefore === null || dayBefore <= 0 ? 0 : (price / dayBefore - 1) * 100;
    const bar_time = barTime === null ? null : new Date(barTime);
    const quoted_at = quotedAt === undefined ? null : new Date(quotedAt);
    return {
      market,
      symbol,
      feed,
      price: String(price),
      change_percent: change.toFixed(2),
      bar_time,
      quoted_at,
      place,
    };
  });
  await sql`
    with fresh as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as p (market text, symbol text, feed text, price numeric, change_percent numeric, bar_time timestamptz,
          quoted_at timestamptz, place integer)
    )
    insert into market_prices (market, symbol, price, change_percent, feed, bar_time, priced_at, place)
    select market, symbol, price, change_percent, feed, bar_time, least(quoted_at, clock_timestamp()), place from fresh
    on conflict (market, symbol) do update set price = excluded.price, change_percent = excluded.change_percent,
      feed = excluded.feed, bar_time = excluded.bar_time, priced_at = excluded.priced_at, place = excluded.place`;
}

export interface RecordStartRow {
  botId: string;
  feed: FeedKind;
  record: number;
  symbol: string;
  price: string;
  /** The bot's closed trades, and the won ones among them, before the record. */
  sequence: string;
  won: string;
}

/** Saves the first prices of a bot's track record on a feed. Existing rows are kept. */
export async function saveRecordStarts(sql: Queryable, starts: readonly RecordStartRow[]): Promise<void> {
  if (starts.length === 0) return;
  await sql`
    insert into record_starts (bot_id, feed, record, symbol, price, after_sequence, after_won)
    select bot_id, feed, record, symbol, price, sequence, won
    from jsonb_to_recordset(${JSON.stringify(starts.map(({ botId: bot_id, ...start }) => ({ bot_id, ...start })))}::text::jsonb)
      as s (bot_id uuid, feed text, record integer, symbol text, price numeric, sequence bigint, won bigint)
    on conflict do nothing`;
}
