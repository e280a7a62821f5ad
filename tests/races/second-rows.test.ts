import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate, deactivate, settleDeposit, startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";

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

/** The last guard: a server that has decided on what another one has changed since, or by a rule that is wrong. */
describe("the database, whatever the server has decided, refuses", () => {
  it("a second pending deposit of an investor", async () => {
    const { id } = await startDeposit(await test.signUp(), "100");
    await expect(copyDeposit(id, "pending", null)).rejects.toThrow(/one_pending_deposit_each/);
    await expect(copyDeposit(id, "failed", null)).resolves.toHaveLength(1);
  });

  it("a transaction that is credited, in another spelling of its hash", async () => {
    const hash = randomUUID().replaceAll("-", "");
    const { id } = await startDeposit(await test.signUp(), "100");
    await settleDeposit(test.admin, id, { status: "completed", transactionHash: hash });
    for (const spelling of [hash, hash.toUpperCase(), `0x${hash}`, `0X${hash.toUpperCase()}`])
      await expect(copyDeposit(id, "failed", spelling), spelling).rejects.toThrow(/deposit_hashes_are_used_once/);
    await expect(copyDeposit(id, "failed", `${hash}1`)).resolves.toHaveLength(1);
  });

  it("a second withdrawal of an investor that waits", async () => {
    const { id } = await startWithdrawal(await test.funded("1000"), "10");
    await expect(copyWithdrawal(id, "pending")).rejects.toThrow(/one_pending_withdrawal_each/);
    await expect(copyWithdrawal(id, "processing")).rejects.toThrow(/one_pending_withdrawal_each/);
  });

  it("a second exit that waits for the same position", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[0], "500");
    await bots.open(0, { side: "buy", price: 100, exposure: "1" });
    await test.sql`update pool_marks set priced_at = now() - interval '6 seconds'`;
    expect((await deactivate(investor, bots.ids[0])).status).toBe(202);
    await expect(copyExit(investor.userId, bots.ids[0]!)).rejects.toThrow(/one_waiting_exit_each/);
    await bots.price(0, 100);
    await bots.settle();
    await bots.close(0, 100);
  });
});

function copyDeposit(id: string, status: string, hash: string | null): Promise<readonly object[]> {
  return test.sql`
    insert into deposits (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate, status,
      transaction_hash, created_at, updated_at, version)
    select ${randomUUID()}, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate, ${status},
      ${hash}, created_at, updated_at, version
    from deposits where id = ${id} returning id`;
}

function copyWithdrawal(id: string, status: string): Promise<readonly object[]> {
  return test.sql`
    insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, country, phone_number, status,
      created_at, updated_at, version)
    select ${randomUUID()}, user_id, amount, from_deposit, from_profit, withdrawal_type, country, phone_number, ${status},
      created_at, updated_at, version
    from withdrawals where id = ${id} returning id`;
}

function copyExit(userId: string, botId: string): Promise<readonly object[]> {
  return test.sql`
    insert into exits (id, user_id, bot_id, kind, amount, status, requested_at, version)
    select ${randomUUID()}, user_id, bot_id, kind, amount, status, requested_at, version
    from exits where user_id = ${userId} and bot_id = ${botId} returning id`;
}
