import type { FeedKind, Market, OperatedBot } from "@wazi/contracts";
import { BOT_STATUS_COLUMN } from "../../ledger/api.ts";
import { personColumn, type Person } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

export interface OperatedBotRow {
  id: string;
  name: string;
  market: Market;
  status: OperatedBot["status"];
  haltReason: string | null;
  nav: string;
  closedTrades: string;
  wonTrades: string;
  /** The last unit prices of its ended series, as decimal strings. */
  endedNavs: string[];
  openTrade: OperatedBot["openTrade"];
  lastTradeAt: Date | null;
  investors: number;
  pause: { at: Date; by: Person | null; reason: string } | null;
}

type FlatRow = Omit<OperatedBotRow, "pause"> & { pausedAt: Date | null; pausedBy: Person | null; pauseReason: string };

/** Lists all bots in catalogue order for the operations screen. */
export async function listOperatedBots(sql: Queryable): Promise<OperatedBotRow[]> {
  const rows = await sql<FlatRow[]>`
    select b.id, b.name, b.market, ${sql.raw(BOT_STATUS_COLUMN)} as status, p.halt_reason as "haltReason", p.nav::text,
      p.close_sequence::text as "closedTrades", p.won_trades::text as "wonTrades",
      case when p.series > 1 then array(
        select nav from (
          select distinct on (series) nav_after::text as nav from bot_trades
          where bot_id = p.bot_id and series < p.series order by series, sequence desc
        ) ended) else '{}' end as "endedNavs",
      case when p.open_trade is not null then jsonb_build_object('symbol', p.open_trade -> 'symbol',
        'side', p.open_trade -> 'side', 'openedAt', p.open_trade -> 'openedAt') end as "openTrade",
      (select executed_at from bot_trades where bot_id = p.bot_id order by executed_at desc limit 1) as "lastTradeAt",
      (select count(*) from positions where bot_id = p.bot_id and is_active)::int as investors,
      s.paused_at as "pausedAt", s.reason as "pauseReason", ${sql.raw(personColumn("s.paused_by", '"pausedBy"'))}
    from trading_bots b join pools p on p.bot_id = b.id
    left join bot_pauses s on s.bot_id = b.id and s.resumed_at is null
    where b.is_active order by b.place`;
  return rows.map(({ pausedAt, pausedBy: by, pauseReason: reason, ...row }) => ({
    ...row,
    pause: pausedAt && { at: pausedAt, by, reason },
  }));
}

/** A symbol that a bot trades and its feed. */
export interface BotSymbol {
  botId: string;
  market: Market;
  symbol: string;
  feed: FeedKind;
}

/**
 * Reads when the newest candle of each bot's symbols closed. Replayed candles have past times and are not stored, so for
 * a replay it is the time at which the last one was played.
 */
export async function readLastCandles(sql: Queryable, symbols: readonly BotSymbol[]): Promise<Map<string, Date>> {
  const rows = await sql<{ botId: string; closedAt: Date }[]>`
    select w.bot_id as "botId",
      max(case when m.bar_time is not null then m.priced_at else c.bar_time + interval '1 minute' end) as "closedAt"
    from unnest(${symbols.map(({ botId }) => botId)}::uuid[], ${symbols.map(({ market }) => market)}::text[],
      ${symbols.map(({ symbol }) => symbol)}::text[], ${symbols.map(({ feed }) => feed)}::text[])
      as w (bot_id, market, symbol, feed)
    left join market_prices m on m.market = w.market and m.symbol = w.symbol and m.feed = w.feed
    left join lateral (
      select bar_time from candles where feed = w.feed and symbol = w.symbol and interval = '1m'
      order by bar_time desc limit 1
    ) c on true
    group by w.bot_id having max(coalesce(c.bar_time, m.priced_at)) is not null`;
  return new Map(rows.flatMap(({ botId, closedAt }) => (closedAt === null ? [] : [[botId, closedAt] as const])));
}

/** Locks a pool against trades, allocations and exits, so that a pause comes entirely before or after them. */
export async function lockPool(tx: Queryable, botId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('pool:' || ${botId}::text, 0))`;
}

/** The state that decides whether a bot can be paused or resumed. */
export interface PausableBot {
  name: string;
  status: "trading" | "halted" | "winding-up";
  /** The latest pause; null if the bot was never paused. */
  lastPause: {
    id: string;
    reason: string;
    pausedAt: Date;
    pausedBy: Person | null;
    resumedAt: Date | null;
    resumedBy: Person | null;
  } | null;
}

export async function findPausableBot(tx: Queryable, botId: string): Promise<PausableBot | null> {
  const [bot] = await tx<Omit<PausableBot, "lastPause">[]>`
    select b.name, p.status from trading_bots b join pools p on p.bot_id = b.id where b.id = ${botId} and b.is_active`;
  if (!bot) return null;
  const [lastPause] = await tx<NonNullable<PausableBot["lastPause"]>[]>`
    select s.id::text, s.reason, s.paused_at as "pausedAt", ${tx.raw(personColumn("s.paused_by", '"pausedBy"'))},
      s.resumed_at as "resumedAt", ${tx.raw(personColumn("s.resumed_by", '"resumedBy"'))}
    from bot_pauses s where s.bot_id = ${botId} order by s.id desc limit 1`;
  return { ...bot, lastPause: lastPause ?? null };
}

export async function insertPause(
  tx: Queryable,
  pause: { botId: string; reason: string; adminId: string; at: Date },
): Promise<void> {
  await tx`
    insert into bot_pauses (bot_id, reason, paused_by, paused_at)
    values (${pause.botId}, ${pause.reason}, ${pause.adminId}, ${pause.at})`;
}

export async function endPause(tx: Queryable, pauseId: string, ending: { adminId: string; at: Date }): Promise<void> {
  await tx`
    update bot_pauses set resumed_by = ${ending.adminId}, resumed_at = ${ending.at}
    where id = ${pauseId}::bigint and resumed_at is null`;
}
