import type { Trade } from "@wazi/contracts";
import type { ClosedTrade, ClosedTrades } from "../../core/bots/closed-trades.ts";
import type { HeldUnits } from "../../core/investors/unit-flow-store.ts";
import { findHoldingPeriods, parseFlowsByBot, toInvestorTrade, type ParsedFlow } from "./investor-trade.ts";

/** Number of trades on one page, over all bots. */
const TRADES_PAGE = 50;

/** A holding period's newest trades that may be on the page. */
interface Candidates {
  botId: string;
  from: number;
  to: number;
  flows: readonly ParsedFlow[];
}

/**
 * Lists an investor's newest trades: the bots' trades times the units held. Trades are not stored per investor, so the
 * newest trades of each bot's holding periods are merged until a page is full.
 */
export async function listLatestTrades(closedTrades: ClosedTrades, { flows, closedBy }: HeldUnits): Promise<Trade[]> {
  const candidates = [...parseFlowsByBot(flows)].flatMap(([botId, ofBot]) =>
    listCandidates(botId, ofBot, closedBy[botId] ?? 0),
  );
  const found = await closedTrades.read(candidates);
  const newest = found
    .flatMap((trades, index) => trades.map((closed) => ({ closed, flows: candidates[index]?.flows ?? [] })))
    .sort((one, other) => compareNewestFirst(one.closed, other.closed));
  const page: Trade[] = [];
  for (const { closed, flows: ofBot } of newest) {
    const trade = toInvestorTrade(closed, ofBot);
    if (trade) page.push(trade);
    if (page.length === TRADES_PAGE) break;
  }
  return page;
}

/** Goes back through a bot's holding periods until they have a page of trades. */
function listCandidates(botId: string, flows: readonly ParsedFlow[], closed: number): Candidates[] {
  const candidates: Candidates[] = [];
  let missing = TRADES_PAGE;
  for (const { after, until } of findHoldingPeriods(flows)) {
    // An investor who left during the open trade takes part in it when it closes.
    const to = Math.min(until ?? closed, closed);
    const from = Math.max(after + 1, to - missing + 1);
    if (from > to) continue;
    candidates.push({ botId, from, to, flows });
    missing -= to - from + 1;
    if (missing === 0) break;
  }
  return candidates;
}

const compareNewestFirst = (one: ClosedTrade, other: ClosedTrade): number =>
  other.executedAtMs - one.executedAtMs || (BigInt(one.id) < BigInt(other.id) ? 1 : -1);
