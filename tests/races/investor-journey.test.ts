import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

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

interface Account {
  balance: string;
  depositFunds: string;
  profitFunds: string;
  totalInvested: string;
  totalProfit: string;
  withdrawalHold: string;
}

async function accountOf(client: TestClient): Promise<Account> {
  return ((await client.call("GET", "/api/auth/user")).body as { account: Account }).account;
}

const cents = (text: string): number => Math.round(Number(text) * 100);

describe("the journey of an investor through the API", () => {
  it("goes from a deposit through a bot's winning trade to a withdrawal, to the cent", async () => {
    const investor = await test.funded("1000");
    expect(await accountOf(investor)).toMatchObject({
      balance: "1000.00",
      depositFunds: "1000.00",
      profitFunds: "0.00",
    });

    const activated = await investor.call("POST", "/api/user/bots/activate", {
      botId: bots.ids[0],
      allocatedAmount: "600",
    });
    expect([activated.status, activated.text]).toEqual([200, expect.stringContaining('"allocatedAmount":"600.00"')]);
    expect(activated.body).toMatchObject({ value: "600.00", userSharePct: 90 });
    const again = await investor.call("POST", "/api/user/bots/activate", { botId: bots.ids[0], allocatedAmount: "-1" });
    expect(again.status).toBe(409);

    await bots.open(0, { side: "buy", price: 1, exposure: "0.5" });
    await bots.price(0, 1.1);
    const running = await accountOf(investor);
    expect(cents(running.totalProfit)).toBeGreaterThan(2_600);
    await bots.close(0, 1.1);

    const trades = (await investor.call("GET", "/api/user/trades")).body as { profit: string; side: string }[];
    expect(trades).toHaveLength(1);
    const profit = cents(trades[0]!.profit);
    expect(profit).toBeGreaterThan(2_900);

    const closed = await investor.call("POST", "/api/user/bots/deactivate", { botId: bots.ids[0] });
    const exit = (closed.body as { exit: { value: string; profitShare: string; profitToUser: string; loss: string } })
      .exit;
    expect(cents(exit.value) - 60_000).toBeLessThanOrEqual(profit);
    expect(cents(exit.profitShare)).toBe(cents(exit.value) - 60_000 - cents(exit.profitToUser));
    const after = await accountOf(investor);
    expect(cents(after.balance)).toBe(100_000 + cents(exit.value) - 60_000 - cents(exit.profitShare));

    const asked = await investor.call("POST", "/api/user/withdrawals", {
      amount: after.balance,
      withdrawalType: "mpesa",
      country: "Kenya",
      phoneNumber: "+254712345678",
    });
    expect(asked.status).toBe(201);
    expect(await accountOf(investor)).toMatchObject({ balance: "0.00", withdrawalHold: after.balance });
    const { id } = asked.body as { id: string };
    const paid = await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, {
      status: "completed",
      transactionHash: "QK7",
    });
    expect([paid.status, paid.body]).toMatchObject([200, { status: "completed", transactionHash: "QK7" }]);
    expect(await accountOf(investor)).toMatchObject({ balance: "0.00", withdrawalHold: "0.00" });
    const twice = await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "rejected" });
    expect(twice.status).toBe(409);
  });

  it("shows a loss, takes no share of it, and returns a rejected withdrawal", async () => {
    const investor = await test.funded("200");
    await investor.call("POST", "/api/user/bots/activate", { botId: bots.ids[1], allocatedAmount: 200 });
    await bots.open(1, { side: "sell", price: 100, exposure: "1" });
    await bots.close(1, 110);
    const { totalProfit, totalInvested } = await accountOf(investor);
    expect(totalInvested).toBe("200.00");
    expect(cents(totalProfit)).toBeLessThan(-1_900);
    const moved = await investor.call("POST", "/api/user/investment/transfer", { amount: "50" });
    expect(moved.body).toMatchObject({
      exit: { ownMoney: "50.00", profitShare: "0.00", profitToUser: "0.00" },
      closedBotIds: [],
    });
    const closing = await investor.call("POST", "/api/user/investment/transfer", { amount: "100.00" });
    expect((closing.body as { closedBotIds: string[] }).closedBotIds).toEqual([bots.ids[1]]);
    const { balance } = await accountOf(investor);
    const asked = await investor.call("POST", "/api/user/withdrawals", {
      amount: balance,
      withdrawalType: "crypto",
      currency: "USDT",
      network: "TRC20",
      destinationAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    });
    const { id } = asked.body as { id: string };
    await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, {
      status: "rejected",
      notes: "wrong network",
    });
    expect(await accountOf(investor)).toMatchObject({ balance, withdrawalHold: "0.00" });
  });

  it("halts a bot that loses more than its pool, and no investor owes money", async () => {
    const investor = await test.funded("1000");
    await investor.call("POST", "/api/user/bots/activate", { botId: bots.ids[2], allocatedAmount: "100" });
    await bots.open(2, { side: "sell", price: 100, exposure: "1" });
    await bots.close(2, 350);
    expect(await accountOf(investor)).toMatchObject({
      balance: "900.00",
      totalInvested: "100.00",
      totalProfit: "-100.00",
    });
    const listed = (await investor.call("GET", "/api/bots")).body as { id: string; status: string }[];
    expect(listed.find(({ id }) => id === bots.ids[2])?.status).toBe("halted");
    const left = await investor.call("POST", "/api/user/bots/deactivate", { botId: bots.ids[2] });
    expect(left.body).toMatchObject({ exit: { value: "0.00", returned: "0.00", loss: "100.00" } });
    const other = await test.funded("1000");
    const late = await other.call("POST", "/api/user/bots/activate", { botId: bots.ids[2], allocatedAmount: "100" });
    expect([late.status, late.text]).toEqual([422, expect.stringContaining("BOT_UNAVAILABLE")]);
    expect(await test.differences()).toEqual([]);
  });

  it("winds up a bot whose nav is out of range, pays all investors, and starts a new series at 1", async () => {
    const investor = await test.funded("1000");
    await investor.call("POST", "/api/user/bots/activate", { botId: bots.ids[3], allocatedAmount: "1000" });
    await bots.open(3, { side: "buy", price: 100, exposure: "1" });
    await bots.close(3, 0.9);
    const { balance, totalInvested } = await accountOf(investor);
    expect(totalInvested).toBe("0.00");
    expect(cents(balance)).toBeGreaterThan(800);
    expect(cents(balance)).toBeLessThan(1_000);
    const listed = (await investor.call("GET", "/api/bots")).body as { id: string; nav: string; status: string }[];
    expect(listed.find(({ id }) => id === bots.ids[3])).toMatchObject({ nav: "1.000000000000", status: "trading" });
    expect(await test.differences()).toEqual([]);
  });
});
