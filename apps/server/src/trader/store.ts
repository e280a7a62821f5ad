import type { FeedKind, Market } from "@wazi/contracts";
import { cents, nav as toNav, parseCents, parseNav, parseUnits, units as toUnits, type PoolState } from "@wazi/domain";
import type { Candle } from "@wazi/trading";
import type { Queryable, Sql } from "../db/pool.ts";
import type { ClosedCandle, FeedPrice } from "./market-feed.ts";
import type { PoolTrade } from "./open-trade.ts";

/** A pool as the trader moves it. */
export interface TraderPool {
  botId: string;
  name: string;
  market: Market;
  status: "trading" | "halted" | "winding-up";
  /** Why it is halted or being wound up, in a sentence. */
  haltReason: string | null;
  series: number;
  nav: string;
  unitsAtClose: string;
  cashAtClose: string;
  closeSequence: string;
  wonTrades: string;
  version: string;
  frozen: boolean;
  openTrade: PoolTrade | null;
}

const POOL_COLUMNS = `p.bot_id as "botId", b.name, b.market, p.status, p.halt_reason as "haltReason", p.series, p.nav::text,
  p.units_at_close::text as "unitsAtClose", p.cash_at_close::text as "cashAtClose",
  p.close_sequence::text as "closeSequence", p.won_trades::text as "wonTrades", p.version::text, p.frozen, p.open_trade as "openTrade"`;

export function readPools(sql: Queryable): Promise<TraderPool[]> {
  return sql<TraderPool[]>`
    select ${sql.raw(POOL_COLUMNS)} from pools p join trading_bots b on b.id = p.bot_id order by b.place`;
}

export async function readPool(sql: Queryable, botId: string): Promise<TraderPool> {
  const [pool] = await sql<TraderPool[]>`
    select ${sql.raw(POOL_COLUMNS)} from pools p join trading_bots b on b.id = p.bot_id where p.bot_id = ${botId}`;
  if (!pool) throw new Error(`No pool ${botId}`);
  return pool;
}

/** What a pool holds now: as it stood after the last close, and what came and went since. */
export async function readPoolState(sql: Queryable, botId: string): Promise<PoolState> {
  const [row] = await sql<{ nav: string; units: string; cash: string; flows: string }[]>`
    select p.nav::text,
      (p.units_at_close + coalesce((
        select sum(e.units_delta) from position_events e
        where e.bot_id = p.bot_id and e.transaction_id > p.last_close_transaction), 0))::text as units,
      (select count(*) from position_events e
        where e.bot_id = p.bot_id and e.transaction_id > p.last_close_transaction)::text as flows,
      (p.cash_at_close + coalesce((
        select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.code = 'pool:' || p.bot_id and e.transaction_id > p.last_close_transaction), 0))::text as cash
    from pools p where p.bot_id = ${botId}`;
  if (!row) throw new Error(`No pool ${botId}`);
  return {
    nav: toNav(parseNav(row.nav)),
    units: toUnits(parseUnits(row.units)),
    cash: cents(parseCents(row.cash)),
    flowsSinceClose: Number(row.flows),
  };
}

export async function isPosted(sql: Queryable, operationId: string): Promise<boolean> {
  const rows = await sql`select from ledger_transactions where operation_id = ${operationId}`;
  return rows.length > 0;
}

export async function isOpeningRecorded(sql: Queryable, openingId: string): Promise<boolean> {
  const rows = await sql`select from bot_trades where opening_id = ${openingId}`;
  return rows.length > 0;
}

/** Investors with an active position in a bot, a batch at a time. */
export async function listHolders(sql: Queryable, botId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select user_id from positions where bot_id = ${botId} and is_active order by user_id limit ${limit}`;
  return rows.map(({ user_id }) => user_id);
}

/** A close that a crash cut short is taken up again by the bar that made it; until then flows go on as before. */
export async function unfreezePools(sql: Queryable): Promise<void> {
  await sql`update pools set frozen = false, version = version + 1 where frozen`;
}

export interface MarkRow {
  botId: string;
  version: string;
  entry: string;
  exit: string;
  price: string;
  barTime: Date | null;
}

/** The marks of the open trades of this moment, and no others. */
export async function saveMarks(sql: Queryable, marks: readonly MarkRow[], without: readonly string[]): Promise<void> {
  if (without.length > 0) await sql`update pool_marks set usable = false where bot_id = any(${without}::uuid[])`;
  if (marks.length === 0) return;
  await sql`
    insert into pool_marks (bot_id, version, entry_mark, exit_mark, price, bar_time, priced_at, lowest_exit)
    select bot_id, version, entry_mark, exit_mark, price, bar_time, clock_timestamp(), exit_mark
    from jsonb_to_recordset(${JSON.stringify(
      marks.map(({ botId, version, entry, exit, price, barTime }) => {
        return { bot_id: botId, version, entry_mark: entry, exit_mark: exit, price, bar_time: barTime };
      }),
    )}::text::jsonb)
      as m (bot_id uuid, version bigint, entry_mark numeric, exit_mark numeric, price numeric, bar_time timestamptz)
    on conflict (bot_id) do update set version = excluded.version, entry_mark = excluded.entry_mark,
      exit_mark = excluded.exit_mark, price = excluded.price, bar_time = excluded.bar_time, priced_at = excluded.priced_at,
      usable = true, lowest_exit = case when pool_marks.version = excluded.version
        then least(pool_marks.lowest_exit, excluded.exit_mark) else excluded.exit_mark end
    where pool_marks.version <= excluded.version`;
}

/** Prices of symbols that no feed has any more go, and those that another kind of feed has left. */
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

/** Saves the latest prices, those that have just arrived. */
export async function savePrices(sql: Queryable, prices: readonly (FeedPrice & { place: number })[]): Promise<void> {
  const rows = prices.map(({ market, symbol, feed, price, dayBefore, barTime, place }) => {
    const change = dayBefore === null || dayBefore <= 0 ? 0 : (price / dayBefore - 1) * 100;
    const bar_time = barTime === null ? null : new Date(barTime);
    return { market, symbol, feed, price: String(price), change_percent: change.toFixed(2), bar_time, place };
  });
  await sql`
    with fresh as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as p (market text, symbol text, feed text, price numeric, change_percent numeric, bar_time timestamptz, place integer)
    )
    insert into market_prices (market, symbol, price, change_percent, feed, bar_time, priced_at, place)
    select market, symbol, price, change_percent, feed, bar_time, clock_timestamp(), place from fresh
    on conflict (market, symbol) do update set price = excluded.price, change_percent = excluded.change_percent,
      feed = excluded.feed, bar_time = excluded.bar_time, priced_at = excluded.priced_at, place = excluded.place`;
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

/** The latest one-minute candles of the symbols, oldest first: what a bot's strategy is warmed up on. */
export async function readMinuteCandles(
  sql: Queryable,
  feed: FeedKind,
  symbols: readonly string[],
  since: Date,
): Promise<{ symbol: string; candle: Candle }[]> {
  const rows = await sql<
    { symbol: string; time: Date; open: string; high: string; low: string; close: string; volume: string }[]
  >`
    select symbol, bar_time as time, open::text, high::text, low::text, close::text, volume::text from candles
    where feed = ${feed} and interval = '1m' and symbol = any(${symbols}) and bar_time >= ${since}
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

/** One-minute candles are kept for two days; the hours stay. */
export async function removeOldCandles(sql: Queryable): Promise<void> {
  await sql`delete from candles where interval = '1m' and feed in ('simulated', 'live') and bar_time < clock_timestamp() - interval '2 days'`;
}

export async function loadFeedState(sql: Queryable, name: string): Promise<unknown> {
  const [row] = await sql<{ state: unknown }[]>`select state from feed_state where name = ${name}`;
  return row?.state;
}

export async function loadEngines(sql: Queryable): Promise<Map<string, unknown>> {
  const rows = await sql<{ bot_id: string; state: unknown }[]>`select bot_id, state from bot_engines`;
  return new Map(rows.map(({ bot_id, state }) => [bot_id, state]));
}

/** Saves where the feeds stand and what the bots remember, together: a restart goes on from one moment. */
export async function saveCheckpoint(
  sql: Sql,
  feeds: readonly { name: string; state: object }[],
  engines: readonly { botId: string; state: object }[],
): Promise<void> {
  await sql.begin(async (tx) => {
    for (const { name, state } of feeds) {
      await tx`
        insert into feed_state (name, state) values (${name}, ${JSON.stringify(state)}::text::jsonb)
        on conflict (name) do update set state = excluded.state, saved_at = clock_timestamp()`;
    }
    for (const { botId, state } of engines) {
      await tx`
        insert into bot_engines (bot_id, state) values (${botId}, ${JSON.stringify(state)}::text::jsonb)
        on conflict (bot_id) do update set state = excluded.state`;
    }
  });
}

/** What a bot's symbols cost when its record on a feed began; one that has begun stays as it is. */
export async function saveRecordStarts(
  sql: Queryable,
  starts: readonly { botId: string; feed: FeedKind; symbol: string; price: string }[],
): Promise<void> {
  if (starts.length === 0) return;
  await sql`
    insert into record_starts (bot_id, feed, symbol, price)
    select * from unnest(${starts.map(({ botId }) => botId)}::uuid[], ${starts.map(({ feed }) => feed)}::text[],
      ${starts.map(({ symbol }) => symbol)}::text[], ${starts.map(({ price }) => price)}::numeric[])
    on conflict do nothing`;
}

/** A trouble of a feed is said again after this many minutes. */
const SAY_AGAIN_MINUTES = 10;

/** Counts what was wrong with feeds; those that are new, or were last said some time ago. */
export async function saveTroubles<T extends { feed: string; symbol: string; kind: string; message: string }>(
  sql: Queryable,
  troubles: readonly T[],
): Promise<T[]> {
  const latest = new Map(troubles.map((trouble) => [`${trouble.feed} ${trouble.symbol} ${trouble.kind}`, trouble]));
  const rows = [...latest.values()];
  const said = await sql<{ feed: string; symbol: string; kind: string }[]>`
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
    where b.last_at is null or b.last_at < clock_timestamp() - make_interval(mins => ${SAY_AGAIN_MINUTES})`;
  return rows.filter((row) =>
    said.some(({ feed, symbol, kind }) => feed === row.feed && symbol === row.symbol && kind === row.kind),
  );
}
