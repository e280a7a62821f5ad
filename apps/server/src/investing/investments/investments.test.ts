import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminUserDetail, ExitResult, PackageTier, TransferResult, UserBot } from "@wazi/contracts";
import { badAmounts } from "../../../../../tests/harness/money-forms.ts";
import {
  accountOf,
  activate,
  botsOf,
  deactivate,
  errorOf,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
  toCents,
  transferInvestment,
  transferProfit,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { openPool } from "../../platform/db/pool.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;
let names: string[];

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  names = ((await test.visitor().call("GET", "/api/bots")).body as { name: string }[]).map(({ name }) => name);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const readError = (answer: TestAnswer): [number, string, string] => {
  const { code, message } = errorOf(answer);
  return [answer.status, code, message];
};
const json = { "content-type": "application/json" };
const UNKNOWN_ID = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";
const moneyPattern = /^-?\d+\.\d{2}$/;

/** Runs a trade that wins or loses about `percent` of the money in the bot. */
async function tradeFor(bot: number, percent: number): Promise<void> {
  await bots.open(bot, { side: "buy", price: 1, exposure: "1" });
  await bots.close(bot, 1 + percent / 100);
}

async function makeStale(): Promise<void> {
  await test.sql`update pool_marks set priced_at = now() - interval '6 seconds'`;
}

describe("the package tier", () => {
  it("counts money that goes in and out once, and old money that leaves as before", async () => {
    const investor = await test.signUp();
    const bring = async (amount: string): Promise<void> => {
      const { id } = await startDeposit(investor, amount);
      expect((await settleDeposit(test.admin, id, { status: "completed" })).status).toBe(200);
    };
    const take = async (amount: string): Promise<void> => {
      const { id } = await startWithdrawal(investor, amount);
      expect((await settleWithdrawal(test.admin, id, { status: "completed" })).status).toBe(200);
    };
    const tierOf = async () => {
      const { tier, totalDeposits } = (await investor.call("GET", "/api/user/package-tier")).body as PackageTier;
      return [tier, totalDeposits];
    };
    await bring("100");
    for (let round = 0; round < 3; round += 1) {
      await take("100");
      expect(await tierOf()).toEqual(["none", 0]);
      await bring("100");
      expect(await tierOf()).toEqual(["starter", 100]);
    }
    expect(readError(await activate(investor, bots.ids[3], "100"))[1]).toBe("BOT_LOCKED");
    expect((await accountOf(investor)).totalDeposits).toBe("400.00");
    const seen = (await test.admin.call("GET", `/api/admin/users/${investor.userId}`)).body as AdminUserDetail;
    expect(seen.tier).toMatchObject({ tier: "starter" });
    const owner = openPool(test.database.url, { role: null, max: 1 });
    await owner`update deposits set settled_at = settled_at - interval '31 days' where user_id = ${investor.userId}`;
    await owner`update withdrawals set settled_at = settled_at - interval '31 days' where user_id = ${investor.userId}`;
    await owner.end();
    await bring("400");
    await take("450");
    expect(await tierOf()).toEqual(["starter", 100]);
  });

  it.each([
    ["99.99", "none", "No package", 0, { name: "Starter", amount: 100, bots: 3 }],
    ["100", "starter", "Starter", 3, { name: "Professional", amount: 500, bots: 5 }],
    ["499.99", "starter", "Starter", 3, { name: "Professional", amount: 500, bots: 5 }],
    ["500", "professional", "Professional", 5, { name: "Enterprise", amount: 1000, bots: 8 }],
    ["999.99", "professional", "Professional", 5, { name: "Enterprise", amount: 1000, bots: 8 }],
    ["1000", "enterprise", "Enterprise", 8, null],
  ])("for deposits of %s is %s and unlocks its number of bots", async (amount, tier, tierName, maxBots, nextTier) => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "1000");
    await settleDeposit(test.admin, id, { status: "completed", receivedAmount: amount });
    const answer = (await investor.call("GET", "/api/user/package-tier")).body as PackageTier;
    expect(answer).toEqual({ tier, tierName, maxBots, totalDeposits: Number(amount), nextTier });
    const answers: TestAnswer[] = [];
    for (const botId of bots.ids) answers.push(await activate(investor, botId, "1"));
    expect(answers.map(({ status }) => status)).toEqual(bots.ids.map((_, index) => (index < maxBots ? 200 : 422)));
    const locked = answers.findIndex(({ status }) => status !== 200);
    if (nextTier) {
      const unlock = nextTier.amount === 1000 ? "1,000.00" : `${nextTier.amount}.00`;
      expect(readError(answers[locked]!)).toEqual([
        422,
        "BOT_LOCKED",
        `${names[locked]} is locked. Deposit $${unlock}+ to unlock`,
      ]);
    }
  });

  it("fixes the profit split at activation; a higher tier applies to later positions", async () => {
    const investor = await test.funded("100");
    await activate(investor, bots.ids[0], "40");
    await settleDeposit(test.admin, (await startDeposit(investor, "400")).id, { status: "completed" });
    await activate(investor, bots.ids[1], "40");
    await settleDeposit(test.admin, (await startDeposit(investor, "500")).id, { status: "completed" });
    await activate(investor, bots.ids[2], "40");
    expect((await botsOf(investor)).map(({ userSharePct }) => userSharePct)).toEqual([70, 80, 90]);
    for (const bot of [0, 1, 2]) {
      await tradeFor(bot, 50);
      const { exit } = (await deactivate(investor, bots.ids[bot])).body as { exit: ExitResult };
      const gain = toCents(exit.value) - 4_000n;
      expect(gain).toBeGreaterThan(1_900n);
      expect(toCents(exit.profitToUser)).toBe((gain * BigInt(70 + 10 * bot)) / 100n);
      expect(toCents(exit.profitShare)).toBe(gain - toCents(exit.profitToUser));
    }
    await activate(investor, bots.ids[0], "40");
    expect((await botsOf(investor))[0]?.userSharePct).toBe(90);
    await deactivate(investor, bots.ids[0]);
  });
});

describe("activating a bot", () => {
  it("shows the allocation and takes it from deposit funds, then profit funds", async () => {
    const investor = await test.funded("1000");
    const answer = await activate(investor, bots.ids[0], "250.5");
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { botId: bots.ids[0], name: names[0], allocatedAmount: "250.50", runningProfit: "0.00", lossCarried: "0.00" },
    ]);
    expect(await accountOf(investor)).toMatchObject({ balance: "749.50", totalInvested: "250.50" });
    expect((await botsOf(investor)).map(({ allocatedAmount }) => allocatedAmount)).toEqual(["250.50"]);
  });

  it("rejects invalid amounts and stores nothing", async () => {
    const investor = await test.funded("1000");
    for (const bad of badAmounts) {
      const body = `{"botId":"${bots.ids[0]}","allocatedAmount":${bad}}`;
      const answer = await investor.call("POST", "/api/user/bots/activate", body, json);
      expect([bad, ...readError(answer)]).toEqual([bad, 400, "VALIDATION", "Please enter a valid allocation amount"]);
    }
    expect(await botsOf(investor)).toEqual([]);
    expect((await accountOf(investor)).balance).toBe("1000.00");
  });

  it("checks in order: already active, amount, lock, balance", async () => {
    const investor = await test.funded("100");
    const twin = { botId: bots.ids[0], allocatedAmount: "x" };
    expect(readError(await investor.call("POST", "/api/user/bots/activate", twin))[2]).toBe(
      "Please enter a valid allocation amount",
    );
    expect(readError(await activate(investor, bots.ids[7], "x"))[0]).toBe(400);
    expect(readError(await activate(investor, bots.ids[7], "1000"))[1]).toBe("BOT_LOCKED");
    expect(readError(await activate(investor, bots.ids[0], "100.01"))).toEqual([
      422,
      "INSUFFICIENT_FUNDS",
      "You only have $100.00 in your available balance",
    ]);
    await activate(investor, bots.ids[0], "50");
    expect(readError(await activate(investor, bots.ids[0], "x"))).toEqual([
      409,
      "CONFLICT",
      `${names[0]} is already active`,
    ]);
  });

  it("accepts one cent and rejects an unknown bot", async () => {
    const investor = await test.funded("100");
    expect((await activate(investor, bots.ids[0], "0.01")).body).toMatchObject({ allocatedAmount: "0.01" });
    expect((await activate(investor, UNKNOWN_ID, "10")).status).toBe(404);
    expect(readError(await activate(investor, "x", "10"))).toEqual([400, "VALIDATION", "Please choose a bot"]);
    expect((await activate(investor, undefined, "10")).status).toBe(400);
  });

  it("rejects a bot that does not accept new money", async () => {
    const investor = await test.funded("100");
    await test.sql`update pools set status = 'halted' where bot_id = ${bots.ids[2]!}`;
    expect(readError(await activate(investor, bots.ids[2], "10")).slice(0, 2)).toEqual([422, "BOT_UNAVAILABLE"]);
    await test.sql`update pools set status = 'trading' where bot_id = ${bots.ids[2]!}`;
  });
});

describe("deactivating a bot", () => {
  it("returns own money to its funds and the investor's share of a gain to profit funds", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[3], "1000");
    await tradeFor(3, 10);
    const { exit } = (await deactivate(investor, bots.ids[3])).body as { exit: ExitResult };
    expect(exit).toMatchObject({ ownMoney: "1000.00", returned: "1000.00", loss: "0.00" });
    expect(await accountOf(investor)).toMatchObject({ depositFunds: "1000.00", profitFunds: exit.profitToUser });
    expect(readError(await deactivate(investor, bots.ids[3]))).toEqual([409, "CONFLICT", `${names[3]} is not active`]);
    expect((await deactivate(investor, UNKNOWN_ID)).status).toBe(404);
  });

  it("spreads a loss over both funds in proportion, with the odd cent on deposit funds, and carries it", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[3], "1000");
    await tradeFor(3, 40);
    await deactivate(investor, bots.ids[3]);
    const { depositFunds, profitFunds, balance } = await accountOf(investor);
    await activate(investor, bots.ids[3], balance);
    await tradeFor(3, -25);
    const { exit } = (await deactivate(investor, bots.ids[3])).body as { exit: ExitResult };
    const loss = toCents(balance) - toCents(exit.value);
    expect([exit.profitShare, toCents(exit.loss)]).toEqual(["0.00", loss]);
    const after = await accountOf(investor);
    const onProfit = (loss * toCents(profitFunds)) / toCents(balance);
    expect(toCents(profitFunds) - toCents(after.profitFunds)).toBe(onProfit);
    expect(toCents(depositFunds) - toCents(after.depositFunds)).toBe(loss - onProfit);
    await activate(investor, bots.ids[3], after.balance);
    expect((await botsOf(investor))[0]?.lossCarried).toBe(exit.loss);
    await tradeFor(3, 20);
    const back = ((await deactivate(investor, bots.ids[3])).body as { exit: ExitResult }).exit;
    expect([back.profitShare, toCents(back.profitToUser) > 0n]).toEqual(["0.00", true]);
  });
});

describe("a transfer from the investment fund", () => {
  it("rejects invalid amounts", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[0], "1000");
    for (const path of ["/api/user/investment/transfer", "/api/user/profit/transfer"]) {
      for (const bad of badAmounts) {
        const answer = await investor.call("POST", path, `{"amount":${bad}}`, json);
        expect([bad, ...readError(answer)]).toEqual([
          bad,
          400,
          "VALIDATION",
          "Please enter a valid amount greater than 0",
        ]);
      }
    }
    expect(await accountOf(investor)).toMatchObject({ balance: "0.00", totalInvested: "1000.00" });
  });

  it("names the available amount when asked for more", async () => {
    const investor = await test.funded("5000");
    expect(readError(await transferInvestment(investor, "1"))[2]).toBe("You only have $0.00 in your investment fund");
    await activate(investor, bots.ids[0], "1234.5");
    expect(readError(await transferInvestment(investor, "1234.51"))).toEqual([
      422,
      "INSUFFICIENT_FUNDS",
      "You only have $1,234.50 in your investment fund",
    ]);
  });

  it("takes from the bots in proportion and closes those left with less than 100", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[0], "600");
    await activate(investor, bots.ids[1], "200");
    const first = (await transferInvestment(investor, "400")).body as TransferResult;
    expect(first.closedBotIds).toEqual([]);
    expect((await botsOf(investor)).map(({ allocatedAmount }) => allocatedAmount)).toEqual(["300.00", "100.00"]);
    const second = (await transferInvestment(investor, "0.02")).body as TransferResult;
    // 0.015 and 0.005 become one cent each by largest remainder (a tie goes to the earlier bot); 99.99 is closed.
    expect(second.closedBotIds.length).toBeLessThanOrEqual(1);
    const third = (await transferInvestment(investor, "4")).body as TransferResult;
    expect([...second.closedBotIds, ...third.closedBotIds]).toEqual([bots.ids[1]]);
    const left = (await botsOf(investor)).reduce((sum, { value }) => sum + toCents(value), 0n);
    expect(toCents(third.account.balance) + left).toBe(100_000n);
    expect(third.account).toEqual(await accountOf(investor));
  });
});

describe("a transfer of running profit", () => {
  it("names the available profit when asked for more and treats a loss as zero", async () => {
    const investor = await test.funded("2000");
    expect(readError(await transferProfit(investor, "1"))[2]).toBe("You only have $0.00 in running profits");
    await activate(investor, bots.ids[4], "2000");
    await tradeFor(4, 75);
    const { totalProfit } = await accountOf(investor);
    const shown = `${totalProfit.slice(0, 1)},${totalProfit.slice(1)}`;
    expect(readError(await transferProfit(investor, "1900"))).toEqual([
      422,
      "INSUFFICIENT_FUNDS",
      `You only have $${shown} in running profits`,
    ]);
    await tradeFor(4, -60);
    expect(readError(await transferProfit(investor, "1"))[2]).toBe("You only have $0.00 in running profits");
    expect(toCents((await accountOf(investor)).totalProfit)).toBeLessThan(0n);
  });

  it("arrives in profit funds to the cent and leaves own money invested", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[5], "600");
    await tradeFor(5, 10);
    const before = await accountOf(investor);
    const { exit, account } = (await transferProfit(investor, "12.34")).body as TransferResult;
    expect(exit).toMatchObject({ profitToUser: "12.34", ownMoney: "0.00" });
    expect(account).toMatchObject({ balance: "412.34", profitFunds: "12.34", totalInvested: "600.00" });
    expect(account).toEqual(await accountOf(investor));
    expect(toCents(before.totalProfit) - toCents(account.totalProfit)).toBe(1_234n);
    expect((await transferProfit(investor, account.totalProfit)).status).toBe(200);
    expect((await accountOf(investor)).totalProfit).toBe("0.00");
  });
});

describe("while a trade is open", () => {
  it("rejects an activation at a price older than five seconds without moving money", async () => {
    const investor = await test.funded("1000");
    await bots.open(6, { side: "buy", price: 10, exposure: "1" });
    await makeStale();
    const answer = await activate(investor, bots.ids[6], "500");
    expect(readError(answer)).toEqual([
      503,
      "PRICE_UNAVAILABLE",
      `There is no current price for ${names[6]}. No money was moved. Please try again in a moment.`,
    ]);
    expect(answer.headers["retry-after"]).toBeDefined();
    expect((await accountOf(investor)).balance).toBe("1000.00");
    expect((await activate(investor, bots.ids[0], "100")).status).toBe(200);
    await bots.price(6, 10);
    const joined = (await activate(investor, bots.ids[6], "500")).body as UserBot;
    // A new investor pays the spread and both fees at once.
    expect(toCents(joined.runningProfit)).toBeLessThan(0n);
    expect(joined.allocatedAmount).toBe("500.00");
  });

  it("marks the value as not fresh and shows the last known one", async () => {
    const investor = await test.funded("1000");
    await bots.price(6, 11);
    await activate(investor, bots.ids[6], "500");
    await bots.price(6, 12);
    const [fresh] = await botsOf(investor);
    expect(fresh?.fresh).toBe(true);
    await makeStale();
    const [stale] = await botsOf(investor);
    expect([stale?.fresh, stale?.value, stale?.runningProfit]).toEqual([false, fresh?.value, fresh?.runningProfit]);
    expect(Date.parse(stale!.valuedAt)).toBeLessThan(Date.now() - 5_000);
    await bots.close(6, 12);
  });
});

describe("permissions", () => {
  it("require a signed-in user; a deactivated one may only read", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[0], "500");
    const calls = [
      (client: TestClient) => activate(client, bots.ids[1], "100"),
      (client: TestClient) => deactivate(client, bots.ids[0]),
      (client: TestClient) => transferInvestment(client, "10"),
      (client: TestClient) => transferProfit(client, "10"),
    ];
    await test.sql`update users set is_active = false where id = ${investor.userId}`;
    for (const call of calls) {
      expect(readError(await call(investor)).slice(0, 2)).toEqual([403, "RESTRICTED"]);
      expect((await call(test.visitor())).status).toBe(401);
    }
    expect(await botsOf(investor)).toHaveLength(1);
    expect((await investor.call("GET", "/api/user/trades")).status).toBe(200);
    expect(await accountOf(investor)).toMatchObject({ balance: "500.00", totalInvested: "500.00" });
  });
});

describe("answers about money", () => {
  it("have two decimal places in every figure of account and positions", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[0], "333.3");
    await tradeFor(0, 7);
    for (const figure of Object.values(await accountOf(investor))) expect(figure).toMatch(moneyPattern);
    const [held] = await botsOf(investor);
    const { allocatedAmount, value, runningProfit, lossCarried } = held!;
    for (const figure of [allocatedAmount, value, runningProfit, lossCarried]) expect(figure).toMatch(moneyPattern);
    const { exit, account } = (await transferInvestment(investor, "33.3")).body as TransferResult;
    for (const figure of [...Object.values(exit), ...Object.values(account)]) expect(figure).toMatch(moneyPattern);
    const users = (await test.admin.call("GET", "/api/admin/users")).body as { id: string; account: object }[];
    expect(users.find(({ id }) => id === investor.userId)?.account).toEqual(await accountOf(investor));
    expect(users.some(({ id }) => id === test.admin.userId)).toBe(false);
  });
});
