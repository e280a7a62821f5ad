import type { Queryable, Sql } from "../../platform/db/pool.ts";
import type { Lease } from "../../platform/jobs/store.ts";
import type { BotMarket, FeedKind } from "@wazi/contracts";
import { cents, parseCents, parseNav, parseUnits, type PoolState, nav as toNav, units as toUnits } from "@wazi/domain";
import type { PoolTrade } from "./open-trade.ts";
import type { FeedPrice } from "../feeds/market-feed.ts";
import {
  ALL_BOTS,
  HELD_COLUMN,
  type HeldSnapshot,
  type HeldSnapshotRow,
  toHeldSnapshots,
  UNITS_COLUMN,
  WAITING_EXIT,
} from "../../ledger/api.ts";

/** A pool as the trader reads and writes it. */
export interface TraderPool {
  botId: string;
  name: string;
  market: BotMarket;
  status: "trading" | "halted" | "winding-up";
  /** Why the pool is halted or winding up, as a sentence. */
  haltReason: string | null;
  series: number;
  nav: string;
  unitsAtClose: string;
  cashAtClose: string;
  closeSequence: string;
  wonTrades: string;
  version: string;
  frozen: boolean;
  /** Oldest first. */
  openTrades: readonly PoolTrade[];
  /** The running sum of interest per unit. */
  interestSum: string;
  /** The index of Treasury bills, before the operator's margin. */
  billIndex: string;
  /** The last market day whose interest is settled (YYYY-MM-DD), of the feed and record that `interestOf` names. */
  interestDay: string | null;
  interestOf: string | null;
}

const POOL_COLUMNS = `p.bot_id as "botId", b.name, b.market, p.status, p.halt_reason as "haltReason", p.series, p.nav::text,
  p.units_at_close::text as "unitsAtClose", p.cash_at_close::text as "cashAtClose",
  p.close_sequence::text as "closeSequence", p.won_trades::text as "wonTrades", p.version::text, p.frozen, p.open_trades as "openTrades",
  p.interest_sum::text as "interestSum", p.bill_index::text as "billIndex", p.interest_day::text as "interestDay", p.interest_of as "interestOf"`;

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

/** True when nobody's money is in a pool. */
export async function isPoolEmpty(sql: Queryable, botId: string): Promise<boolean> {
  const [row] = await sql<{ units: string }[]>`
    select ${sql.raw(UNITS_COLUMN)} from pools p where p.bot_id = ${botId}`;
  return row !== undefined && parseUnits(row.units) === 0n;
}

/** A pool with its units and cash now: those after the last close, plus the flows since. */
export interface ClosingPool {
  pool: TraderPool;
  state: PoolState;
  /** The entries of the pool since its last close. A flow adds events and entries, so that the door sees it by their counts. */
  entriesSinceClose: number;
  /** True when the operation that was asked for is already posted. */
  isPosted: boolean;
}

interface ClosingPoolRow extends TraderPool {
  units: string;
  flows: string;
  cash: string;
  entries: string;
  isPosted: boolean;
}

/** Reads in one statement what the close of a trade is decided on. */
export async function readClosingPool(sql: Sql, botId: string, operationId: string): Promise<ClosingPool> {
  const [row] = await sql.byKey<ClosingPoolRow[]>`
    select ${sql.raw(POOL_COLUMNS)}, f.flows::text, (p.units_at_close + f.units)::text as units,
      c.entries::text, (p.cash_at_close + c.amount)::text as cash,
      exists (select from ledger_transactions t where t.operation_id = ${operationId}) as "isPosted"
    from pools p join trading_bots b on b.id = p.bot_id
    cross join lateral (
      select count(*) as flows, coalesce(sum(e.units_delta), 0) as units from position_events e
      where e.bot_id = p.bot_id and e.transaction_id > p.last_close_transaction
    ) f
    cross join lateral (
      select count(*) as entries, coalesce(sum(e.amount), 0) as amount from ledger_entries e
      where e.account_id = (select a.id from ledger_accounts a where a.code = 'pool:' || p.bot_id)
        and e.transaction_id > p.last_close_transaction
    ) c
    where p.bot_id = ${botId}`;
  if (!row) throw new Error(`No pool ${botId}`);
  const { units, flows, cash, entries, isPosted, ...pool } = row;
  return {
    pool,
    state: {
      nav: toNav(parseNav(row.nav)),
      units: toUnits(parseUnits(units)),
      cash: cents(parseCents(cash)),
      flowsSinceClose: Number(flows),
    },
    entriesSinceClose: Number(entries),
    isPosted,
  };
}

export async function isOpeningRecorded(sql: Queryable, openingId: string): Promise<boolean> {
  const rows = await sql`select from bot_trades where opening_id = ${openingId} limit 1`;
  return rows.length > 0;
}

/** True when an operation is in the ledger. */
export async function isPosted(sql: Queryable, operationId: string): Promise<boolean> {
  const rows = await sql`select from ledger_transactions where operation_id = ${operationId}`;
  return rows.length > 0;
}

/** The first investors with an active position in a bot, at most `limit`. */
export async function listHolders(sql: Queryable, botId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select user_id from positions where bot_id = ${botId} and is_active order by user_id limit ${limit}`;
  return rows.map(({ user_id }) => user_id);
}

/** Unfreezes pools whose close a crash interrupted. The bar that caused the close is played again and closes the trade. */
export async function unfreezePools(sql: Queryable): Promise<void> {
  await sql`update pools set frozen = false, version = version + 1 where frozen`;
}

/**
 * Keeps the price at which units can be redeemed at a moment. A mark that is there already stays.
 * @param onPaper the bots whose instruments no broker can trade
 */
export async function saveBotMarks(
  sql: Queryable,
  marks: readonly ExitMark[],
  at: Date,
  onPaper: readonly string[],
): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into bot_marks (bot_id, at, exit_mark, interest_sum, bill_index, series, on_paper)
    select bot_id, ${at}, m.exit_mark, p.interest_sum, p.bill_index, p.series, bot_id = any(${onPaper}::uuid[])
    from unnest(${marks.map(({ botId }) => botId)}::uuid[], ${marks.map(({ exitMark }) => exitMark)}::numeric[]) m (bot_id, exit_mark)
    join pools p using (bot_id)
    on conflict do nothing`;
}

/** Leaves one mark an hour before a week ago, and none before 400 days ago. */
export async function thinOutBotMarks(sql: Queryable): Promise<void> {
  await sql`
    delete from bot_marks where (at < now() - interval '7 days' and date_part('minute', at) >= 5) or at < now() - interval '400 days'`;
}

/** Saves that bots rest, once for each record. The database tells those who hold them. */
export async function saveBotRests(sql: Queryable, rests: readonly { botId: string; record: number }[]): Promise<void> {
  if (rests.length === 0) return;
  await sql`
    insert into bot_rests (bot_id, record)
    select * from unnest(${rests.map(({ botId }) => botId)}::uuid[], ${rests.map(({ record }) => record)}::integer[])
    on conflict do nothing`;
}

export async function loadFeedState(sql: Queryable, name: string): Promise<unknown> {
  const [row] = await sql<{ state: unknown }[]>`select state from feed_state where name = ${name}`;
  return row?.state;
}

/** When the feeds were last saved; null before the first time. */
export async function readLastSave(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`select max(saved_at) as at from feed_state where name <> 'clock'`;
  return row?.at ?? null;
}

export async function loadEngines(sql: Queryable): Promise<Map<string, unknown>> {
  const rows = await sql<{ bot_id: string; state: unknown }[]>`select bot_id, state from bot_engines`;
  return new Map(rows.map(({ bot_id, state }) => [bot_id, state]));
}

/**
 * Saves the positions of the feeds and the states of the bots in one transaction, so that a restart continues from one moment.
 * Only the holder of the lease may save: with a position of another trader a bot would miss bars after a restart.
 * @throws Error when another trader has taken the lease
 */
export async function saveCheckpoint(
  sql: Sql,
  lease: Lease,
  feeds: readonly { name: string; state: object }[],
  engines: readonly { botId: string; state: object }[],
): Promise<void> {
  await sql.begin(async (tx) => {
    // The lock makes another trader wait for this commit before it takes the lease and reads what is saved.
    const held = await tx`select from leases where name = ${lease.name} and token = ${lease.token} for share`;
    if (held.length === 0) throw new Error("Another trader has taken the lease. The checkpoint was not saved.");
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
  symbols: readonly { market: string; symbol: string; feed: FeedKind }[],
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

interface RecordStartRow {
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

/** The price at which a unit of a bot can be redeemed now. */
export interface ExitMark {
  botId: string;
  exitMark: string;
}

/** A position that has something to settle. */
export interface DuePosition {
  userId: string;
  botId: string;
}

/**
 * Lists the positions in these bots that have a waiting exit, oldest first, and then those whose stop-loss or take-profit
 * the mark has reached: at most `limit` of each. A position can be listed twice. Partial indexes find them, so that a price
 * that reaches none costs the same for any number of investors. The trader asks at every price.
 */
export function listDuePositions(
  sql: Pick<Sql, "byKey">,
  marks: readonly ExitMark[],
  limit: number,
): Promise<DuePosition[]> {
  return sql.byKey<DuePosition[]>`
    (select e.user_id as "userId", e.bot_id as "botId" from exits e
      where e.status = 'pending' and e.bot_id = any(${marks.map(({ botId }) => botId)}::uuid[])
      order by e.requested_at, e.id limit ${limit}::integer)
    union all
    (select h.user_id, m.bot_id
      from unnest(${marks.map(({ botId }) => botId)}::uuid[], ${marks.map(({ exitMark }) => exitMark)}::numeric[])
        as m (bot_id, exit_mark)
      cross join lateral (
        (select p.user_id from positions p
          where p.bot_id = m.bot_id and p.is_active and p.stop_nav is not null and p.stop_nav >= m.exit_mark limit ${limit}::integer)
        union all
        (select p.user_id from positions p
          where p.bot_id = m.bot_id and p.is_active and p.take_nav is not null and p.take_nav <= m.exit_mark limit ${limit}::integer)
      ) h limit ${limit}::integer)`;
}

/** Reads positions with their bots, which are all that their settlement needs, in the order in which they are listed. */
export async function readHeldPositions(
  sql: Pick<Sql, "byKey">,
  due: readonly DuePosition[],
  maxPriceAgeMs: number,
): Promise<HeldSnapshot[]> {
  const rows = await sql.byKey<HeldSnapshotRow[]>`
    select asked.user_id as "userId", ${sql.byKey.raw(HELD_COLUMN)}, case when asked.n = 1 then (${sql.byKey.raw(ALL_BOTS)}) end as bots
    from unnest(${due.map(({ userId }) => userId)}::uuid[], ${due.map(({ botId }) => botId)}::uuid[])
      with ordinality asked (user_id, bot_id, n)
    join positions h on h.user_id = asked.user_id and h.bot_id = asked.bot_id
    ${sql.byKey.raw(WAITING_EXIT)}
    order by asked.n`;
  return toHeldSnapshots(rows, maxPriceAgeMs);
}
