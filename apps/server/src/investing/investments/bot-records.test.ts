import { MIN_RECORD_TRADES, type Bot, type PublicEvidence } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildEvidence, buildHeadline, recordEvidence } from "../../../../../tests/harness/recorded-evidence.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  const { trades } = buildEvidence("Alpha-Forex-01");
  await recordEvidence(test.sql, [
    buildEvidence("Alpha-Forex-01", {
      headline: buildHeadline({ winRatePct: 41.789, trades: 412 }),
      // Newer than every trade of the records that come with this version.
      trades: trades.map((trade) => ({ ...trade, exitAt: trade.exitAt.replace(/^20/, "21") })),
    }),
    buildEvidence("Gold-Trader-02", { headline: buildHeadline({ winRatePct: null, trades: 0 }) }),
  ]);
});
afterAll(() => test.close());

async function readBot(name: string): Promise<Bot | undefined> {
  const list: Bot[] = (await test.visitor().call("GET", "/api/bots")).body;
  return list.find((bot) => bot.name === name);
}

describe("a bot's win rate and number of trades", () => {
  it("are those of the backtest before thirty trades and its own after", async () => {
    expect(await readBot("Alpha-Forex-01")).toMatchObject({
      winRate: "41.78",
      totalTrades: 412,
      recordSource: "backtest",
    });
    for (let count = 0; count < MIN_RECORD_TRADES; count += 1) {
      await bots.open(0, { side: "buy", price: 100, exposure: "0.5" });
      await bots.close(0, count % 3 === 0 ? 99 : 101);
    }
    expect(await readBot("Alpha-Forex-01")).toMatchObject({ winRate: "66.66", totalTrades: 30, recordSource: "own" });
  });

  it("have no win rate without trades, and never show the catalogue's figures", async () => {
    expect(await readBot("Gold-Trader-02")).toMatchObject({ winRate: null, totalTrades: 0, recordSource: "backtest" });
    const list: Bot[] = (await test.visitor().call("GET", "/api/bots")).body;
    const stored = await test.sql<
      { name: string; total: number }[]
    >`select name, total_trades as total from trading_bots`;
    for (const { name, totalTrades } of list)
      expect(totalTrades).not.toBe(stored.find((bot) => bot.name === name)?.total);
  });
});

it("the newest trades of all backtests are public, three of a bot, with their bots", async () => {
  const { recentTrades }: PublicEvidence = (await test.visitor().call("GET", "/api/public/evidence")).body;
  const ofForex = recentTrades.filter(({ botId }) => botId === bots.ids[0]);
  expect(ofForex).toHaveLength(3);
  expect(ofForex[0]).toMatchObject({ botName: "Alpha-Forex-01", symbol: "EUR/USD", returnPct: -0.42 });
  const closings = recentTrades.map(({ exitAt }) => exitAt);
  expect(closings).toEqual([...closings].sort().reverse());
});
