import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fakeCredentials, FAKE_EXCHANGE, startFakeExchange, type FakeExchange } from "../harness/fake-exchange.ts";
import { operatorEnvironment } from "../harness/live-environment.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import {
  copyDataDir,
  createDataDir,
  endEverything,
  eventually,
  launch,
  makeTemplate,
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

let template: Awaited<ReturnType<typeof makeTemplate>>;
let exchange: FakeExchange;
beforeAll(async () => {
  template = await makeTemplate();
});
afterAll(() => template.remove());
beforeEach(async () => {
  exchange = await startFakeExchange();
});
afterEach(async () => {
  await endEverything();
  await exchange.close();
});

interface ShownPrice {
  symbol: string;
  feed: string;
}

async function pricesOf(wazi: Serving): Promise<ShownPrice[]> {
  const answer = await fetch(`${wazi.address}/api/market/prices`);
  return (await answer.json()) as ShownPrice[];
}

const feedsOf = (prices: readonly ShownPrice[]): string[] => prices.map(({ symbol, feed }) => `${symbol} ${feed}`);

function start(dataDir: string, env: Record<string, string> = {}): Promise<Serving> {
  return startWazi(dataDir, { env: { MARKET_FEED: `ccxt:${FAKE_EXCHANGE}`, CCXT_URL: exchange.url, ...env } });
}

describe("running on an exchange's prices", () => {
  test("shows them as live beside simulated prices in demo mode, and stops in time", async () => {
    const wazi = await start(copyDataDir(template.dataDir));
    await eventually(async () => feedsOf(await pricesOf(wazi)).includes("BTC/USD live"));
    expect(feedsOf(await pricesOf(wazi))).toContain("EUR/USD simulated");
    const { code, afterMs } = await wazi.stop();
    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(stretchBound(STOP_BOUND_MS));
    expect(exchange.orders).toEqual([]);
  });

  test("starts live mode with a venue for its orders and no simulated prices, and restarts after a kill", async () => {
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

  test("refuses to use a demo database in live mode", async () => {
    const dataDir = copyDataDir(template.dataDir);
    const demo = await start(dataDir);
    await demo.stop();
    const refused = launch(dataDir, { env: { ...live, MARKET_FEED: `ccxt:${FAKE_EXCHANGE}`, CCXT_URL: exchange.url } });
    expect((await refused.exited).code).toBe(1);
    expect(refused.stderr()).toContain('WAZI_MODE: "live" is not allowed: this database was created in demo mode');
  });
});
