import {
  type BillInterest,
  type Bot,
  type EvidenceHeadline,
  type FeedKind,
  type BotMarket,
  MIN_RECORD_TRADES,
  type Notice,
} from "@wazi/contracts";
import { formatDecimal } from "@wazi/domain";
import { findDecisionInterval, holdsBills, holdsOnlyBills } from "@wazi/trading";
import { decideNewMoney, type UnprovenBots } from "../evidence/new-money.ts";
import { listHeadlines } from "../evidence/store.ts";
import { IS_OVERDUE_COLUMN, RETIRED_ON_COLUMN } from "../retirement/store.ts";
import { BOT_STATUS_COLUMN } from "../../ledger/api.ts";
import { CLOSED_TRADE_COLUMNS, type ClosedTradeRow, RECORD_TRADES, type TradeBounds } from "../bots/store.ts";
import { type JsonRow, parseDates, type UserRead } from "../../platform/http/user-read.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { pageAt } from "../../platform/paging/answer-list.ts";

/** A bot's trade with its position in a paginated list. */
export interface PagedTradeRow extends ClosedTradeRow {
  pageAt: string;
}

/** Trades of one holding period below an id. */
export interface TradeRange {
  botId: string;
  /** Only sequences after this one, up to `until` (null: up to now). */
  after: number;
  until: number | null;
  belowId: string;
  bounds: TradeBounds;
}

interface TradeFilters {
  symbol: string | undefined;
  side: string | undefined;
}

/**
 * Finds the sequence of each bot's newest trade below an id; bots without such a trade are left out. It compares whole
 * rows: with `bot_id = …` the planner would read the trades of all bots from the newest on.
 */
export async function findNewestBelow(
  sql: Queryable,
  botIds: readonly string[],
  belowId: string,
): Promise<Record<string, number>> {
  const rows = await sql<{ botId: string; sequence: bigint }[]>`
    select b.id as "botId", t.sequence from unnest(${botIds}::uuid[]) as b (id)
    cross join lateral (
      select sequence from bot_trades where (bot_id, id) > (b.id, 0) and (bot_id, id) < (b.id, ${belowId}::bigint)
      order by bot_id desc, id desc limit 1
    ) t`;
  return Object.fromEntries(rows.map(({ botId, sequence }) => [botId, Number(sequence)]));
}

const COLUMNS = `${CLOSED_TRADE_COLUMNS}, ${pageAt("t.executed_at")}`;

/** The newest trades between two ids of a range's bot. */
const NEWEST = `where (t.bot_id, t.id) > (r.bot_id, ids.above) and (t.bot_id, t.id) < (r.bot_id, ids.below)
    and (f.side is null or t.side = f.side)
  order by t.bot_id desc, t.id desc limit f.most`;
const NEWEST_OF_SYMBOL = `where (t.bot_id, t.symbol, t.id) > (r.bot_id, f.symbol, ids.above)
    and (t.bot_id, t.symbol, t.id) < (r.bot_id, f.symbol, ids.below) and (f.side is null or t.side = f.side)
  order by t.bot_id desc, t.symbol desc, t.id desc limit f.most`;

/**
 * Lists the newest trades of several ranges in one statement, at most `limit` of each. Ids grow with sequence and time, so
 * every bound is converted to an id, and an index makes deep pages as fast as the first.
 * @returns the trades of each range, newest first
 */
export async function listTradesInRanges(
  sql: Queryable,
  ranges: readonly TradeRange[],
  { symbol, side }: TradeFilters,
  limit: number,
): Promise<PagedTradeRow[][]> {
  const rows = await sql<(PagedTradeRow & { range: number })[]>`
    select r.n::integer as range, found.*
    from (select ${side ?? null}::text as side, ${symbol ?? null}::text as symbol, ${limit}::integer as most) f
    cross join unnest(
        ${ranges.map(({ botId }) => botId)}::uuid[], ${ranges.map(({ after }) => String(after))}::bigint[],
        ${ranges.map(({ until }) => until?.toString() ?? null)}::bigint[], ${ranges.map(({ belowId }) => belowId)}::bigint[],
        ${ranges.map(({ bounds }) => bounds.above)}::bigint[], ${ranges.map(({ bounds }) => bounds.below)}::bigint[]
      ) with ordinality r (bot_id, after, until, below_id, bound_above, bound_below, n)
    cross join lateral (
      select greatest(r.bound_above, (select id from bot_trades where bot_id = r.bot_id and sequence = r.after)) as above,
        least(r.below_id, r.bound_below, (select id + 1 from bot_trades where bot_id = r.bot_id and sequence = r.until)) as below
    ) ids
    cross join lateral (
      select ${sql.raw(COLUMNS)} from bot_trades t join trading_bots b on b.id = t.bot_id
      ${sql.raw(symbol === undefined ? NEWEST : NEWEST_OF_SYMBOL)}
    ) found
    order by r.n, found.id::bigint desc`;
  const byRange: PagedTradeRow[][] = ranges.map(() => []);
  for (const { range, ...row } of rows) byRange[range - 1]?.push(row);
  return byRange;
}

interface BotRow {
  id: string;
  name: string;
  market: BotMarket;
  place: number;
  description: string | null;
  strategy: string;
  nav: string;
  status: Bot["status"];
  closed_trades: string;
  won_trades: string;
  retired_on: string | null;
  is_overdue: boolean;
}

export interface BotListDeps {
  sql: Queryable;
  /** How bots without evidence take new money. */
  unprovenBots: UnprovenBots;
  /** The interest of idle money, and so of the bills of bots. */
  billInterest: BillInterest;
  /** True when bots that hold only bills take no new money. */
  closesBills: boolean;
  feedOf: (botName: string) => FeedKind;
  /** False in live mode for a bot without a broker. */
  isTraded: (botName: string) => boolean;
  /** The symbols that a bot trades on its feed. */
  symbolsOf: (botName: string) => readonly string[];
  /** The symbols of a replay whose prices have ended. */
  listEndedSymbols: () => Promise<ReadonlySet<string>>;
}

/** True when the recorded prices of all of a bot's symbols have ended. */
export function isResting(symbols: readonly string[], ended: ReadonlySet<string>): boolean {
  return symbols.length > 0 && symbols.every((symbol) => ended.has(symbol));
}

/** Lists the bots of the five markets or the core portfolios in catalogue order, with their own record once there is one, before that with their backtest. */
export async function listBots(
  kind: "bots" | "portfolios",
  { sql, unprovenBots, billInterest, closesBills, feedOf, isTraded, symbolsOf, listEndedSymbols }: BotListDeps,
): Promise<Bot[]> {
  const rows = await sql<BotRow[]>`
    select b.id, b.name, b.market, b.place, b.description, b.strategy, p.nav::text, ${sql.raw(BOT_STATUS_COLUMN)} as status,
      ${sql.raw(RECORD_TRADES.closed)}::text as closed_trades,
      ${sql.raw(RECORD_TRADES.won)}::text as won_trades,
      ${sql.raw(RETIRED_ON_COLUMN)} as retired_on, ${sql.raw(IS_OVERDUE_COLUMN)} as is_overdue
    from trading_bots b join pools p on p.bot_id = b.id
    where b.is_active and (b.market = 'portfolio') = ${kind === "portfolios"} order by b.place`;
  const [headlines, ended] = await Promise.all([listHeadlines(sql), listEndedSymbols()]);
  return rows.map((row) => {
    const symbols = [...symbolsOf(row.name)];
    const headline = headlines.get(row.name)?.headline;
    const { retired_on: retiredOn, is_overdue: isOverdue } = row;
    const verdict = headline?.verdict ?? "not-judged";
    return {
      id: row.id,
      name: row.name,
      market: row.market,
      place: kind === "portfolios" ? null : row.place,
      description: row.description ?? "",
      strategy: row.strategy,
      ...readRecord(row, headline),
      nav: row.nav,
      closedTrades: Number(row.closed_trades),
      feed: feedOf(row.name),
      symbols,
      status: row.status,
      verdict,
      newMoney:
        closesBills && holdsOnlyBills(row.name)
          ? "closed"
          : decideNewMoney({ verdict, retiredOn, isOverdue }, unprovenBots),
      retiredOn,
      billInterest: holdsBills(row.name) ? billInterest : null,
      isPaperOnly: !isTraded(row.name),
      isResting: isResting(symbols, ended),
      decisionInterval: findDecisionInterval(row.name),
    };
  });
}

function readRecord(
  { closed_trades: closed, won_trades: won }: BotRow,
  backtest: EvidenceHeadline | undefined,
): Pick<Bot, "winRate" | "totalTrades" | "recordSource"> {
  const closedTrades = Number(closed);
  if (closedTrades >= MIN_RECORD_TRADES) {
    return { winRate: formatWinRate(BigInt(won), BigInt(closed)), totalTrades: closedTrades, recordSource: "own" };
  }
  if (backtest === undefined) return { winRate: null, totalTrades: 0, recordSource: "none" };
  const { winRatePct, trades } = backtest;
  const winRate = winRatePct === null ? null : (Math.floor(winRatePct * 100) / 100).toFixed(2);
  return { winRate, totalTrades: trades, recordSource: "backtest" };
}

function formatWinRate(won: bigint, closed: bigint): string {
  return formatDecimal((won * 10_000n) / closed, 2);
}

/** Finds the status of an investor's exit; null for an unknown id. */
export async function findExit(sql: Queryable, userId: string, exitId: string): Promise<string | null> {
  const [row] = await sql<{ status: string }[]>`
    select status from exits where id = ${exitId} and user_id = ${userId}`;
  return row?.status ?? null;
}

export interface NoticeRow {
  id: string;
  kind: Notice["kind"];
  botId: string;
  botName: string;
  happenedAt: Date;
  mark: string;
  value: string;
  ownMoney: string;
  profitShare: string;
}

const MAX_NOTICES = 50;

/** Redemptions that the investor did not trigger at that moment, newest first. */
export const userNotices: UserRead<NoticeRow[]> = {
  own: `
    select json_agg(n) from (
      select n.* from (
        select e.bot_id || ':' || e.transaction_id as id,
          case when e.kind in ('stop-loss', 'take-profit', 'winding-up') then e.kind
            when x.id is not null then 'exit-settled'
            when t.actor_id is distinct from e.user_id then 'closed-by-operator' end as kind,
          e.bot_id as "botId", b.name as "botName", e.happened_at as "happenedAt", e.mark::text, (-e.value_delta)::text as value,
          (-e.own_deposit_delta - e.own_profit_delta)::text as "ownMoney", e.profit_share::text as "profitShare", e.transaction_id
        from position_events e
        join trading_bots b on b.id = e.bot_id
        join ledger_transactions t on t.id = e.transaction_id
        left join exits x on x.user_id = e.user_id and x.bot_id = e.bot_id and x.ledger_transaction_id = e.transaction_id
          and x.status = 'settled'
        where e.user_id = u.id and e.units_delta < 0 and e.kind <> 'adjustment'
      ) n where n.kind is not null order by n.transaction_id desc limit ${MAX_NOTICES}
    ) n`,
  parse: (rows: JsonRow<NoticeRow>[] | null) => (rows ?? []).map((row) => parseDates<NoticeRow>(row, ["happenedAt"])),
};
