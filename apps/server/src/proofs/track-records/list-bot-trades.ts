import type { ClosedTrade, listBotTrades as call, Page, QueryOf } from "@wazi/contracts";
import { DEFAULT_PAGE_SIZE } from "@wazi/contracts";
import { parseDecimal, parseNav } from "@wazi/domain";
import { formatOwnBarTime, formatCostPercent, FRACTION_PLACES, findTradeBounds } from "../../investing/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { answerList } from "../../platform/paging/answer-list.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { botExists, listClosedTrades, type ClosedTradeRow } from "./store.ts";
import { formatFineReturn } from "./track-records.ts";
import * as texts from "../../messages/proofs.ts";

/**
 * Lists a bot's closed trades, newest first, paginated. It shows no investor's share.
 * @throws AppError NOT_FOUND no such bot · VALIDATION a cursor of another list or other filters
 */
export async function listBotTrades(
  sql: Queryable,
  botId: string,
  query: QueryOf<typeof call>,
): Promise<Page<ClosedTrade>> {
  if (!(await botExists(sql, botId))) throw new AppError("NOT_FOUND", texts.botNotFound);
  const { symbol, side, from, to } = query;
  const bounds = await findTradeBounds(sql, botId, { from, to });
  const answer = await answerList<ClosedTradeRow, ClosedTrade>({
    list: `trades of ${botId}`,
    query: { ...query, limit: query.limit ?? DEFAULT_PAGE_SIZE },
    readRows: (after, limit) => listClosedTrades(sql, { botId, belowId: after.id, bounds, symbol, side }, limit),
    toItems: (rows) => rows.map(toClosedTrade),
  });
  if (Array.isArray(answer)) throw new Error("a list with a limit answers a page");
  return answer;
}

function toClosedTrade(row: ClosedTradeRow): ClosedTrade {
  const { pageAt: _place, poolGain, executedAt, openedAt, entryBarTime, barTime, costs, ...trade } = row;
  return {
    ...trade,
    costs: costs && toTradeCosts(costs),
    returnPct: formatFineReturn(parseNav(row.navBefore), parseNav(row.navAfter)),
    profit: poolGain,
    executedAt: executedAt.toISOString(),
    openedAt: openedAt.toISOString(),
    barTime: formatOwnBarTime(row),
    entryBarTime: entryBarTime.toISOString(),
    exitBarTime: barTime.toISOString(),
  };
}

function toTradeCosts(costs: readonly [string, string, string, string]): ClosedTrade["costs"] {
  const [spread, slippage, commission, financing] = costs.map((text) => parseDecimal(text, FRACTION_PLACES));
  if (spread === undefined || slippage === undefined || commission === undefined || financing === undefined)
    return null;
  return {
    spread: formatCostPercent(spread),
    slippage: formatCostPercent(slippage),
    commission: formatCostPercent(commission),
    financing: formatCostPercent(financing),
    total: formatCostPercent(spread + slippage + commission + financing),
  };
}
