import type { UserBot } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountOf, activate } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let ids: string[];
beforeAll(async () => {
  test = await startTestApp();
  ids = ((await test.visitor().call("GET", "/api/bots")).body as { id: string }[]).map(({ id }) => id);
});
afterAll(() => test.close());

it("tops up an active position with money of the balance; levels and split stay", async () => {
  const investor = await test.funded("1000");
  const botId = ids[0]!;
  const topUp = (amount: string) => investor.call("POST", "/api/user/bots/top-up", { botId, amount });
  expect(await topUp("100")).toMatchObject({ status: 409 });
  expect((await activate(investor, botId, "300")).status).toBe(200);
  await investor.call("POST", "/api/user/bots/levels", { botId, stopLossPct: "10", takeProfitPct: null });
  expect(await topUp("200.50")).toMatchObject({
    status: 200,
    body: { allocatedAmount: "500.50", value: "500.50", stopLossPct: "10.00", takeProfitPct: null },
  });
  expect(await topUp("499.51")).toMatchObject({ status: 422, body: { code: "INSUFFICIENT_FUNDS" } });
  expect(await accountOf(investor)).toMatchObject({ balance: "499.50", totalInvested: "500.50" });
  expect(await test.differences()).toEqual([]);
});

it("sets and removes the levels of an active position without moving money", async () => {
  const investor = await test.funded("1000");
  const botId = ids[1]!;
  const levels = (stopLossPct: string | null, takeProfitPct: string | null) =>
    investor.call("POST", "/api/user/bots/levels", { botId, stopLossPct, takeProfitPct });
  expect(await levels("10", null)).toMatchObject({ status: 409 });
  expect((await activate(investor, botId, "300")).status).toBe(200);
  expect(await levels("12.5", "40")).toMatchObject({
    status: 200,
    body: { stopLossPct: "12.50", takeProfitPct: "40.00", allocatedAmount: "300.00" },
  });
  expect(await levels("96", null)).toMatchObject({ status: 400 });
  await levels(null, null);
  const [held] = (await investor.call("GET", "/api/user/bots")).body as UserBot[];
  expect(held).toMatchObject({ stopLossPct: null, takeProfitPct: null, stopLossNav: null });
  expect(await test.differences()).toEqual([]);
});
