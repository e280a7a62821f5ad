import { type BotMarket, DAY_MS } from "@wazi/contracts";
import { type DayClose, findHistoryStart } from "@wazi/trading";
import type { LiveFeedSettings } from "../settings.ts";
import {
  parsePositive,
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
/** Five years in pages of a hundred days. */
const MAX_DAY_PAGES = 20;

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
    async readDays(wanted) {
      session ??= await open();
      const days: DayClose[] = [];
      for (const symbol of wanted) days.push(...(await readSymbolDays(session, symbol, Date.now())));
      return days.sort((one, other) => one.time - other.time);
    },
  };
}

/** Reads the days of one symbol, page by page: exchanges give a few hundred bars at once. */
async function readSymbolDays(
  { exchange, errors, venueNames }: Session,
  symbol: string,
  nowMs: number,
): Promise<DayClose[]> {
  const venueName = venueNames.get(symbol);
  if (venueName === undefined) throw new PriceSourceError("unknown-symbol", `${symbol} is not listed`);
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const days: DayClose[] = [];
  let since = findHistoryStart(nowMs);
  for (let page = 0; page < MAX_DAY_PAGES && since < today; page += 1) {
    const bars = await exchange.fetchOHLCV(venueName, "1d", since).catch((error: unknown) => {
      throw toPriceSourceError(error, { exchange, errors });
    });
    const read = bars.map(([time, , , , close]) => ({
      symbol,
      time: Number(time),
      close: parsePositive(close) ?? NaN,
    }));
    if (!read.every(({ time, close }) => Number.isSafeInteger(time) && close > 0))
      throw new PriceSourceError("malformed", `daily bars of ${venueName} are not readable`);
    const later = read.filter(({ time }) => time >= since && time < today);
    const last = later.at(-1);
    if (last === undefined) break;
    days.push(...later);
    since = last.time + DAY_MS;
  }
  return days;
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
