import type { Bot, ErrorBody } from "@wazi/contracts";
import { describe, expect } from "vitest";
import { fakeAlpacaKeys, startFakeAlpaca } from "../harness/fake-alpaca.ts";
import { fakeCredentials, FAKE_EXCHANGE, startFakeExchange } from "../harness/fake-exchange.ts";
import { signUp } from "../harness/http-client.ts";
import { operatorEnvironment } from "../harness/live-environment.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { copiedWaziTest } from "../harness/process-test.ts";
import {
  copyDataDir,
  createDataDir,
  endEverything,
  eventually,
  launch,
  startWazi,
  type Serving,
} from "../harness/wazi-process.ts";

/** The bound from the signal to the end of an idle process. */
const STOP_BOUND_MS = 3_000;
/** The settings that live mode requires. */
const live = {
  ...operatorEnvironment,
  RATE_LIMIT_SCALE: "1",
  BROKER: `ccxt:${FAKE_EXCHANGE}`,
  LIVE_ORDERS: "on",
  CCXT_API_KEY: fakeCredentials.apiKey,
  CCXT_SECRET: fakeCredentials.secret,
  LOG_LEVEL: "info",
};

const test = copiedWaziTest
  .extend("exchange", async ({ task: _task }, { onCleanup }) => {
    const exchange = await startFakeExchange();
    onCleanup(async () => {
      await endEverything();
      await exchange.close();
    });
    return exchange;
  })
  .extend("shares", async ({ task: _task }, { onCleanup }) => {
    const venue = await startFakeAlpaca();
    onCleanup(async () => {
      await endEverything();
      await venue.close();
    });
    return venue;
  })
  .extend(
    "start",
    ({ exchange }) =>
      (dataDir: string, env: Record<string, string> = {}) =>
        startWazi(dataDir, { env: { MARKET_FEED: `ccxt:${FAKE_EXCHANGE}`, CCXT_URL: exchange.url, ...env } }),
  );

interface ShownPrice {
  symbol: string;
  feed: string;
}

async function pricesOf(wazi: Serving): Promise<ShownPrice[]> {
  const answer = await fetch(`${wazi.address}/api/market/prices`);
  return (await answer.json()) as ShownPrice[];
}

const feedsOf = (prices: readonly ShownPrice[]): string[] => prices.map(({ symbol, feed }) => `${symbol} ${feed}`);

describe("running on an exchange's prices", () => {
  test("shows them as live beside simulated prices in demo mode, and stops in time", async ({
    exchange,
    start,
    template,
  }) => {
    const wazi = await start(copyDataDir(template.dataDir));
    await eventually(async () => feedsOf(await pricesOf(wazi)).includes("BTC/USD live"));
    expect(feedsOf(await pricesOf(wazi))).toContain("EUR/USD simulated");
    const { code, afterMs } = await wazi.stop();
    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(stretchBound(STOP_BOUND_MS));
    expect(exchange.orders).toEqual([]);
  });

  test("starts live mode with a venue for its orders and no simulated prices, and restarts after a kill", async ({
    start,
  }) => {
    const dataDir = createDataDir();
    const first = await start(dataDir, live);
    await eventually(async () => (await pricesOf(first)).length === 2);
    expect(feedsOf(await pricesOf(first)).sort()).toEqual(["BTC/USD live", "ETH/USD live"]);
    await eventually(() => first.stdout().includes("orders are sent to the venue"));
    expect(first.stdout()).not.toContain(fakeCredentials.secret);
    await first.crash();
    const second = await start(dataDir, live);
    const settings = await (await fetch(`${second.address}/api/public/settings`)).json();
    expect(settings).toMatchObject({ mode: "live", feed: "live", broker: "live" });
  });

  test("trades at a broker for shares beside the exchange", async ({ start, shares }) => {
    shares.prices.set("KO", "62.40");
    const alpaca = {
      ALPACA_KEY_ID: fakeAlpacaKeys.keyId,
      ALPACA_SECRET_KEY: fakeAlpacaKeys.secret,
      ALPACA_PAPER: "off",
    };
    const brokers = { BROKER: `${live.BROKER},alpaca`, ALPACA_URL: shares.url };
    const wazi = await start(createDataDir(), { ...live, ...brokers, ...alpaca });
    const names = [`ccxt:${FAKE_EXCHANGE}`, "alpaca:live"];
    const isToldOf = (name: string): boolean =>
      wazi
        .stdout()
        .split("\n")
        .some((line) => line.includes("orders are sent to the venue") && line.includes(name));
    await eventually(() => names.every(isToldOf));
    expect(shares.asked).toContain("GET /v2/account");
    expect(wazi.stdout()).not.toContain(fakeAlpacaKeys.secret);
    expect((await wazi.stop()).code).toBe(0);
  });

  test("opens core portfolios by their evidence, and says why each takes no money here", async ({ start }) => {
    const wazi = await start(createDataDir(), { ...live, UNPROVEN_BOTS: "closed" });
    const investor = wazi.client();
    const [bots, portfolios] = await Promise.all(
      ["/api/bots", "/api/portfolios"].map(async (path) => (await investor.call("GET", path)).body as Bot[]),
    );
    const open = bots?.filter(({ newMoney }) => newMoney === "open").map(({ name }) => name);
    expect(open).toEqual(["Stock-Titan-05", "Index-Pro-04", "Stock-Dividend-08"]);
    expect(bots?.filter(({ newMoney }) => newMoney === "closed")).toHaveLength(5);
    expect(
      portfolios?.map(({ name, place, verdict, newMoney, billInterest }) => {
        return [name, place, verdict, newMoney, billInterest?.source];
      }),
    ).toEqual([
      ["Core Basket", null, "both-halves", "open", undefined],
      ["Core Basket with Trend", null, "both-halves", "open", "none"],
      ["Bills", null, "benchmark", "closed", "none"],
    ]);
    await signUp(investor);
    const refusals: unknown[][] = [];
    for (const { id } of portfolios ?? []) {
      const body = { botId: id, allocatedAmount: "100" };
      const answer = await investor.call("POST", "/api/user/bots/activate", body);
      const { code, message } = answer.body as ErrorBody;
      refusals.push([answer.status, code, message]);
    }
    // The exchange trades no funds, and no one pays interest on idle money.
    const refused = (message: string) => [422, "BOT_UNAVAILABLE", message];
    expect(refusals).toEqual([
      refused("Core Basket cannot be activated because it has no live broker."),
      refused("Core Basket with Trend cannot be activated because it has no live broker."),
      refused("Bills takes no new money, because the money in it earns no interest here. No money was moved."),
    ]);
  });

  test("refuses to use a demo database in live mode", async ({ exchange, start, template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const demo = await start(dataDir);
    await demo.stop();
    const refused = launch(dataDir, { env: { ...live, MARKET_FEED: `ccxt:${FAKE_EXCHANGE}`, CCXT_URL: exchange.url } });
    expect((await refused.exited).code).toBe(1);
    expect(refused.stderr()).toContain('WAZI_MODE: "live" is not allowed: this database was created in demo mode');
  });
});
