import type { Side } from "@wazi/trading";
import type { BotTrade, ClosedTrade, FeedKind, BotMarket } from "@wazi/contracts";
import { type TradeBounds, RECORD_AFTER } from "../../investing/api.ts";
import { pageAt } from "../../platform/paging/answer-list.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { RecordInterest, RecordTrade } from "./record-book.ts";

export interface RecordedBot {
  id: string;
  name: string;
  market: BotMarket;
  /** The unit price after closed trades, and the newest and the lowest exit mark of the open trades; null without one. */
  nav: string;
  exitMark: string | null;
  lowestExit: string | null;
}

export function listRecordedBots(sql: Queryable): Promise<RecordedBot[]> {
  return sql<RecordedBot[]>`
    select b.id, b.name, b.market, p.nav::text,
      (case when p.open_trade is not null and m.version = p.version then m.exit_mark end)::text as "exitMark",
      (case when p.open_trade is not null and m.version = p.version then m.lowest_exit end)::text as "lowestExit"
    from trading_bots b join pools p on p.bot_id = b.id left join pool_marks m on m.bot_id = b.id
    where b.is_active order by b.place`;
}

/** Lists a bot's trades after a sequence, oldest first: by the number, not by the text of the same name. */
export function listTradesAfter(
  sql: Queryable,
  botId: string,
  sequence: string,
  limit: number,
): Promise<RecordTrade[]> {
  return sql<RecordTrade[]>`
    select sequence::text, feed, nav_before::text as "navBefore", nav_after::text as "navAfter",
      lowest_nav::text as "lowestNav", opened_at as "openedAt", executed_at as "executedAt",
      entry_bar_time as "entryBarTime", bar_time as "barTime", pool_gain::text as "poolGain"
    from bot_trades t where bot_id = ${botId} and t.sequence > ${sequence}::bigint order by t.sequence limit ${limit}`;
}

/** Lists the interest of a bot's current record on each feed after a ledger transaction, oldest first. */
export function listInterestAfter(sql: Queryable, botId: string, transactionId: string): Promise<RecordInterest[]> {
  return sql<RecordInterest[]>`
    select feed, day::text, close_sequence::text as "closeSequence", transaction_id::text as "transactionId",
      nav_before::text as "navBefore", nav_after::text as "navAfter", posted_at as "postedAt"
    from pool_interest t where bot_id = ${botId} and transaction_id > ${transactionId}::bigint and record = coalesce((
      select max(s.record) from record_starts s where s.bot_id = t.bot_id and s.feed = t.feed), 0)
    order by t.close_sequence, t.transaction_id`;
}

export interface RecordStart {
  feed: FeedKind;
  /** The bot's last trade before the record; 0 for its first record. */
  afterSequence: string;
  symbol: string;
  startPrice: string;
  startedAt: Date;
  /** Null when the symbol no longer has a price on this feed. */
  price: string | null;
}

/** Lists the prices of a bot's symbols at the start of its current record on each feed, and now. */
export function listRecordStarts(sql: Queryable, botId: string): Promise<RecordStart[]> {
  return sql<RecordStart[]>`
    select s.feed, s.after_sequence::text as "afterSequence", s.symbol, trim_scale(s.price)::text as "startPrice", s.started_at as "startedAt",
      trim_scale(m.price)::text as price
    from record_starts s join trading_bots b on b.id = s.bot_id
    left join lateral (
      -- A bot of shares may hold a fund.
      select price from market_prices where symbol = s.symbol and feed = s.feed and market in (b.market, 'portfolio')
      order by market = b.market desc limit 1
    ) m on true
    where s.bot_id = ${botId} and s.record = (
      select max(c.record) from record_starts c where c.bot_id = s.bot_id and c.feed = s.feed)
    order by s.symbol`;
}

export interface OtherFeed {
  feed: FeedKind;
  closedTrades: number;
  since: Date;
  until: Date;
}

export function listOtherFeeds(sql: Queryable, botId: string, feed: FeedKind): Promise<OtherFeed[]> {
  return sql<OtherFeed[]>`
    select feed, count(*)::int as "closedTrades", min(opened_at) as since, max(executed_at) as until
    from bot_trades where bot_id = ${botId} and feed <> ${feed} group by feed order by feed`;
}

export async function countActiveInvestors(sql: Queryable): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct user_id)::int as count from positions where is_active`;
  return row?.count ?? 0;
}

export type RecentTradeRow = Pick<BotTrade, "botId" | "botName" | "market" | "symbol" | "side" | "feed"> & {
  navBefore: string;
  navAfter: string;
  poolGain: string;
  executedAt: Date;
  barTime: Date;
};

/** Lists the newest closed trades of all bots. */
export function listRecentTrades(sql: Queryable, limit: number): Promise<RecentTradeRow[]> {
  return sql<RecentTradeRow[]>`
    select t.bot_id as "botId", b.name as "botName", b.market, t.symbol, t.side, t.feed, t.nav_before::text as "navBefore",
      t.nav_after::text as "navAfter", t.pool_gain::text as "poolGain", t.executed_at as "executedAt", t.bar_time as "barTime"
    from bot_trades t join trading_bots b on b.id = t.bot_id order by t.executed_at desc limit ${limit}`;
}

export async function botExists(sql: Queryable, botId: string): Promise<boolean> {
  const rows = await sql`select from trading_bots where id = ${botId} and is_active`;
  return rows.length > 0;
}

export interface ClosedTradeRow {
  id: string;
  pageAt: string;
  botId: string;
  botName: string;
  market: BotMarket;
  symbol: string;
  side: Side;
  feed: FeedKind;
  entryPrice: string;
  exitPrice: string;
  openedAt: Date;
  executedAt: Date;
  entryBarTime: Date;
  barTime: Date;
  reason: ClosedTrade["reason"];
  exposure: string;
  dividends: string;
  financing: string;
  /** Spread, slippage, commission and financing as fractions of the nav before; null from before they were recorded. */
  costs: [string, string, string, string] | null;
  navBefore: string;
  navAfter: string;
  poolGain: string;
}

const CLOSED_TRADE_COLUMNS = `t.id::text, ${pageAt("t.executed_at")}, t.bot_id as "botId", b.name as "botName", b.market, t.symbol,
  t.side, t.feed, trim_scale(t.entry_price)::text as "entryPrice", trim_scale(t.exit_price)::text as "exitPrice",
  t.opened_at as "openedAt", t.executed_at as "executedAt", t.entry_bar_time as "entryBarTime", t.bar_time as "barTime",
  t.reason, trim_scale(t.exposure)::text as exposure, trim_scale(t.dividends)::text as dividends,
  trim_scale(t.financing)::text as financing, case when t.spread_cost is not null then
    array[t.spread_cost::text, t.slippage_cost::text, t.commission_cost::text, t.financing_cost::text] end as costs,
  t.nav_before::text as "navBefore", t.nav_after::text as "navAfter", t.pool_gain::text as "poolGain"`;

/** Lists a bot's closed trades below an id, newest first. Deep pages are as fast as the first, because an index is used. */
export function listClosedTrades(
  sql: Queryable,
  wanted: {
    botId: string;
    belowId: string;
    bounds: TradeBounds;
    symbol: string | undefined;
    side: string | undefined;
  },
  limit: number,
): Promise<ClosedTradeRow[]> {
  const { botId, belowId, bounds, symbol } = wanted;
  const side = wanted.side ?? null;
  if (symbol === undefined) {
    return sql<ClosedTradeRow[]>`
      select ${sql.raw(CLOSED_TRADE_COLUMNS)} from bot_trades t join trading_bots b on b.id = t.bot_id
      where (t.bot_id, t.id) > (${botId}::uuid, ${bounds.above}::bigint)
        and (t.bot_id, t.id) < (${botId}::uuid, least(${belowId}::bigint, ${bounds.below}::bigint))
        and (${side}::text is null or t.side = ${side}::text)
      order by t.bot_id desc, t.id desc limit ${limit}`;
  }
  return sql<ClosedTradeRow[]>`
    select ${sql.raw(CLOSED_TRADE_COLUMNS)} from bot_trades t join trading_bots b on b.id = t.bot_id
    where (t.bot_id, t.symbol, t.id) > (${botId}::uuid, ${symbol}, ${bounds.above}::bigint)
      and (t.bot_id, t.symbol, t.id) < (${botId}::uuid, ${symbol}, least(${belowId}::bigint, ${bounds.below}::bigint))
      and (${side}::text is null or t.side = ${side}::text)
    order by t.bot_id desc, t.symbol desc, t.id desc limit ${limit}`;
}

/**
 * The change of each bot's unit price on each day of its bars (UTC) with a closed trade or interest on its feed, oldest first. A trade that
 * lost everything is left out, because the bot trades no more.
 */
export function listDailyChanges(
  sql: Queryable,
  bots: readonly { botId: string; feed: FeedKind }[],
): Promise<{ botId: string; day: string; change: number }[]> {
  return sql<{ botId: string; day: string; change: number }[]>`
    select "botId", day, exp(sum(ln((nav_after / nav_before)::float8))) - 1 as change from (
      select t.bot_id as "botId", (t.bar_time at time zone 'UTC')::date::text as day, t.nav_before, t.nav_after
      from unnest(${bots.map(({ botId }) => botId)}::uuid[], ${bots.map(({ feed }) => feed)}::text[]) b (bot_id, feed)
      join bot_trades t on t.bot_id = b.bot_id and t.feed = b.feed
      where t.nav_after > 0 and t.sequence > ${sql.raw(RECORD_AFTER)}
      union all
      select t.bot_id, t.day::text, t.nav_before, t.nav_after
      from unnest(${bots.map(({ botId }) => botId)}::uuid[], ${bots.map(({ feed }) => feed)}::text[]) b (bot_id, feed)
      join pool_interest t on t.bot_id = b.bot_id and t.feed = b.feed
      where t.close_sequence >= ${sql.raw(RECORD_AFTER)}
    ) moved group by 1, 2 order by 1, 2`;
}
