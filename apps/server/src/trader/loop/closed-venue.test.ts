import { botCatalogue, buildBotConfig, createBotState, type Candle } from "@wazi/trading";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountOf, botsOf, deactivate, toCents } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import type { MarketFeed } from "../feeds/market-feed.ts";
import { readPool } from "./store.ts";
import { saveOpenTradeMarks } from "./save-marks.ts";
import { settlePositions } from "./settle-positions.ts";

/** The first bot of the catalogue trades currencies, which close from Friday 17:00 to Sunday 17:00 in New York. */
const FOREX = 0;
const SATURDAY = Date.parse("2026-01-17T12:00Z");
const SUNDAY_OPEN = Date.parse("2026-01-18T22:00Z");

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

it("exits wait while the venue is closed, and settle at the price of its open", async () => {
  const bots = await startScriptedBots(test);
  const botId = bots.ids[FOREX]!;
  const invest = async (body: object = {}): Promise<TestClient> => {
    const investor = await test.funded("1000");
    const answer = await investor.call("POST", "/api/user/bots/activate", { botId, allocatedAmount: "500", ...body });
    expect(answer.status).toBe(200);
    return investor;
  };
  const leaving = await invest();
  const protectedByStop = await invest({ stopLossPct: 10 });
  const staying = await invest({ stopLossPct: 50 });
  await bots.open(FOREX, { side: "buy", price: 1, exposure: "1" });

  /** A price with the bar that it is in, as the trader takes it from a live feed. */
  const takePrice = async (time: number, price: number): Promise<void> => {
    const catalogued = botCatalogue[FOREX]!;
    const symbols = catalogued.symbols.map((symbol) => ({ market: "forex", symbol, interval: "1m" }) as const);
    const config = buildBotConfig(catalogued, symbols);
    const pool = await readPool(test.sql, botId);
    const symbol = pool.openTrades[0]!.symbol;
    const forming: Candle = { time, open: price, high: price, low: price, close: price, volume: 0 };
    const feed: MarketFeed = {
      name: "live",
      symbols: symbols.map((each) => ({ ...each, feed: "live" })),
      barIntervalMs: 1_000,
      forming: () => forming,
      advance: () => [],
      save: () => ({}),
    };
    const { name } = catalogued;
    const record = { record: 0, recordAfter: { sequence: "0", won: "0" } };
    const bot = {
      botId,
      name,
      feed: "live",
      config,
      state: createBotState(config),
      pool,
      unsaved: false,
      ...record,
    } as const;
    const arrived = new Map([[`live ${symbol}`, { price }]]);
    const marks = await saveOpenTradeMarks(test.sql, [bot], [feed], { arrived, last: new Map() });
    await settlePositions({ sql: test.sql, door: test.door, maxPriceAgeMs: 5_000, log: silentLog }, marks);
  };

  await takePrice(SATURDAY, 0.7);
  expect((await deactivate(leaving, botId)).status).toBe(202);
  await takePrice(SATURDAY + 60_000, 0.6);
  expect((await botsOf(leaving))[0]?.exitPending).toMatchObject({ kind: "deactivation" });
  // 40 % less is far beyond the stop, but nothing can be sold.
  expect(await botsOf(protectedByStop)).toHaveLength(1);

  await takePrice(SUNDAY_OPEN, 0.8);
  expect(await botsOf(leaving)).toEqual([]);
  expect(await botsOf(protectedByStop)).toEqual([]);
  const [held] = await botsOf(staying);
  for (const investor of [leaving, protectedByStop]) {
    const { balance } = await accountOf(investor);
    // The same units as the one who stays, at the same price; a loss pays no share of profits.
    expect(toCents(balance) - 50_000n).toBe(toCents(held!.value));
    expect(Number(balance)).toBeGreaterThan(500 + 395);
    expect(Number(balance)).toBeLessThan(500 + 400);
  }
  await bots.close(FOREX, 0.8);
});
