import { describe, expect, test } from "vitest";
import { liveEnvironment as live } from "../../../../../tests/harness/live-environment.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { readSettings } from "./settings.ts";

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
      live: { provider: "twelvedata", apiKey: "k", url: "https://api.twelvedata.com", creditsPerMinute: 8, funds: [] },
    });
  });

  test("take the funds of the core portfolios, which must differ and be in no other market", () => {
    const env = {
      MARKET_FEED: "twelvedata",
      TWELVEDATA_API_KEY: "k",
      FUND_SHARES_SYMBOL: "VTI",
      FUND_GOLD_SYMBOL: "GLD",
    };
    expect(readSettings(env, "/project").marketFeed).toMatchObject({ live: { funds: ["VTI", "GLD"] } });
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
      broker: {
        kind: "ccxt",
        exchange: "krakenfutures",
        credentials: { apiKey: live.CCXT_API_KEY, secret: live.CCXT_SECRET, password: undefined },
      },
    });
  });

  test.each([
    ["LIVE_ORDERS", "off", /^LIVE_ORDERS: "off" does not allow orders to BROKER/],
    ["LIVE_ORDERS", undefined, /^LIVE_ORDERS: "off" does not allow orders to BROKER/],
    ["CCXT_API_KEY", undefined, /^CCXT_API_KEY is not set/],
    ["CCXT_SECRET", undefined, /^CCXT_SECRET is not set/],
    ["MARKET_FEED", "simulated", /^MARKET_FEED: a simulated feed is not allowed in live mode/],
    ["WAZI_MODE", "demo", /^BROKER: live orders are not allowed in demo mode.*WAZI_MODE=live/],
    ["BROKER", "kraken", /^BROKER: "kraken" is not a known broker. Allowed: paper or ccxt:<exchange>/],
    ["BROKER", "ccxt:krakenfuture", /^BROKER: .*did you mean krakenfutures\?/],
    ["MARKET_FEED", "ccxt:krakn", /^MARKET_FEED: .*did you mean kraken\?\)\. Allowed: /],
    ["MARKET_FEED", "ccxt:../kraken", /^MARKET_FEED: .*that ccxt does not know/],
  ])("reject %s=%s with the reason", (name, value, why) => {
    const lines = listProblems({ ...live, [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(why);
  });

  test("reject the paper broker in live mode, and LIVE_ORDERS with it", () => {
    const lines = listProblems({ ...live, BROKER: "paper" });
    expect(lines.map((line) => line.split(":")[0])).toEqual(["LIVE_ORDERS", "BROKER"]);
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
