import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { liveEnvironment as live } from "../../../../../tests/harness/live-environment.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { readSettings } from "./settings.ts";

const SHIPPED_RATES = fileURLToPath(new URL("../../investing/retirement/us-treasury-bills.csv", import.meta.url));

function listProblems(env: Record<string, string | undefined>): string[] {
  try {
    readSettings(env, "/project");
  } catch (error) {
    if (error instanceof StartError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("live settings", () => {
  test("allow live prices in a demo, from an exchange or from Twelve Data", () => {
    expect(readSettings({ MARKET_FEED: "ccxt:kraken" }, "/project").marketFeed).toEqual({
      kind: "live",
      live: { provider: "ccxt", exchange: "kraken", url: undefined },
    });
    expect(readSettings({ MARKET_FEED: "twelvedata", TWELVEDATA_API_KEY: "k" }, "/project").marketFeed).toEqual({
      kind: "live",
      live: {
        provider: "twelvedata",
        apiKey: "k",
        url: "https://api.twelvedata.com",
        creditsPerMinute: 8,
        dividendTaxPct: 3_000n,
        funds: [],
      },
    });
  });

  test("take the funds of the core portfolios, which must differ and be in no other market", () => {
    const env = {
      MARKET_FEED: "twelvedata",
      TWELVEDATA_API_KEY: "k",
      FUND_SHARES_SYMBOL: "VTI",
      FUND_GOLD_SYMBOL: "GLD",
    };
    const funds = [
      { part: "shares", symbol: "VTI" },
      { part: "gold", symbol: "GLD" },
    ];
    expect(readSettings(env, "/project").marketFeed).toMatchObject({ live: { funds } });
    expect(listProblems({ ...env, FUND_BONDS_SYMBOL: "VTI" })).toEqual([
      "FUND_SHARES_SYMBOL, FUND_BONDS_SYMBOL and FUND_GOLD_SYMBOL must differ.",
    ]);
    expect(listProblems({ ...env, FUND_BONDS_SYMBOL: "AAPL" })[0]).toMatch(/^FUND_BONDS_SYMBOL: .*of another market/);
    expect(listProblems({ ...env, FUND_BONDS_SYMBOL: "a fund" })[0]).toMatch(/^FUND_BONDS_SYMBOL: .*not the symbol/);
  });

  test("allow live mode when all variables are set", () => {
    expect(readSettings(live, "/project")).toMatchObject({
      mode: "live",
      operator: { name: "Wazi Ltd" },
      brokers: [
        {
          kind: "ccxt",
          exchange: "krakenfutures",
          credentials: { apiKey: live.CCXT_API_KEY, secret: live.CCXT_SECRET, password: undefined },
        },
      ],
    });
  });

  test.each([
    ["LIVE_ORDERS", "off", /^LIVE_ORDERS: "off" does not allow orders to BROKER/],
    ["LIVE_ORDERS", undefined, /^LIVE_ORDERS: "off" does not allow orders to BROKER/],
    ["CCXT_API_KEY", undefined, /^CCXT_API_KEY is not set/],
    ["CCXT_SECRET", undefined, /^CCXT_SECRET is not set/],
    ["MARKET_FEED", "simulated", /^MARKET_FEED: a simulated feed is not allowed in live mode/],
    ["WAZI_MODE", "demo", /^BROKER: live orders are not allowed in demo mode.*WAZI_MODE=live/],
    ["BROKER", "kraken", /^BROKER: "kraken" is not a known broker. Allowed: paper, ccxt:<exchange>, alpaca/],
    ["BROKER", "ccxt:krakenfuture", /^BROKER: .*did you mean krakenfutures\?/],
    ["MARKET_FEED", "ccxt:krakn", /^MARKET_FEED: .*did you mean kraken\?\)\. Allowed: /],
    ["MARKET_FEED", "ccxt:../kraken", /^MARKET_FEED: .*that ccxt does not know/],
  ])("reject %s=%s with the reason", (name, value, why) => {
    const lines = listProblems({ ...live, [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(why);
  });

  const alpaca = {
    ...live,
    ...{ MARKET_FEED: "twelvedata", TWELVEDATA_API_KEY: "k", FUND_SHARES_SYMBOL: "VTI", FUND_GOLD_SYMBOL: "GLDM" },
    BILL_RATES_FILE: SHIPPED_RATES,
    ...{ BROKER: "ccxt:krakenfutures,alpaca", ALPACA_PAPER: "off" },
    ...{ ALPACA_KEY_ID: "an-id", ALPACA_SECRET_KEY: "hunter2-and-some-more" },
  };

  test("allow a broker for shares and funds beside an exchange, or alone", () => {
    const { brokers } = readSettings(alpaca, "/project");
    expect(brokers.map(({ kind }) => kind)).toEqual(["ccxt", "alpaca"]);
    expect(brokers[1]).toMatchObject({
      ...{ isPaper: false, url: undefined },
      credentials: { keyId: "an-id", secret: "hunter2-and-some-more" },
      symbols: expect.arrayContaining(["AAPL", "VTI", "GLDM"]) as string[],
    });
    expect(readSettings({ ...alpaca, BROKER: "alpaca" }, "/project").brokers).toHaveLength(1);
  });

  test.each([
    ["ALPACA_PAPER", "on", /^ALPACA_PAPER: "on" is not allowed in live mode/],
    ["ALPACA_PAPER", undefined, /^ALPACA_PAPER: "on" is not allowed in live mode/],
    ["ALPACA_KEY_ID", undefined, /^ALPACA_KEY_ID is not set\. BROKER=alpaca needs it/],
    ["ALPACA_SECRET_KEY", undefined, /^ALPACA_SECRET_KEY is not set/],
    ["ALPACA_SECRET_KEY", "hunter2", /^ALPACA_SECRET_KEY is too short for live mode/],
    ["ALPACA_URL", "http://proxy.example", /^ALPACA_URL does not use TLS/],
    ["BROKER", "alpaca,alpaca", /^BROKER: .*two brokers of the kind alpaca/],
    ["BROKER", "alpaca,paper", /^BROKER: .*is not a known broker/],
    ["LIVE_ORDERS", "off", /^LIVE_ORDERS: "off" does not allow orders/],
    ["BILL_RATES_FILE", undefined, /^BILL_RATES_FILE is not set\. In live mode, bots that hold funds decide by it/],
    ["WAZI_MODE", "demo", /^BROKER: live orders are not allowed in demo mode/],
  ])("reject %s=%s with a broker for shares", (name, value, why) => {
    const lines = listProblems({ ...alpaca, [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(why);
  });

  test("allow the paper account of the broker for shares in a demo, and only that", () => {
    const demo = { ...alpaca, WAZI_MODE: "demo", BROKER: "alpaca", ALPACA_PAPER: undefined };
    expect(listProblems(demo)).toEqual([]);
    expect(readSettings(demo, "/project").brokers).toMatchObject([{ kind: "alpaca", isPaper: true }]);
    expect(listProblems({ ...demo, ALPACA_PAPER: "off" })[0]).toMatch(
      /^BROKER: live orders are not allowed in demo mode/,
    );
    expect(listProblems({ ...demo, BROKER: "ccxt:krakenfutures,alpaca" })[0]).toMatch(/^BROKER: live orders are not/);
  });

  test("reject the paper broker in live mode, and LIVE_ORDERS with it", () => {
    const lines = listProblems({ ...live, BROKER: "paper" });
    expect(lines.map((line) => line.split(":")[0])).toEqual(["LIVE_ORDERS", "BROKER"]);
  });

  test("take a profit share above bills in live mode only with interest that arrives and a file of rates", () => {
    const refusal = /^PROFIT_SHARE_ABOVE: bills needs CASH_INTEREST_SOURCE=statements and BILL_RATES_FILE in live mode/;
    const statements = { ...live, PROFIT_SHARE_ABOVE: "bills", CASH_INTEREST_SOURCE: "statements" };
    expect(listProblems({ ...statements, BILL_RATES_FILE: SHIPPED_RATES })).toEqual([]);
    for (const changes of [{ ...live, PROFIT_SHARE_ABOVE: "bills", BILL_RATES_FILE: SHIPPED_RATES }, statements]) {
      expect(listProblems(changes)).toEqual([expect.stringMatching(refusal)]);
    }
    const fixed = listProblems({ ...live, PROFIT_SHARE_ABOVE: "bills", CASH_INTEREST_SOURCE: "fixed:4" });
    expect(fixed.map((line) => line.split(":")[0])).toEqual(["PROFIT_SHARE_ABOVE", "CASH_INTEREST_SOURCE"]);
    expect(listProblems({ ...live, PROFIT_SHARE_ABOVE: "nothing" })).toEqual([]);
  });

  test("require a key for Twelve Data", () => {
    expect(listProblems({ MARKET_FEED: "twelvedata" })).toEqual([
      "TWELVEDATA_API_KEY is not set. MARKET_FEED=twelvedata needs it. Allowed: one line of text.",
    ]);
  });

  test("do not repeat secrets", () => {
    expect(
      listProblems({ CCXT_SECRET: "hunter2\nhunter2", TWELVEDATA_API_KEY: "hunter2\u0007x" }).join(),
    ).not.toContain("hunter2");
  });
});
