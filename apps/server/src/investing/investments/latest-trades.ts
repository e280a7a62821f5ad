import type { Trade } from "@wazi/contracts";
import type { ParsedTrade, ClosedTrades } from "../bots/closed-trades.ts";
import type { HeldUnits } from "../positions/store.ts";
import {
  computeShare,
  findHoldingPeriods,
  parseFlowsByBot,
  toInvestorTrade,
  type ParsedFlow,
  type TradeShare,
} from "./investor-trade.ts";

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
 * @returns a list of `Trade` as JSON, because all but two fields of a trade are the same for all investors
 */
export async function listLatestTrades(closedTrades: ClosedTrades, { flows, closedBy }: HeldUnits): Promise<string> {
  const candidates = [...parseFlowsByBot(flows)].flatMap(([botId, ofBot]) =>
    listCandidates(botId, ofBot, closedBy[botId] ?? 0),
  );
  const found = await closedTrades.read(candidates);
  const queues = candidates.map((each, index) => ({ flows: each.flows, trades: found[index] ?? [], passed: 0 }));
  const page: string[] = [];
  while (page.length < TRADES_PAGE) {
    let newest: (typeof queues)[number] | undefined;
    for (const queue of queues) {
      const [next, best] = [queue.trades[queue.passed], newest?.trades[newest.passed]];
      if (next && (!best || isNewer(next, best))) newest = queue;
    }
    const closed = newest?.trades[newest.passed];
    if (!newest || !closed) break;
    newest.passed += 1;
    const share = computeShare(closed, newest.flows);
    if (share) page.push(formatTrade(closed, share));
  }
  return `[${page.join(",")}]`;
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

const isNewer = (one: ParsedTrade, other: ParsedTrade): boolean =>
  one.executedAtMs === other.executedAtMs ? BigInt(one.id) > BigInt(other.id) : one.executedAtMs > other.executedAtMs;

/** The JSON of a trade around the two fields that depend on the investor. */
const tradeTexts = new WeakMap<ParsedTrade, readonly [before: string, between: string, after: string]>();

function formatTrade(closed: ParsedTrade, { amount, profit }: TradeShare): string {
  const [before, between, after] = tradeTexts.get(closed) ?? prepareText(closed);
  return `${before}${amount}${between}${profit}${after}`;
}

function prepareText(closed: ParsedTrade): readonly [before: string, between: string, after: string] {
  const { id, botId, botName, symbol, side, price, exitPrice, status, executedAt, barTime, feed } = toInvestorTrade(
    closed,
    { amount: "", profit: "" },
  );
  const fieldsOf = (fields: Partial<Trade>): string => JSON.stringify(fields).slice(1, -1);
  const texts = [
    `{${fieldsOf({ id, botId, botName, symbol, side })},"amount":"`,
    `",${fieldsOf({ price, exitPrice })},"profit":"`,
    `",${fieldsOf({ status, executedAt, barTime, feed })}}`,
  ] as const;
  tradeTexts.set(closed, texts);
  return texts;
}
