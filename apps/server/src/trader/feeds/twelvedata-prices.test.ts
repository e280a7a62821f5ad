import type { BrokerSettings } from "../venue/broker-settings.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PriceSource } from "./price-source.ts";
import { fundSymbols } from "@wazi/trading";
import { chooseInstruments, planBot } from "../loop/trading-bot.ts";
import { listFeedSymbols, liveSymbols, planFeeds } from "./feed-plan.ts";
import { createTwelvedataPrices } from "./twelvedata-prices.ts";
import {
  type FakeProvider,
  type ProviderAnswer,
  type ProviderQuestion,
  startFakeProvider,
} from "../../../../../tests/harness/fake-provider.ts";

const TWELVEDATA_KEY = "a-twelvedata-key";
const QUOTE_PATH = "/quote";

interface FakeQuote {
  close: string;
  isOpen?: boolean;
  /** Seconds before now of the last quote. */
  age?: number;
}

interface FakeTwelvedata extends FakeProvider {
  quotes: Map<string, FakeQuote>;
  /** The symbols of each question, oldest first. */
  batches: string[][];
  /** True: the next question is refused for want of credits under HTTP 200, as the provider also does. */
  isOutOfCredits: boolean;
}

const outOfCredits = {
  code: 429,
  message:
    "You have run out of API credits for the current minute. 9 API credits were used, with the current limit being 8.",
  status: "error",
};

/** A provider with the answers that Twelve Data documents for `/quote`, with its errors and its credits. */
async function startFakeTwelvedata(): Promise<FakeTwelvedata> {
  const quotes = new Map<string, FakeQuote>();
  const batches: string[][] = [];
  const state = { isOutOfCredits: false };
  const provider = await startFakeProvider(
    (question) => {
      if (!state.isOutOfCredits) return answer(question, quotes, batches);
      state.isOutOfCredits = false;
      return { body: outOfCredits };
    },
    { status: 429, body: outOfCredits },
  );
  return Object.assign(state, { ...provider, quotes, batches });
}

function answer(
  { path, parameters, headers }: ProviderQuestion,
  quotes: ReadonlyMap<string, FakeQuote>,
  batches: string[][],
): ProviderAnswer {
  if (headers.authorization !== `apikey ${TWELVEDATA_KEY}`) {
    const message = "**apikey** parameter is incorrect or not specified.";
    return { status: 401, body: { code: 401, message, status: "error" } };
  }
  if (path !== QUOTE_PATH) return { status: 404, body: { code: 404, message: "Not found", status: "error" } };
  const symbols = (parameters.get("symbol") ?? "").split(",");
  batches.push(symbols);
  const bodies = symbols.map((symbol) => [symbol, quoteBody(symbol, quotes.get(symbol))] as const);
  const [first] = bodies;
  return { body: bodies.length === 1 ? first?.[1] : Object.fromEntries(bodies) };
}

function quoteBody(symbol: string, quote: FakeQuote | undefined): object {
  if (!quote) {
    const message = `**symbol** not found: ${symbol}. Please specify it correctly according to API Documentation.`;
    return { code: 404, message, status: "error", meta: { symbol, interval: "", exchange: "" } };
  }
  const seconds = Math.floor(Date.now() / 1_000) - (quote.age ?? 0);
  return {
    symbol,
    name: symbol,
    exchange: "NASDAQ",
    mic_code: "XNAS",
    currency: "USD",
    datetime: "2026-09-18",
    timestamp: seconds - 3_600,
    last_quote_at: seconds,
    open: quote.close,
    high: quote.close,
    low: quote.close,
    close: quote.close,
    volume: "67903927",
    previous_close: "100.00",
    change: "-0.24",
    percent_change: "-0.16",
    average_volume: "83571571",
    is_market_open: quote.isOpen ?? true,
  };
}

/** A provider that answers may take long on a busy machine. The short one is for a provider that does not answer. */
const [TIMEOUT_MS, SHORT_TIMEOUT_MS] = [30_000, 1_500];
const symbols = [
  { market: "stocks", symbol: "AAPL" },
  { market: "commodities", symbol: "GOLD" },
  { market: "forex", symbol: "EUR/USD" },
] as const;

let provider: FakeTwelvedata;
beforeEach(async () => {
  provider = await startFakeTwelvedata();
  provider.quotes.set("AAPL", { close: "148.85" });
  provider.quotes.set("XAU/USD", { close: "2345.10" });
  provider.quotes.set("EUR/USD", { close: "1.08420" });
});
afterEach(() => provider.close());

function open(
  creditsPerMinute = 100,
  asked: Parameters<typeof createTwelvedataPrices>[1] = symbols,
  timeoutMs = TIMEOUT_MS,
): PriceSource {
  const settings = { provider: "twelvedata", apiKey: TWELVEDATA_KEY, url: provider.url, creditsPerMinute } as const;
  return createTwelvedataPrices(settings, asked, timeoutMs);
}

describe("prices of Twelve Data", () => {
  it("requests several symbols at once under the provider's names", async () => {
    const { prices, issues } = await open().poll();
    expect(provider.batches).toEqual([["AAPL", "XAU/USD", "EUR/USD"]]);
    expect(prices.map(({ symbol, price, dayBefore }) => [symbol, price, dayBefore])).toEqual([
      ["AAPL", 148.85, 100],
      ["GOLD", 2_345.1, 100],
      ["EUR/USD", 1.0842, 100],
    ]);
    expect(Math.abs((prices[0]?.time ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(issues).toEqual([]);
  });

  it("reads the response for a single symbol, which has another shape", async () => {
    expect((await open(100, symbols.slice(0, 1)).poll()).prices).toMatchObject([{ symbol: "AAPL", price: 148.85 }]);
  });

  it("stays within the plan's credits and takes all symbols in turn", async () => {
    const source = open(2);
    expect(source.pollEveryMs).toBe(60_000);
    for (let poll = 0; poll < 3; poll += 1) await source.poll();
    expect(provider.batches).toEqual([
      ["AAPL", "XAU/USD"],
      ["EUR/USD", "AAPL"],
      ["XAU/USD", "EUR/USD"],
    ]);
    expect(open(200).pollEveryMs).toBe(1_000);
    expect(open(54).pollEveryMs).toBe(Math.ceil(180_000 / 54));
  });

  it("asks for dividends and splits from the plan that has them on, and leaves their credits free", () => {
    expect("readActions" in open(54)).toBe(false);
    expect("readActions" in open(55)).toBe(true);
    expect(open(80).pollEveryMs).toBe(3_000);
    const currencies = open(60, [{ market: "forex", symbol: "EUR/USD" }]);
    expect("readActions" in currencies).toBe(false);
    expect(currencies.pollEveryMs).toBe(1_000);
  });

  it("has a name for every symbol of all five markets", () => {
    const all = liveSymbols({ provider: "twelvedata", apiKey: "", url: "", creditsPerMinute: 1 });
    expect(new Set(all.map(({ market }) => market)).size).toBe(5);
    expect(liveSymbols({ provider: "ccxt", exchange: "kraken", url: undefined }).map(({ market }) => market)).toEqual(
      Array.from({ length: 5 }, () => "crypto"),
    );
  });

  it("has prices of the funds of the settings beside them, and then none that are simulated", () => {
    const live = {
      ...({ provider: "twelvedata", apiKey: "", url: "", creditsPerMinute: 1 } as const),
      funds: [
        { part: "shares", symbol: "VTI" },
        { part: "gold", symbol: "GLDM" },
      ] as const,
    };
    const demo = { mode: "demo", brokers: [] } as const;
    const funds = liveSymbols(live).filter(({ market }) => market === "portfolio");
    expect(funds.map(({ symbol }) => symbol)).toEqual(["VTI", "GLDM"]);
    const plan = planFeeds({ marketFeed: { kind: "live", live }, mode: "demo" });
    expect(plan.simulated).toEqual([]);
    expect(planBot("Core Basket", plan, demo).feed).toBe("live");
    const symbols = listFeedSymbols(plan);
    expect(chooseInstruments("Core Basket", symbols).config.instruments).toMatchObject([
      { symbol: "VTI", calendar: "new-york" },
      { symbol: "GLDM", calendar: "new-york" },
    ]);
    // A bot whose market has no prices buys the fund of its part; gold has a price of its own.
    const traded = ["Stock-Titan-05", "Gold-Trader-02"].map((name) => planBot(name, plan, demo).instruments);
    expect(traded).toEqual([
      [{ market: "portfolio", symbol: "VTI", feed: "live" }],
      [{ market: "commodities", symbol: "GOLD", feed: "live" }],
    ]);
    const without = planFeeds({ marketFeed: { kind: "live", live: { ...live, funds: [] } }, mode: "demo" });
    expect(without.simulated).toEqual(fundSymbols);
    const simulated = chooseInstruments("Core Basket", listFeedSymbols(without));
    expect(simulated.feed).toBe("simulated");
    expect(simulated.config.instruments.map(({ symbol }) => symbol)).toEqual(fundSymbols);
    const real = planFeeds({ marketFeed: { kind: "live", live: { ...live, funds: [] } }, mode: "live" });
    expect(planBot("Core Basket", real, { mode: "live", brokers: [] }).isTraded).toBe(false);
  });

  it("lets a bot trade in live mode only at a broker that has all its instruments", () => {
    const funds = [
      { part: "shares", symbol: "VTI" },
      { part: "gold", symbol: "GLDM" },
    ] as const;
    const live = { ...({ provider: "twelvedata", apiKey: "", url: "", creditsPerMinute: 1 } as const), funds };
    const plan = planFeeds({ marketFeed: { kind: "live", live }, mode: "live" });
    const exchange = { kind: "ccxt", exchange: "kraken", url: undefined } as const;
    const coins = { ...exchange, credentials: { apiKey: "", secret: "", password: undefined } };
    const shares = (...symbols: string[]): BrokerSettings => ({
      ...{ kind: "alpaca", isPaper: false, url: undefined, credentials: { keyId: "", secret: "" }, symbols },
    });
    const names = ["Core Basket", "Stock-Titan-05", "Gold-Trader-02", "Crypto-Whale-07"];
    const listTraded = (...brokers: BrokerSettings[]): string[] =>
      names.filter((name) => planBot(name, plan, { mode: "live", brokers }).isTraded);
    expect(listTraded(coins)).toEqual(["Crypto-Whale-07"]);
    expect(listTraded(shares("VTI", "GLDM"))).toEqual(["Core Basket", "Stock-Titan-05"]);
    expect(listTraded(coins, shares("VTI"))).toEqual(["Stock-Titan-05", "Crypto-Whale-07"]);
  });

  it("reports a closed market without a price", async () => {
    provider.quotes.set("AAPL", { close: "148.85", isOpen: false });
    const { prices, issues } = await open().poll();
    expect(prices.map(({ symbol }) => symbol)).toEqual(["GOLD", "EUR/USD"]);
    expect(issues).toMatchObject([{ kind: "market-closed", message: "AAPL: the market is closed" }]);
  });

  it("returns the other symbols when one is unknown", async () => {
    provider.quotes.delete("XAU/USD");
    const { prices, issues } = await open().poll();
    expect(prices).toHaveLength(2);
    expect(issues).toMatchObject([{ kind: "unknown-symbol" }]);
    expect(issues[0]?.message).toMatch(/^GOLD: .*not found/);
  });

  it("reports a price that is not a number", async () => {
    provider.quotes.set("AAPL", { close: "NaN" });
    expect((await open().poll()).issues).toMatchObject([{ kind: "malformed" }]);
  });

  it.each([
    ["rate-limit", { kind: "rate-limited", retryAfterMs: 60_000 }],
    ["server-error", { kind: "unreachable" }],
    ["silence", { kind: "unreachable" }],
    ["malformed", { kind: "malformed" }],
  ] as const)("reports %s as a feed issue and recovers", async (how, trouble) => {
    provider.misbehave(QUOTE_PATH, how);
    const source = open(100, symbols, how === "silence" ? SHORT_TIMEOUT_MS : TIMEOUT_MS);
    await expect(source.poll()).rejects.toMatchObject(trouble);
    expect((await source.poll()).prices).toHaveLength(3);
  });

  it("recognizes an error sent with HTTP 200", async () => {
    provider.isOutOfCredits = true;
    await expect(open().poll()).rejects.toMatchObject({ kind: "rate-limited", retryAfterMs: 60_000 });
  });

  it("reports a wrong key without repeating it in the message", async () => {
    const settings = { provider: "twelvedata", apiKey: "wrong-key", url: provider.url, creditsPerMinute: 8 } as const;
    const failed = await createTwelvedataPrices(settings, symbols)
      .poll()
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ kind: "refused" });
    expect(String(failed)).not.toContain("wrong-key");
  });
});
