import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BotHoldings, DAY_MS } from "@wazi/contracts";
import { botCatalogue, getSymbolCosts, portfolioCatalogue } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dailyFiles, writeDailyFile } from "../../../../../tests/harness/daily-files.ts";
import { manualReplay } from "../../../../../tests/harness/generated-replay.ts";
import { type ScriptedBots, startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { eventually } from "../../../../../tests/harness/wazi-process.ts";
import { renewLease, takeLease } from "../../platform/jobs/store.ts";
import { loadReplayFolder } from "../feeds/replay-feed.ts";
import { openBillReturns } from "../interest/cash-interest.ts";
import { readPool, savePrices } from "../loop/store.ts";
import { startSession } from "../loop/trading-session.ts";

const TIMEOUT_MS = 120_000;
const CACHE_MS = 10_000;

async function read(test: TestApp, botId: string): Promise<BotHoldings> {
  const { status, body } = await test.visitor().call("GET", `/api/bots/${botId}/holdings`);
  expect(status).toBe(200);
  return body;
}

const sumOf = ({ cashPct, parts }: { cashPct: string; parts: readonly { weightPct: string }[] }): number =>
  [cashPct, ...parts.map(({ weightPct }) => weightPct)].reduce((sum, pct) => sum + Math.round(Number(pct) * 100), 0);

describe("a portfolio on a replay", () => {
  const folder = mkdtempSync(join(tmpdir(), "wazi-holdings-"));
  const portfolio = portfolioCatalogue[1]!;
  let test: TestApp;
  let botId = "";

  beforeAll(async () => {
    const funds = dailyFiles.filter(({ name }) => name.startsWith("portfolio"));
    funds.forEach((file, index) => writeDailyFile(folder, file, index + 1));
    test = await startTestApp(undefined, undefined, { MARKET_FEED: `replay:${folder}` });
    const [row] = await test.sql<{ id: string }[]>`select id from trading_bots where name = ${portfolio.name}`;
    botId = row!.id;
    const replay = manualReplay(loadReplayFolder(folder).series, 0);
    const lease = (await takeLease(test.sql, "trader", true))!;
    const { sql, door } = test;
    const deps = {
      sql,
      door,
      lease,
      now: () => new Date(),
      log: silentLog,
      maxPriceAgeMs: 5_000,
      mayEnter: () => true,
      // As the server does on a replay, so that what is explained is what was decided.
      findBillReturn: openBillReturns({ kind: "none", marginPct: 0, hasRealPrices: true }),
    };
    const session = await startSession(deps, [replay.feed]);
    // Until the bot holds several funds and has rebalanced them.
    for (let step = 0; step < 40; step += 1) {
      replay.allow(60);
      await renewLease(sql, lease);
      await session.advance(Date.now());
      const { openTrades, closeSequence } = await readPool(sql, botId);
      if (Number(closeSequence) > 12 && new Set(openTrades.map(({ symbol }) => symbol)).size > 1) break;
    }
    await session.checkpoint();
  }, TIMEOUT_MS);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await test.close();
  });

  it("has weights that add up to 100%, of the value that its mark gives", async () => {
    const { holdings, cashPct, nav, fresh } = await read(test, botId);
    expect(fresh).toBe(true);
    expect(holdings.length).toBeGreaterThan(1);
    expect(sumOf({ cashPct, parts: holdings })).toBe(10_000);
    // Independently: the mark that the trader saved, and each trade by hand in floating point.
    const [mark] = await test.sql<{ exit: string }[]>`
      select exit_mark::text as exit from pool_marks where bot_id = ${botId}`;
    expect(Number(nav)).toBeCloseTo(Number(mark!.exit), 10);
    const prices = await test.sql<{ symbol: string; price: number }[]>`
      select symbol, price::float8 from market_prices where market = 'portfolio'`;
    const { openTrades } = await readPool(test.sql, botId);
    const worth = new Map<string, number>();
    for (const { symbol, baseNav, exposure, entryPrice, costs } of openTrades) {
      const price = prices.find((each) => each.symbol === symbol)!.price;
      const exit = price * (1 - costs.halfSpread - costs.slippage);
      const grown = exit / Number(entryPrice);
      const value = Number(baseNav) * Number(exposure) * (grown - costs.commission * (1 + grown));
      worth.set(symbol, (worth.get(symbol) ?? 0) + value);
    }
    // Dividends since entry are cash.
    for (const { symbol, weightPct } of holdings) {
      const plain = ((worth.get(symbol) ?? NaN) / Number(nav)) * 100;
      expect(Math.abs(Number(weightPct) - plain)).toBeLessThan(0.05);
    }
    const held = [...worth.values()].reduce((sum, value) => sum + value, 0);
    expect(Math.abs(Number(cashPct) - (1 - held / Number(nav)) * 100)).toBeLessThan(0.05);
  });

  it("says why with the figures of its rule: a fund is held only if it earned more than bills", async () => {
    const { decision, holdings, ordersWait } = await read(test, botId);
    expect(decision!.parts.map(({ symbol }) => symbol).sort()).toEqual(["GLD", "IEF", "SPY"]);
    for (const { targetPct, figures } of decision!.parts) {
      const trend = figures.find(({ kind }) => kind === "trend")!;
      expect(trend.months).toBe(12);
      expect(Number(targetPct) > 0).toBe(Number(trend.pct) > 0);
    }
    if (ordersWait) return;
    // A month moves the weights by less than this.
    for (const { symbol, targetPct } of decision!.parts) {
      const held = holdings.find((each) => each.symbol === symbol)?.weightPct ?? "0";
      expect(Math.abs(Number(held) - Number(targetPct))).toBeLessThan(5);
    }
  });

  it("lists the fills of its last decision and the weights after each, and decides next at the month's end", async () => {
    const { lastChange, history, next } = await read(test, botId);
    expect(history.length).toBeGreaterThan(6);
    for (const weights of history) expect(sumOf(weights)).toBe(10_000);
    expect(history.at(-1)!.at).toBe(lastChange!.at);
    const [{ at: newest }] = (await test.sql<{ at: Date }[]>`
      select greatest(max(bar_time), (select max(to_timestamp((t ->> 'barTime')::float8 / 1000))
        from pools p, jsonb_array_elements(p.open_trades) t where p.bot_id = ${botId})) as at
      from bot_trades where bot_id = ${botId}`) as [{ at: Date }];
    expect(lastChange!.at).toBe(newest.toISOString());
    for (const { kind, partPct, price, costPerThousand } of lastChange!.fills) {
      expect(["bought", "sold"]).toContain(kind);
      expect(Number(partPct)).toBeGreaterThan(0);
      expect(Number(price)).toBeGreaterThan(0);
      expect(Number(costPerThousand)).toBeGreaterThan(0);
    }
    expect(next).toMatchObject({ isMarketTime: true, wallAt: null });
    expect(Date.parse(next!.at)).toBeGreaterThan(newest.getTime());
    expect(Date.parse(next!.at) - newest.getTime()).toBeLessThan(63 * DAY_MS);
  });
});

describe("bots with one position", () => {
  let test: TestApp;
  let bots: ScriptedBots;
  const [first] = botCatalogue;
  const symbol = first!.symbols[0]!;

  beforeAll(async () => {
    test = await startTestApp(undefined, undefined, { CASH_INTEREST_SOURCE: "none" });
    bots = await startScriptedBots(test);
  });
  afterAll(() => test.close());

  const price = async (value: number): Promise<void> => {
    const place = { market: "forex", symbol, feed: "simulated", dayBefore: null, barTime: null, place: 0 } as const;
    await savePrices(test.sql, [{ ...place, price: value }]);
  };

  it("hold cash alone before their first trade", async () => {
    expect(await read(test, bots.ids[0]!)).toMatchObject({
      holdings: [],
      cashPct: "100.00",
      nav: "1.000000000000",
      fresh: true,
      decision: null,
      lastChange: null,
      history: [],
      interest: { pays: false, earned: null },
    });
  });

  it("show an open trade at its price with its gain, and say when the price is old", async () => {
    const id = bots.ids[1]!;
    const coin = botCatalogue[1]!.symbols[0]!;
    await bots.open(1, { side: "buy", price: 100, exposure: "0.4000" });
    await savePrices(test.sql, [
      { market: "crypto", symbol: coin, feed: "simulated", dayBefore: null, barTime: null, price: 110, place: 0 },
    ]);
    await bots.price(1, 110);
    const shown = await read(test, id);
    const { halfSpread, slippage, commission } = getSymbolCosts("crypto", coin);
    const [entry, exit] = [100 * (1 + halfSpread + slippage), 110 * (1 - halfSpread - slippage)];
    const value = 0.4 * (exit / entry - commission * (1 + exit / entry));
    const worth = 0.6 + value;
    expect(shown.fresh).toBe(true);
    expect(Number(shown.nav)).toBeCloseTo(worth, 9);
    expect(Number(shown.holdings[0]!.weightPct)).toBeCloseTo((value / worth) * 100, 1);
    expect(Number(shown.holdings[0]!.gainPct)).toBeCloseTo((value / 0.4 - 1) * 100, 1);
    expect(sumOf({ cashPct: shown.cashPct, parts: shown.holdings })).toBe(10_000);
    expect(shown.lastChange!.fills).toMatchObject([{ symbol: coin, kind: "bought" }]);
    const cost = 0.4 * ((entry - 100) / entry + commission) * 1_000;
    expect(Number(shown.lastChange!.fills[0]!.costPerThousand)).toBeCloseTo(Math.ceil(cost * 100) / 100, 1);

    await bots.price(1, 110, new Date(Date.now() - 60_000));
    // The answer before is kept for some seconds.
    await eventually(async () => !(await read(test, id)).fresh, CACHE_MS);
    const old = await read(test, id);
    expect(Date.now() - Date.parse(old.pricedAt!)).toBeGreaterThan(59_000);
    expect(old.holdings).toEqual(shown.holdings);
  });

  it("decide nothing once they are halted", async () => {
    await price(1);
    await bots.open(0, { side: "sell", price: 1, exposure: "1.0000" });
    await bots.close(0, 3);
    await eventually(async () => (await read(test, bots.ids[0]!)).next === null, CACHE_MS);
    const halted = await read(test, bots.ids[0]!);
    expect(halted).toMatchObject({ next: null, cashPct: "100.00", holdings: [] });
    expect(halted.lastChange!.fills.map(({ kind }) => kind)).toEqual(["bought-back"]);
  });

  it("refuse an address without a bot", async () => {
    expect((await test.visitor().call("GET", "/api/bots/nothing/holdings")).status).toBe(404);
  });
});
