import type { listUserTrades, Page, QueryOf, Trade } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { toClosedTrade } from "../../core/bots/closed-trades.ts";
import { findTradeBounds } from "../../core/bots/trade-bounds-store.ts";
import { answerList, type PageRow } from "../../core/paging/answer-list.ts";
import type { HeldUnits } from "../../core/investors/unit-flow-store.ts";
import type { Queryable } from "../../db/pool.ts";
import {
  computeShare,
  clipPeriods,
  findHoldingPeriods,
  parseFlowsByBot,
  toInvestorTrade,
  type HoldingPeriod,
  type ParsedFlow,
  type TradeShare,
} from "./investor-trade.ts";
import { findNewestBelow, listTradesInRange, type TradeRange } from "./trade-store.ts";

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
      const found: FoundTrade[] = [];
      for (const [botId, flows] of flowsByBot) {
        const periods = clipPeriods(findHoldingPeriods(flows), newest[botId] ?? 0);
        const input = { botId, flows, periods, filters: query, belowId: after.id, limit };
        found.push(...(await readTradesInBot(sql, input)));
      }
      return found.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1)).slice(0, limit);
    },
    toItems: (rows) => rows.map(({ trade }) => trade),
  });
}

interface BotPage {
  botId: string;
  flows: readonly ParsedFlow[];
  periods: readonly HoldingPeriod[];
  filters: Filters;
  belowId: string;
  limit: number;
}

/** Reads the newest trades of one bot below an id, one holding period after the other, until there are enough. */
async function readTradesInBot(sql: Queryable, input: BotPage): Promise<FoundTrade[]> {
  const { botId, flows, periods, filters, limit } = input;
  if (periods.length === 0) return [];
  const { symbol, side } = filters;
  const bounds = await findTradeBounds(sql, botId, { from: filters.from, to: filters.to });
  const found: FoundTrade[] = [];
  for (const { after, until } of periods) {
    let belowId = input.belowId;
    for (let isMore = true; isMore && found.length < limit;) {
      const range: TradeRange = { botId, after, until, belowId, bounds, symbol, side };
      const rows = await listTradesInRange(sql, range, limit);
      for (const row of rows) {
        const closed = toClosedTrade(row);
        const share = computeShare(closed, flows);
        if (!share || !matchesOutcome(share, filters)) continue;
        found.push({ id: row.id, pageAt: row.pageAt, trade: toInvestorTrade(closed, share) });
      }
      isMore = rows.length === limit;
      belowId = rows.at(-1)?.id ?? belowId;
    }
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Compares the investor's own gain, because an investor who joined during a winning trade may have lost money. */
function matchesOutcome({ profit }: TradeShare, { outcome }: Filters): boolean {
  if (outcome === undefined) return true;
  const gain = parseCents(profit);
  return outcome === "won" ? gain > 0n : gain < 0n;
}
