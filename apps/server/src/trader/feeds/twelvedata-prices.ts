import { type BotMarket, MINUTE_MS } from "@wazi/contracts";
import type { LiveFeedSettings } from "../settings.ts";
import { isShare } from "./live-actions.ts";
import {
  parsePositive,
  type PollResult,
  type PriceSource,
  type SourcePrice,
  type SourceIssue,
} from "./price-source.ts";
import { ACTION_CREDITS, LEAST_ACTION_PLAN, readTwelvedataActions } from "./twelvedata-actions.ts";
import { readTwelvedataDays } from "./twelvedata-days.ts";
import { askTwelvedata, findSymbolIssue, getProviderName, pickAnswer } from "./twelvedata-request.ts";

const ANSWER_TIMEOUT_MS = 10_000;
/** Lower bound for any plan. */
const LEAST_POLL_MS = 1_000;

/**
 * Reads prices of all five markets from Twelve Data's `/quote`, in batches that fit the plan's credits per minute. A
 * closed market has no current price.
 */
export function createTwelvedataPrices(
  settings: Extract<LiveFeedSettings, { provider: "twelvedata" }>,
  symbols: readonly { market: BotMarket; symbol: string }[],
  timeoutMs = ANSWER_TIMEOUT_MS,
): PriceSource {
  const hasActions = settings.creditsPerMinute >= LEAST_ACTION_PLAN && symbols.some(isShare);
  // One answer a minute about dividends or splits, and prices with the rest.
  const creditsPerMinute = settings.creditsPerMinute - (hasActions ? ACTION_CREDITS : 0);
  const batch = Math.min(symbols.length, creditsPerMinute);
  let next = 0;
  return {
    name: "twelvedata",
    symbols,
    pollEveryMs: Math.max(LEAST_POLL_MS, Math.ceil((MINUTE_MS * batch) / creditsPerMinute)),
    async poll() {
      const asked = Array.from({ length: batch }, (_, index) => symbols[(next + index) % symbols.length]).flatMap(
        (each) => each?.symbol ?? [],
      );
      next = (next + batch) % symbols.length;
      const parameters = { symbol: asked.map(getProviderName).join(",") };
      return readQuotes(asked, await askTwelvedata(settings, "quote", parameters, timeoutMs));
    },
    readDays: (wanted) => readTwelvedataDays(settings, wanted, new Date(), timeoutMs),
    dividendTaxPct: settings.dividendTaxPct ?? 0n,
    ...(hasActions && { readActions: (question) => readTwelvedataActions(settings, question, timeoutMs) }),
  };
}

/** The response is one quote for a single symbol, or an object of quotes and errors by name for several. */
function readQuotes(asked: readonly string[], body: object): PollResult {
  const prices: SourcePrice[] = [];
  const issues: SourceIssue[] = [];
  for (const symbol of asked) {
    const read = readQuote(symbol, pickAnswer(body, asked, symbol));
    if ("kind" in read) issues.push(read);
    else prices.push(read);
  }
  return { prices, issues };
}

function readQuote(symbol: string, quote: unknown): SourcePrice | SourceIssue {
  if (typeof quote !== "object" || quote === null) return { kind: "malformed", message: `no quote for ${symbol}` };
  const issue = findSymbolIssue(symbol, quote);
  if (issue) return issue;
  const {
    close,
    previous_close: before,
    last_quote_at: seconds,
    is_market_open: isOpen,
  } = quote as Record<string, unknown>;
  if (isOpen === false) return { kind: "market-closed", message: `${symbol}: the market is closed` };
  const price = parsePositive(close);
  if (price === undefined) return { kind: "malformed", message: `no price for ${symbol}` };
  const time = typeof seconds === "number" && Number.isFinite(seconds) ? seconds * 1_000 : null;
  return { symbol, price, time, dayBefore: parsePositive(before) ?? null };
}
