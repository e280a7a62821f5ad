import { MINUTE_MS } from "@wazi/contracts";
import type { BotMarket } from "@wazi/contracts";
import type { LiveFeedSettings } from "../settings.ts";
import {
  PriceSourceError,
  type PollResult,
  type PriceSource,
  type SourcePrice,
  type SourceIssue,
} from "./price-source.ts";

const ANSWER_TIMEOUT_MS = 10_000;
/** Lower bound for any plan. */
const LEAST_POLL_MS = 1_000;
const MAX_MESSAGE_LENGTH = 200;

/** Twelve Data's names for symbols that the product calls differently. */
const providerNames: Readonly<Record<string, string>> = {
  GOLD: "XAU/USD",
  SILVER: "XAG/USD",
  OIL: "WTI/USD",
  NASDAQ: "IXIC",
  DOW: "DJI",
};
const getProviderName = (symbol: string): string => providerNames[symbol] ?? symbol;

/**
 * Reads prices of all five markets from Twelve Data's `/quote`, in batches that fit the plan's credits per minute. A
 * closed market has no current price.
 */
export function createTwelvedataPrices(
  { apiKey, url, creditsPerMinute }: Extract<LiveFeedSettings, { provider: "twelvedata" }>,
  symbols: readonly { market: BotMarket; symbol: string }[],
  timeoutMs = ANSWER_TIMEOUT_MS,
): PriceSource {
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
      const address = new URL(`${url.replace(/\/+$/, "")}/quote`);
      address.searchParams.set("symbol", asked.map(getProviderName).join(","));
      // In a header, because URLs end up in proxy logs.
      const headers = { authorization: `apikey ${apiKey}` };
      return readQuotes(asked, await fetchQuotes(address, headers, timeoutMs));
    },
  };
}

/** @throws PriceSourceError when the response is missing, an error or not readable */
async function fetchQuotes(address: URL, headers: Record<string, string>, timeoutMs: number): Promise<object> {
  let status: number;
  let retryAfter: string | null;
  let text: string;
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) });
    ({ status } = answer);
    retryAfter = answer.headers.get("retry-after");
    text = await answer.text();
  } catch (error) {
    throw new PriceSourceError("unreachable", `no answer: ${error instanceof Error ? error.message : String(error)}`);
  }
  const body = parseObject(text);
  const refusal = body && readRefusal(body);
  if (refusal || status >= 400) {
    const code = refusal?.code ?? status;
    const kind = code === 429 ? "rate-limited" : code >= 500 ? "unreachable" : "refused";
    const message = `${code}: ${(refusal?.message ?? text).slice(0, MAX_MESSAGE_LENGTH)}`;
    // Credits are renewed every minute; the provider sends no Retry-After.
    throw new PriceSourceError(kind, message, kind === "rate-limited" ? (retryAfterMs(retryAfter) ?? MINUTE_MS) : null);
  }
  if (!body) throw new PriceSourceError("malformed", `not JSON: ${text.slice(0, MAX_MESSAGE_LENGTH)}`);
  return body;
}

function parseObject(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

const retryAfterMs = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;

/** An error comes as `{"code", "message", "status": "error"}`, also under HTTP 200. */
function readRefusal(body: object): { code: number; message: string } | undefined {
  if (!("status" in body) || body.status !== "error") return undefined;
  const code = "code" in body && typeof body.code === "number" ? body.code : 400;
  return { code, message: "message" in body && typeof body.message === "string" ? body.message : "no reason given" };
}

/** The response is one quote for a single symbol, or an object of quotes and errors by name for several. */
function readQuotes(asked: readonly string[], body: object): PollResult {
  const prices: SourcePrice[] = [];
  const issues: SourceIssue[] = [];
  for (const symbol of asked) {
    const name = getProviderName(symbol);
    const quote = asked.length === 1 ? body : (body as Record<string, unknown>)[name];
    const read = readQuote(symbol, quote);
    if ("kind" in read) issues.push(read);
    else prices.push(read);
  }
  return { prices, issues };
}

function readQuote(symbol: string, quote: unknown): SourcePrice | SourceIssue {
  if (typeof quote !== "object" || quote === null) return { kind: "malformed", message: `no quote for ${symbol}` };
  const refusal = readRefusal(quote);
  if (refusal) {
    const kind = refusal.code === 404 || refusal.code === 400 ? "unknown-symbol" : "refused";
    return { kind, message: `${symbol}: ${refusal.message.slice(0, MAX_MESSAGE_LENGTH)}` };
  }
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

function parsePositive(value: unknown): number | undefined {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : NaN;
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
