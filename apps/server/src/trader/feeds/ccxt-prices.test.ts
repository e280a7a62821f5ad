import { DAY_MS } from "@wazi/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  FAKE_EXCHANGE,
  startFakeExchange,
  TICKERS_PATH,
  type FakeExchange,
} from "../../../../../tests/harness/fake-exchange.ts";
import type { PriceSource } from "./price-source.ts";
import { createCcxtPrices } from "./ccxt-prices.ts";
import { findOrderMarket, findPriceMarket } from "../venue/venue-symbols.ts";

/** Only tests of a silent exchange wait for the short time, in which a busy machine may not answer. */
const [TIMEOUT_MS, SHORT_TIMEOUT_MS] = [30_000, 1_500];
const symbols = ["BTC/USD", "ETH/USD", "SOL/USD"].map((symbol) => ({ market: "crypto" as const, symbol }));

let exchange: FakeExchange;
let source: PriceSource;

function open(timeoutMs: number): PriceSource {
  const settings = { provider: "ccxt", exchange: FAKE_EXCHANGE, url: exchange.url } as const;
  return createCcxtPrices(settings, symbols, timeoutMs);
}

beforeEach(async () => {
  exchange = await startFakeExchange();
  source = open(TIMEOUT_MS);
});
afterEach(() => exchange.close());

describe("prices over ccxt", () => {
  it("returns price, previous price and exchange time of listed symbols and reports the others", async () => {
    const { prices, issues } = await source.poll();
    expect(prices.map(({ symbol, price }) => [symbol, price])).toEqual([
      ["BTC/USD", 64_000.1],
      ["ETH/USD", 3_200.05],
    ]);
    expect(prices[0]?.dayBefore).toBeCloseTo(64_000.1 * 0.99, 6);
    expect(Math.abs((prices[0]?.time ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(issues).toEqual([{ kind: "unknown-symbol", message: "SOL/USD is not listed" }]);
  });

  it.each([
    ["rate-limit", { kind: "rate-limited", retryAfterMs: 7_000 }],
    ["server-error", { kind: "unreachable", retryAfterMs: null }],
    ["silence", { kind: "unreachable", retryAfterMs: null }],
    ["malformed", { kind: "malformed", retryAfterMs: null }],
  ] as const)("reports %s as a feed issue and recovers", async (how, trouble) => {
    if (how === "silence") source = open(SHORT_TIMEOUT_MS);
    exchange.misbehave(TICKERS_PATH, how);
    await expect(source.poll()).rejects.toMatchObject(trouble);
    expect((await source.poll()).prices).toHaveLength(2);
  });

  it("reads five years of days page by page, up to yesterday", async () => {
    const days = await source.readDays!(["BTC/USD"]);
    const today = Math.floor(Date.now() / DAY_MS);
    expect(days.length).toBeGreaterThan(5 * 365);
    expect(days.at(-1)).toEqual({ symbol: "BTC/USD", time: (today - 1) * DAY_MS, close: today - 1 });
    expect(new Set(days.map(({ time }, index) => time - index * DAY_MS)).size).toBe(1);
    await expect(source.readDays!(["SOL/USD"])).rejects.toMatchObject({ kind: "unknown-symbol" });
  });

  it("reports unreachable when the server is down", async () => {
    await exchange.close();
    await expect(source.poll()).rejects.toMatchObject({ kind: "unreachable" });
    exchange = await startFakeExchange();
  });

  it("reports a price without a value", async () => {
    exchange.prices.set("ETHUSDT", "0");
    const { prices, issues } = await source.poll();
    expect(prices.map(({ symbol }) => symbol)).toEqual(["BTC/USD"]);
    expect(issues).toContainEqual({ kind: "malformed", message: "no price for ETH/USDT:USDT" });
  });
});

describe("venue symbols", () => {
  const market = (symbol: string, more: object = {}) => ({ symbol, precision: {}, limits: {}, ...more });

  it("prefer spot prices in dollars, then in dollar coins, then contract prices", () => {
    const markets = {
      "BTC/USDT": market("BTC/USDT"),
      "BTC/USD": market("BTC/USD"),
      "ETH/USD": market("ETH/USD", { active: false }),
      "ETH/USDC": market("ETH/USDC"),
      "XRP/USD:USD": market("XRP/USD:USD"),
    };
    expect(findPriceMarket(markets, "BTC/USD")?.symbol).toBe("BTC/USD");
    expect(findPriceMarket(markets, "ETH/USD")?.symbol).toBe("ETH/USDC");
    expect(findPriceMarket(markets, "XRP/USD")?.symbol).toBe("XRP/USD:USD");
    expect(findPriceMarket(markets, "SOL/USD")).toBeNull();
  });

  it("use linear contracts only for orders", () => {
    const markets = {
      "BTC/USDT": market("BTC/USDT"),
      "BTC/USD:USD": market("BTC/USD:USD", { swap: true, linear: false }),
      "BTC/USDT:USDT": market("BTC/USDT:USDT", { swap: true, linear: true }),
      "ETH/USDT": market("ETH/USDT"),
    };
    expect(findOrderMarket(markets, "BTC/USD")?.symbol).toBe("BTC/USDT:USDT");
    expect(findOrderMarket(markets, "ETH/USD")).toBeNull();
  });
});
