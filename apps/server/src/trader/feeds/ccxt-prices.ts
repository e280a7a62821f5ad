import type { BotMarket } from "@wazi/contracts";
import type { LiveFeedSettings } from "../settings.ts";
import {
  PriceSourceError,
  type PollResult,
  type PriceSource,
  type SourcePrice,
  type SourceIssue,
} from "./price-source.ts";
import { toPriceSourceError } from "../venue/exchange-error.ts";
import { loadExchange, type ExchangeTicker, type LoadedExchange } from "../venue/load-exchange.ts";
import { findPriceMarket } from "../venue/venue-symbols.ts";

/** One request fetches all tickers. ccxt slows down further when the exchange's rate limit requires it. */
const POLL_EVERY_MS = 2_000;

interface Session extends LoadedExchange {
  /** The exchange's own name of each listed symbol. */
  venueNames: Map<string, string>;
}

/** Reads prices of coins from any exchange that ccxt supports. */
export function createCcxtPrices(
  settings: Extract<LiveFeedSettings, { provider: "ccxt" }>,
  symbols: readonly { market: BotMarket; symbol: string }[],
  timeoutMs?: number,
): PriceSource {
  let session: Session | null = null;

  const open = async (): Promise<Session> => {
    const { exchange: name, url } = settings;
    const loaded = await loadExchange(name, { url, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    const markets = await loaded.exchange.loadMarkets().catch((error: unknown) => {
      throw toPriceSourceError(error, loaded);
    });
    const venueNames = new Map<string, string>();
    for (const { symbol } of symbols) {
      const market = findPriceMarket(markets, symbol);
      if (market) venueNames.set(symbol, market.symbol);
    }
    if (venueNames.size === 0)
      throw new PriceSourceError("unknown-symbol", `${name} lists none of the product's coins`);
    return { ...loaded, venueNames };
  };

  return {
    name: `ccxt:${settings.exchange}`,
    symbols,
    pollEveryMs: POLL_EVERY_MS,
    async poll() {
      session ??= await open();
      const { venueNames, exchange } = session;
      const tickers = await exchange.fetchTickers([...venueNames.values()]).catch((error: unknown) => {
        throw toPriceSourceError(error, { exchange, errors: (session as Session).errors });
      });
      return readTickers(symbols, venueNames, tickers);
    },
  };
}

function readTickers(
  symbols: readonly { symbol: string }[],
  venueNames: ReadonlyMap<string, string>,
  tickers: Readonly<Record<string, ExchangeTicker>>,
): PollResult {
  const prices: SourcePrice[] = [];
  const issues: SourceIssue[] = [];
  for (const { symbol } of symbols) {
    const venueName = venueNames.get(symbol);
    const ticker = venueName === undefined ? undefined : tickers[venueName];
    const price = ticker && getMidPrice(ticker);
    if (venueName === undefined) issues.push({ kind: "unknown-symbol", message: `${symbol} is not listed` });
    else if (ticker === undefined || price === undefined)
      issues.push({ kind: "malformed", message: `no price for ${venueName}` });
    else prices.push({ symbol, price, time: ticker.timestamp ?? null, dayBefore: parsePositive(ticker.open) ?? null });
  }
  return { prices, issues };
}

/** The mid price of bid and ask; the last price when the exchange reports neither. */
function getMidPrice({ bid, ask, last }: ExchangeTicker): number | undefined {
  const [low, high] = [parsePositive(bid), parsePositive(ask)];
  if (low === undefined || high === undefined) return parsePositive(last);
  return Number(((low + high) / 2).toPrecision(12));
}

function parsePositive(text: string | undefined): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
