import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Deposit } from "@wazi/contracts";
import { startFakeTron, type FakeTron } from "../../../../../tests/harness/chains/fake-tron.ts";
import {
  ageDeposit,
  paymentsOf,
  requestDeposit,
  settle,
  watchDepsOf,
} from "../../../../../tests/harness/chains/watched-world.ts";
import { accountOf, creditLateDeposit, settleDeposit } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { creditPayment } from "./credit-payment.ts";
import type { WatchDeps } from "./watch-deposits.ts";

let test: TestApp;
let tron: FakeTron;
let deps: WatchDeps;
let amina: TestClient;
let deposit: Deposit;

beforeAll(async () => {
  test = await startTestApp();
  tron = await startFakeTron();
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await tron.close();
  await test.close();
});
beforeEach(async () => {
  deps = watchDepsOf(test);
  amina = await test.signUp();
  deposit = await requestDeposit(amina, "200");
  await round();
});

const round = (): Promise<void> => settle(deps, tron.reader);
async function payAndConfirm(coins: string, what: "USDT" | "unknown" | "coin" = "USDT"): Promise<string> {
  const hash = await tron.pay(deposit.walletAddress, coins, what);
  await tron.mine(3);
  await round();
  return hash;
}
const balance = async (): Promise<string> => (await accountOf(amina)).balance;
const listCredits = async (): Promise<string[]> =>
  (await paymentsOf(test, amina)).map(({ status, credited }) => `${status} ${credited}`);
const listDeposits = async (): Promise<Deposit[]> => (await amina.call("GET", "/api/user/deposits")).body;

describe("a payment to a deposit's address", () => {
  it("is seen at once, and credited when it has its confirmations", async () => {
    await tron.pay(deposit.walletAddress, "200", "USDT");
    await tron.mine();
    await round();
    expect((await listDeposits())[0]?.payments).toEqual([
      expect.objectContaining({
        status: "seen",
        confirmations: 1,
        confirmationsNeeded: 2,
        coins: "200",
        timing: "on_time",
      }),
    ]);
    expect(await balance()).toBe("0.00");
    await tron.mine();
    await round();
    expect((await listDeposits())[0]).toMatchObject({
      status: "completed",
      receivedAmount: null,
      payments: [expect.objectContaining({ status: "credited", amountState: "exact", creditedAmount: "200.00" })],
    });
    await tron.mine(3);
    await round();
    expect([await balance(), (await listDeposits()).length]).toEqual(["200.00", 1]);
  });

  it("needs more confirmations for a larger amount", async () => {
    await payAndConfirm("12000");
    expect((await paymentsOf(test, amina))[0]?.status).toBe("seen");
    await tron.mine();
    await round();
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "credited", credited: "12000.00", amount: "over" }]);
  });

  it("credits parts on time at the deposit's rate, and what exceeds the request", async () => {
    for (const part of ["50", "150", "0.5"]) await payAndConfirm(part);
    expect(await paymentsOf(test, amina)).toMatchObject([
      { coins: "50", amount: "under", timing: "on_time", credited: "50.00" },
      { coins: "150", amount: "exact", timing: "on_time", credited: "150.00" },
      { coins: "0.5", amount: "over", timing: "on_time", credited: "0.50" },
    ]);
    expect([await balance(), (await listDeposits()).length]).toEqual(["200.50", 3]);
  });

  it("adds up dust of one deposit until it is worth a cent", async () => {
    for (let paid = 0; paid < 3; paid += 1) await payAndConfirm("0.004");
    expect((await listCredits()).sort()).toEqual(["credited 0.01", "dust null", "dust null"]);
    expect(await balance()).toBe("0.01");
    await payAndConfirm("200.004");
    expect(await paymentsOf(test, amina)).toContainEqual(
      expect.objectContaining({ coins: "200.004", credited: "200.00", amount: "over" }),
    );
    // All four are 200.016.
    expect(await balance()).toBe("200.01");
  });

  it("adds up late dust at the rates of its arrival, apart from what was on time", async () => {
    await payAndConfirm("0.009");
    await ageDeposit(test, deposit.id, 20);
    await payAndConfirm("0.004");
    await test.sql`update deposit_payments set rate = 1.5 where user_id = ${amina.userId} and timing = 'late'`;
    await payAndConfirm("0.003");
    expect(await listCredits()).toEqual(["dust null", "dust null", "dust null"]);
    await payAndConfirm("0.0011");
    expect((await listCredits()).sort()).toEqual(["credited 0.01", "dust null", "dust null", "dust null"]);
    expect(await balance()).toBe("0.01");
  });

  it("credits no fraction of a cent twice when two payments are decided at once", async () => {
    await payAndConfirm("200.009");
    await tron.pay(deposit.walletAddress, "0.001", "USDT");
    await tron.pay(deposit.walletAddress, "0.0015", "USDT");
    await tron.mine();
    await round();
    const waiting = await test.sql<{ id: string }[]>`
      select id from deposit_payments where user_id = ${amina.userId} and status = 'seen'`;
    const outcomes = await Promise.all(waiting.map(({ id }) => creditPayment(deps, id)));
    expect(outcomes.sort()).toEqual(["credited", "dust"]);
    expect(await balance()).toBe("200.01");
  });

  it("credits a late payment, and one long after, at the rate of its arrival", async () => {
    await ageDeposit(test, deposit.id, 20);
    await payAndConfirm("200");
    await ageDeposit(test, deposit.id, 60 * 24 * 400);
    await payAndConfirm("70");
    expect(await paymentsOf(test, amina)).toMatchObject([
      { timing: "late", amount: "exact", credited: "200.00" },
      { timing: "late", amount: "over", credited: "70.00" },
    ]);
    expect(await balance()).toBe("270.00");
  });

  it.each(["cancelled", "rejected"])("to a %s deposit is credited as a deposit linked to it", async (how) => {
    if (how === "cancelled") await amina.call("POST", `/api/user/deposits/${deposit.id}/cancel`);
    else await settleDeposit(test.admin, deposit.id, { status: "failed" });
    await payAndConfirm("200");
    const deposits = await listDeposits();
    expect(deposits.map(({ status, lateFor, amount }) => [status, lateFor, amount])).toEqual([
      ["completed", deposit.id, "200.00"],
      ["failed", null, "200.00"],
    ]);
    expect(await balance()).toBe("200.00");
  });

  it("to a completed deposit is credited as a deposit linked to it", async () => {
    await settleDeposit(test.admin, deposit.id, { status: "completed", transactionHash: "ab".repeat(32) });
    await payAndConfirm("70");
    const deposits = await listDeposits();
    expect(deposits.map(({ status, lateFor, amount }) => [status, lateFor, amount])).toEqual([
      ["completed", deposit.id, "70.00"],
      ["completed", null, "200.00"],
    ]);
    expect(await balance()).toBe("270.00");
  });

  it("made before the deposit was requested is late, and credited once", async () => {
    await ageDeposit(test, deposit.id, -30);
    await payAndConfirm("200");
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "credited", timing: "late", credited: "200.00" }]);
    expect(await balance()).toBe("200.00");
  });

  it("belongs to the newest deposit that was requested before it", async () => {
    await amina.call("POST", `/api/user/deposits/${deposit.id}/cancel`);
    const second = await requestDeposit(amina, "300");
    expect(second.walletAddress).toBe(deposit.walletAddress);
    await payAndConfirm("300");
    expect((await listDeposits()).map(({ id, status }) => [id, status])).toEqual([
      [second.id, "completed"],
      [deposit.id, "failed"],
    ]);
  });

  it("in another token is not read", async () => {
    await payAndConfirm("200", "unknown");
    await payAndConfirm("30", "coin");
    expect(await paymentsOf(test, amina)).toEqual([]);
    expect([await balance(), (await listDeposits())[0]?.status]).toEqual(["0.00", "pending"]);
  });

  it("whose contract failed is none", async () => {
    await tron.payInVain(deposit.walletAddress, "200");
    await tron.mine(4);
    await round();
    expect(await paymentsOf(test, amina)).toEqual([]);
  });

  it("is judged by time and by amount when it is seen, before anybody decides", async () => {
    deps = watchDepsOf(test, "manual");
    await payAndConfirm("60");
    // The other two parts are in one block.
    await tron.pay(deposit.walletAddress, "100", "USDT");
    await payAndConfirm("40");
    await ageDeposit(test, deposit.id, 20);
    await payAndConfirm("7");
    const list = async () =>
      (await test.admin.call("GET", "/api/admin/deposit-payments")).body as {
        items: { id: string; user: { email: string }; coins: string; timing: string; amountState: string | null }[];
      };
    const judged = (await paymentsOf(test, amina)).map(({ coins, timing, amount, status }) => {
      return [coins, timing, amount, status];
    });
    expect(judged.sort()).toEqual(
      [
        ["60", "on_time", "under", "review"],
        ["100", "on_time", "under", "review"],
        ["40", "on_time", "exact", "review"],
        ["7", "late", "over", "review"],
      ].sort(),
    );
    const shown = (await list()).items.find(({ coins, user }) => coins === "40" && user.email === amina.email);
    expect(shown).toMatchObject({ timing: "on_time", amountState: "exact" });
    // Only what was credited counts at a decision.
    await test.admin.call("POST", `/api/admin/deposit-payments/${shown?.id}/decide`, { decision: "credit" });
    expect(await paymentsOf(test, amina)).toContainEqual(
      expect.objectContaining({ coins: "40", status: "credited", amount: "under" }),
    );
  });

  it("waits for a person in manual mode, who may credit it in the usual way", async () => {
    deps = watchDepsOf(test, "manual");
    const hash = await payAndConfirm("200");
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "review", reason: "manual", timing: "on_time" }]);
    await settleDeposit(test.admin, deposit.id, { status: "completed", transactionHash: hash });
    await round();
    deps = watchDepsOf(test);
    await round();
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "credited", credited: "200.00" }]);
    expect(await balance()).toBe("200.00");
  });

  it("that an administrator has credited is not credited again", async () => {
    const hash = await tron.pay(deposit.walletAddress, "200", "USDT");
    await settleDeposit(test.admin, deposit.id, { status: "completed", transactionHash: hash });
    const another = await tron.pay(deposit.walletAddress, "40", "USDT");
    await creditLateDeposit(test.admin, deposit.id, { amount: "40", transactionHash: another });
    await tron.mine(4);
    await round();
    expect((await paymentsOf(test, amina)).map(({ status }) => status)).toEqual(["credited", "credited"]);
    expect(await balance()).toBe("240.00");
  });

  it("waits for a person when a credit without a transaction may have meant it", async () => {
    await settleDeposit(test.admin, deposit.id, { status: "completed" });
    await payAndConfirm("200");
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "review", reason: "approved-without-hash" }]);
  });

  it("of a deactivated investor waits for a person", async () => {
    await test.admin.call("POST", `/api/admin/users/${amina.userId}/deactivate`, {});
    await payAndConfirm("200");
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "review", reason: "closed-account" }]);
  });
});

describe("a reorganisation", () => {
  it("below the confirmations moves the payment, which is credited once", async () => {
    await tron.pay(deposit.walletAddress, "200", "USDT");
    await tron.mine();
    await round();
    await tron.replaceBlocks(1);
    await round();
    expect((await paymentsOf(test, amina))[0]?.status).toBe("dropped");
    await tron.mine(2);
    await round();
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "credited", credited: "200.00" }]);
    expect(await balance()).toBe("200.00");
  });

  it("above them is reported when the payment is gone, and no longer when it is back", async () => {
    await payAndConfirm("200");
    await tron.replaceBlocks(5);
    await round();
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "review", reason: "vanished", credited: "200.00" }]);
    await tron.mine(2);
    await round();
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "credited", reason: null }]);
    expect(await balance()).toBe("200.00");
  });

  it("credits no fraction of a cent twice while dust and credited payments are gone", async () => {
    for (const part of ["0.004", "0.004"]) await payAndConfirm(part);
    await tron.pay(deposit.walletAddress, "0.0041", "USDT");
    await tron.pay(deposit.walletAddress, "0.003", "USDT");
    await tron.mine();
    await round();
    const [first, second] = await test.sql<{ id: string }[]>`
      select id from deposit_payments where user_id = ${amina.userId} and status = 'seen' order by coins desc`;
    expect(await creditPayment(deps, first!.id)).toBe("credited");
    await tron.replaceBlocks(1);
    await round();
    expect((await listCredits()).sort()).toEqual(["dropped null", "dust null", "dust null", "review 0.01"]);
    // The second one is found again first.
    await test.sql`update deposit_payments set status = 'seen', arrival_rate = 1 where id = ${second!.id}`;
    expect(await creditPayment(deps, second!.id)).toBe("dust");
    await tron.mine(3);
    await round();
    expect((await listCredits()).sort()).toEqual(["credited 0.01", "dust null", "dust null", "dust null"]);
    expect(await balance()).toBe("0.01");
  });

  it("deeper than the blocks that are kept reads everything again", async () => {
    await payAndConfirm("200");
    await test.sql`delete from chain_blocks where height < (select max(height) from chain_blocks)`;
    tron.shuffleBlocks(8);
    await tron.mine(4);
    await round();
    expect(await balance()).toBe("200.00");
  });
});

describe("a transaction with several payments", () => {
  it("credits each of them, although they share a hash", async () => {
    const { sql } = test;
    await payAndConfirm("90");
    // The same transaction also paid this investor in another transfer.
    await sql`
      insert into deposit_payments select (p).* from (
        select jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'output', 'transfer:7', 'status', 'seen',
          'credited_amount', null, 'credited_deposit_id', null, 'rate', null, 'amount_state', null)) as p
        from deposit_payments p where user_id = ${amina.userId}
      ) copied`;
    await round();
    expect((await paymentsOf(test, amina)).map(({ status }) => status)).toEqual(["credited", "credited"]);
    expect(await balance()).toBe("180.00");
  });
});
