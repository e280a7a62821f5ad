import type { ClosedTrade, Page } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate, errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  const investor = await test.funded("1000");
  await activate(investor, bots.ids[0], "1000");
  for (let each = 0; each < 12; each += 1) {
    await bots.open(0, { side: each % 2 === 0 ? "buy" : "sell", price: 100, exposure: "0.5" });
    await bots.close(0, 101);
  }
  await bots.open(1, { side: "buy", price: 100, exposure: "1" });
  await bots.close(1, 101);
});
afterAll(() => test.close());

async function page(query: string, bot = 0): Promise<Page<ClosedTrade>> {
  const answer = await test.visitor().call("GET", `/api/bots/${bots.ids[bot] ?? ""}/trades${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body;
}

describe("a bot's closed trades", () => {
  it("are public, newest first, paginated and without personal data", async () => {
    const { items } = await page("");
    expect(items).toHaveLength(12);
    const times = items.map(({ executedAt }) => executedAt);
    expect(times).toEqual([...times].sort().reverse());
    const first = await page("?limit=7");
    const second = await page(`?limit=7&cursor=${first.nextCursor ?? ""}`);
    expect([...first.items, ...second.items]).toEqual(items);
    expect(second.nextCursor).toBeNull();
    expect((await page("", 1)).items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toMatch(/user|investor/i);
  });

  it("show entry, exit and the effect on the unit price", async () => {
    const [trade] = (await page("?limit=1")).items;
    expect(trade).toMatchObject({ side: "sell", exposure: "0.5", reason: "signal", dividends: "0", feed: "simulated" });
    expect(Number(trade?.exitPrice)).toBeGreaterThan(Number(trade?.entryPrice));
    expect(Number(trade?.returnPct)).toBeLessThan(0);
    expect(Number(trade?.navAfter)).toBeLessThan(Number(trade?.navBefore));
    expect(Number(trade?.profit)).toBeLessThan(0);
    expect(Date.parse(trade!.entryBarTime)).toBeLessThan(Date.parse(trade!.exitBarTime));
    expect(Date.parse(trade!.openedAt)).toBeLessThanOrEqual(Date.parse(trade!.executedAt));
  });

  it("show what the trade cost, by kind, in per cent of the unit price", async () => {
    const [trade] = (await page("?limit=1")).items;
    // Half of the unit price in EUR/USD, sold at 100 and bought back at 101: 0.5 × 0.00006 × 201 / 99.993, and so on.
    expect(trade?.costs).toEqual({
      spread: "0.0061",
      slippage: "0.0011",
      commission: "0.0021",
      financing: "0.0000",
      total: "0.0091",
    });
    expect(trade?.financing).toBe("0");
  });

  it("can be filtered", async () => {
    const { items } = await page("");
    const middle = items[5]!;
    expect((await page("?side=buy")).items).toEqual(items.filter(({ side }) => side === "buy"));
    expect((await page(`?symbol=${encodeURIComponent(middle.symbol)}`)).items).toEqual(items);
    expect((await page("?symbol=none")).items).toEqual([]);
    expect((await page(`?to=${middle.executedAt}`)).items).toEqual(
      items.filter(({ executedAt }) => executedAt < middle.executedAt),
    );
  });

  it("answer 404 for an unknown bot and 400 for another bot's cursor", async () => {
    const none = await test.visitor().call("GET", "/api/bots/5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e/trades");
    expect(none.status).toBe(404);
    const { nextCursor } = await page("?limit=2");
    const elsewhere = await test
      .visitor()
      .call("GET", `/api/bots/${bots.ids[1] ?? ""}/trades?cursor=${nextCursor ?? ""}`);
    expect([elsewhere.status, errorOf(elsewhere).code]).toEqual([400, "VALIDATION"]);
  });
});
