import type { ExitResult } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TODAY_NUMBER } from "../../../../../tests/harness/interest-arrivals.ts";
import { activate, botsOf, deactivate, transferProfit } from "../../../../../tests/harness/money-calls.ts";
import { type ScriptedBots, startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;
/** A whole per cent a day, so that a day is worth joining for. */
const RATE = { gross: 10_000_000_000n, margin: 0n };
const REFUSED =
  "Alpha-Forex-01 is being credited with its interest of earlier days. No money was moved. Please try again in a moment.";

// The market has the clock's time.
beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const topUp = (client: TestClient, amount: string) =>
  client.call("POST", "/api/user/bots/top-up", { botId: bots.ids[0], amount });

it("lets nobody into a bot whose days are not settled, and everybody out", async () => {
  const [holder, sniper] = [await test.funded("1000"), await test.funded("5000")];
  // A bot that no trader has seen begins with the day on which it is seen.
  expect((await activate(holder, bots.ids[0], "500")).status).toBe(200);
  await bots.earn(0, TODAY_NUMBER - 9, RATE);

  // Nine days without a trader: yesterday's is the last that has ended.
  const refused = await activate(sniper, bots.ids[0], "5000");
  expect([refused.status, refused.headers["retry-after"], refused.body]).toMatchObject([
    ...[503, "5", { code: "PRICE_UNAVAILABLE", message: REFUSED }],
  ]);
  expect((await topUp(holder, "100")).status).toBe(503);
  await bots.earn(0, TODAY_NUMBER - 1, RATE);
  expect((await activate(sniper, bots.ids[0], "5000")).status).toBe(503);

  expect((await transferProfit(holder, "1.00")).status).toBe(200);
  const { exit } = (await deactivate(holder, bots.ids[0])).body as { exit: ExitResult };
  expect(Number(exit.interest)).toBeGreaterThan(40);

  await bots.earn(0, TODAY_NUMBER, RATE);
  expect((await activate(sniper, bots.ids[0], "5000")).status).toBe(200);
  await bots.earn(0, TODAY_NUMBER, RATE);
  expect((await botsOf(sniper))[0]).toMatchObject({ interest: "0.00", value: "5000.00" });
});
