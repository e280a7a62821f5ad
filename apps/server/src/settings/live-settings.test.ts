import { describe, expect, test } from "vitest";
import { StartError } from "../process/start-error.ts";
import { readSettings } from "./settings.ts";

const XPUB =
  "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";

/** All that live mode asks for. */
const live = {
  WAZI_MODE: "live",
  OPERATOR_NAME: "Wazi Ltd",
  OPERATOR_REGULATOR: "CMA",
  OPERATOR_LICENCE: "123",
  COUNTRIES_SERVED: "Kenya",
  KYC_REQUIRED_FOR: "deposit",
  DEPOSIT_XPUB_BTC: XPUB,
  DEPOSIT_XPUB_LTC: XPUB,
  DEPOSIT_XPUB_ETH: XPUB,
  DEPOSIT_XPUB_TRON: XPUB,
  MARKET_FEED: "ccxt:kraken",
  BROKER: "ccxt:krakenfutures",
  LIVE_ORDERS: "on",
  CCXT_API_KEY: "a-key",
  CCXT_SECRET: "hunter2",
};

function complaints(env: Record<string, string | undefined>): string[] {
  try {
    readSettings(env, "/project");
  } catch (error) {
    if (error instanceof StartError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("settings of live prices and orders", () => {
  test("a demo may have live prices, from an exchange or from Twelve Data", () => {
    expect(readSettings({ MARKET_FEED: "ccxt:kraken" }, "/project").marketFeed).toEqual({
      kind: "live",
      live: { provider: "ccxt", exchange: "kraken", url: undefined },
    });
    expect(readSettings({ MARKET_FEED: "twelvedata", TWELVEDATA_API_KEY: "k" }, "/project").marketFeed).toEqual({
      kind: "live",
      live: { provider: "twelvedata", apiKey: "k", url: "https://api.twelvedata.com", creditsPerMinute: 8 },
    });
  });

  test("live mode starts with all that it asks for", () => {
    expect(readSettings(live, "/project")).toMatchObject({
      mode: "live",
      operator: { name: "Wazi Ltd" },
      broker: {
        kind: "ccxt",
        exchange: "krakenfutures",
        credentials: { apiKey: "a-key", secret: "hunter2", password: undefined },
      },
    });
  });

  test.each([
    ["LIVE_ORDERS", "off", /^LIVE_ORDERS: "off" keeps BROKER from sending any order/],
    ["LIVE_ORDERS", undefined, /^LIVE_ORDERS: "off" keeps BROKER from sending any order/],
    ["CCXT_API_KEY", undefined, /^CCXT_API_KEY is not set/],
    ["CCXT_SECRET", undefined, /^CCXT_SECRET is not set/],
    ["MARKET_FEED", "simulated", /^MARKET_FEED: a simulated feed is refused in live mode/],
    ["WAZI_MODE", "demo", /^BROKER: live orders are refused in demo mode.*WAZI_MODE=live/],
    ["BROKER", "kraken", /^BROKER: "kraken" is not a known broker. Allowed: paper or ccxt:<exchange>/],
    ["BROKER", "ccxt:krakenfuture", /^BROKER: .*the nearest is krakenfutures/],
    ["MARKET_FEED", "ccxt:krakn", /^MARKET_FEED: .*the nearest is kraken\. Allowed: /],
    ["MARKET_FEED", "ccxt:../kraken", /^MARKET_FEED: .*that ccxt does not know/],
  ])("with %s=%s it does not start, and says why", (name, value, why) => {
    const lines = complaints({ ...live, [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(why);
  });

  test("the paper broker in live mode is refused twice over: orders have nowhere to go", () => {
    const lines = complaints({ ...live, BROKER: "paper" });
    expect(lines.map((line) => line.split(":")[0])).toEqual(["LIVE_ORDERS", "BROKER"]);
  });

  test("Twelve Data needs its key", () => {
    expect(complaints({ MARKET_FEED: "twelvedata" })).toEqual([
      "TWELVEDATA_API_KEY is not set. MARKET_FEED=twelvedata needs it: one line of text.",
    ]);
  });

  test("secrets are not repeated", () => {
    expect(complaints({ CCXT_SECRET: "hunter2\nhunter2", TWELVEDATA_API_KEY: "hunter2\u0007x" }).join()).not.toContain(
      "hunter2",
    );
  });
});
