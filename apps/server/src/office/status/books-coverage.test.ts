import type { PublicStatus } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountOf, activate, settleWithdrawal, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { readStatus } from "./read-status.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const read = (): Promise<PublicStatus> =>
  readStatus({
    sql: test.sql,
    now: () => new Date(),
    limits: { maxDailyLoss: 500n, maxMarketExposure: 5_000n },
    priceProviders: [{ feed: "simulated", provider: "Wazi's own simulation" }],
  });

describe("held and owed on the public status", () => {
  it("are equal after deposits, trades and payouts, to the rounding that the platform keeps", async () => {
    expect((await read()).coverage).toEqual({ held: "0.00", owed: "0.00", difference: "0.00", isCovered: true });
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[0], "300");
    await bots.open(0, { side: "buy", price: 100, exposure: "1" });
    await bots.close(0, 101);
    const { coverage, oldestUnpaidWithdrawalAt } = await read();
    expect(coverage.isCovered).toBe(true);
    expect(Number(coverage.held)).toBeGreaterThan(1_000);
    expect(Number(coverage.difference)).toBeLessThan(0.1);
    expect(oldestUnpaidWithdrawalAt).toBeNull();
    const withdrawal = await startWithdrawal(investor, "100");
    expect((await read()).oldestUnpaidWithdrawalAt).toBe(withdrawal.createdAt);
    await settleWithdrawal(test.admin, withdrawal.id, { status: "completed" });
    expect(Number((await read()).coverage.held)).toBeCloseTo(Number(coverage.held) - 100, 2);
  });

  it(
    "show a minted balance that is paid out, although the books have no difference",
    { tags: ["coverage"] },
    async () => {
      const before = await read();
      const investor = await test.signUp();
      await test.admin.call("POST", `/api/admin/users/${investor.userId}/balance`, { balance: "500.00" });
      const { id } = await startWithdrawal(investor, "500");
      await settleWithdrawal(test.admin, id, { status: "completed" });
      await test.admin.call("DELETE", `/api/admin/withdrawals/${id}`);
      const { coverage, adjustments } = await read();
      expect((await accountOf(investor)).balance).toBe("0.00");
      expect(coverage.isCovered).toBe(false);
      expect(Number(coverage.difference)).toBeCloseTo(Number(before.coverage.difference) - 500, 2);
      expect(adjustments.count).toBe(before.adjustments.count + 1);
      expect(adjustments).toMatchObject({ given: "500.00", taken: "0.00" });
      expect(await test.differences()).toEqual([]);
    },
  );

  it("count opposite adjustments apart", async () => {
    const investor = await test.signUp();
    const set = (balance: string) =>
      test.admin.call("POST", `/api/admin/users/${investor.userId}/balance`, { balance });
    await set("100.00");
    await set("40.00");
    expect((await read()).adjustments).toMatchObject({ given: "600.00", taken: "60.00" });
  });

  it("names the price provider", async () => {
    const answer = await test.visitor().call("GET", "/api/public/status");
    expect((answer.body as PublicStatus).priceProviders).toEqual([
      { feed: "simulated", provider: "Wazi's own simulation" },
    ]);
  });
});

describe("processing times", () => {
  it(
    "count withdrawals that still wait with the time that they have waited",
    { tags: ["waiting-counted"] },
    async () => {
      await test.sql`
      update withdrawals set created_at = created_at - interval '1 minute', updated_at = updated_at where status = 'completed'`;
      for (let index = 0; index < 20; index += 1) {
        const investor = await test.funded("100");
        const { id } = await startWithdrawal(investor, "50");
        await test.sql`update withdrawals set created_at = now() - interval '30 days' where id = ${id}`;
      }
      const { processing, oldestUnpaidWithdrawalAt } = await read();
      expect(processing.withdrawal).toMatchObject({ waiting: 20 });
      expect(processing.withdrawal!.p90Seconds).toBeGreaterThan(29 * 86_400);
      expect(Date.parse(oldestUnpaidWithdrawalAt!)).toBeLessThan(Date.now() - 29 * 86_400_000);
    },
  );
});
