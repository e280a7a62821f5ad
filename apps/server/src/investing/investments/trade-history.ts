import type { listUserTrades, Page, QueryOf, Trade } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { parseClosedTrade } from "../bots/closed-trades.ts";
import { findTradeBounds } from "../bots/store.ts";
import { answerList, type PageRow } from "../../platform/paging/answer-list.ts";
import type { HeldUnits } from "../positions/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import {
  computeShare,
  clipPeriods,
  findHoldingPeriods,
  parseFlowsByBot,
  toInvestorTrade,
  type ParsedFlow,
  type TradeShare,
} from "./investor-trade.ts";
import { findNewestBelow, listTradesInRanges, type PagedTradeRow, type TradeRange } from "./store.ts";

type Query = QueryOf<typeof listUserTrades>;
type Filters = Omit<Query, "limit" | "cursor">;

interface FoundTrade extends PageRow {
  trade: Trade;
}

/**
 * Lists an investor's trades, newest first and paginated. Trades are not stored per investor, so a page reads and merges
 * the trades of each of the investor's bots.
 * @throws AppError VALIDATION a cursor of another list or other filters
 */
export async function listTradeHistory(sql: Queryable, held: HeldUnits, query: Query): Promise<Trade[] | Page<Trade>> {
  const asked = held.flows.filter(({ botId }) => query.botId === undefined || botId === query.botId);
  const flowsByBot = parseFlowsByBot(asked);
  return answerList<FoundTrade, Trade>({
    list: "user trades",
    query,
    readRows: async (after, limit) => {
      const newest =
        query.cursor === undefined ? held.closedBy : await findNewestBelow(sql, [...flowsByBot.keys()], after.id);
      const bots: BotTrades[] = [];
      for (const [botId, flows] of flowsByBot) {
        const periods = clipPeriods(findHoldingPeriods(flows), newest[botId] ?? 0);
        if (periods.length === 0) continue;
        const bounds = await findTradeBounds(sql, botId, { from: query.from, to: query.to });
        const ranges = periods.map(({ after: first, until }) => ({
          botId,
          after: first,
          until,
          belowId: after.id,
          bounds,
        }));
        bots.push({ flows, ranges, found: [] });
      }
      await readTradesOfBots(sql, bots, query, limit);
      const found = bots.flatMap((bot) => bot.found.slice(0, limit));
      return found.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1)).slice(0, limit);
    },
    toItems: (rows) => rows.map(({ trade }) => trade),
  });
}

interface BotTrades {
  flows: readonly ParsedFlow[];
  /** The trades that have not been read, newest first. */
  ranges: TradeRange[];
  /** Newest first. */
  found: FoundTrade[];
}

/** Each statement reads this many times more holding periods of each bot than the one before, up to `MAX_PERIODS`. */
const PERIODS_FACTOR = 4;
const MAX_PERIODS = 64;

/**
 * Reads the newest trades of each bot, one holding period after the other, until there are enough. A statement reads all
 * bots that do not have enough yet.
 */
async function readTradesOfBots(
  sql: Queryable,
  bots: readonly BotTrades[],
  filters: Filters,
  limit: number,
): Promise<void> {
  const { symbol, side } = filters;
  for (let periods = 1; ; periods = Math.min(periods * PERIODS_FACTOR, MAX_PERIODS)) {
    const asked = bots
      .filter(({ ranges, found }) => ranges.length > 0 && found.length < limit)
      .map((bot) => ({ bot, ranges: bot.ranges.slice(0, periods) }));
    if (asked.length === 0) return;
    const all = asked.flatMap(({ ranges }) => ranges);
    const rows = await listTradesInRanges(sql, all, { symbol, side }, limit);
    let read = 0;
    for (const { bot, ranges } of asked) {
      takeTrades(bot, ranges, rows.slice(read, read + ranges.length), { filters, limit });
      read += ranges.length;
    }
  }
}

/** Adds what was read of a bot's newest ranges, up to the first of which only the newest trades were read. */
function takeTrades(
  bot: BotTrades,
  ranges: readonly TradeRange[],
  read: readonly PagedTradeRow[][],
  { filters, limit }: { filters: Filters; limit: number },
): void {
  for (const [index, range] of ranges.entries()) {
    const rows = read[index] ?? [];
    for (const row of rows) {
      const closed = parseClosedTrade(row);
      const share = computeShare(closed, bot.flows);
      if (!share || !matchesOutcome(share, filters)) continue;
      bot.found.push({ id: row.id, pageAt: row.pageAt, trade: toInvestorTrade(closed, share) });
    }
    bot.ranges.shift();
    const last = rows.at(-1);
    if (last && rows.length === limit) {
      bot.ranges.unshift({ ...range, belowId: last.id });
      return;
    }
  }
}

/** Compares the investor's own gain, because an investor who joined during a winning trade may have lost money. */
function matchesOutcome({ profit }: TradeShare, { outcome }: Filters): boolean {
  if (outcome === undefined) return true;
  const gain = parseCents(profit);
  return outcome === "won" ? gain > 0n : gain < 0n;
}
