import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  ExitPending,
  ExitPreview,
  ExitResult,
  Notice,
  TransferResult,
  UserBot,
  WaitingTransfer,
} from "@wazi/contracts";
import { watchFirstRead } from "../../../../../tests/harness/first-read.ts";
import {
  accountOf,
  activate,
  atOnce,
  botsOf,
  deactivate,
  errorOf,
  isSuccess,
  statusCounts,
  toCents,
  transferInvestment,
  transferProfit,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { saveMarks } from "../../trader/loop/store.ts";

let test: TestApp;
let bots: ScriptedBots;
/** Each test uses another bot, because an open trade affects all investors of its bot. */
let bot = -1;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});
beforeEach(() => {
  bot = (bot + 1) % 7;
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const readError = (answer: TestAnswer): [number, string] => [answer.status, errorOf(answer).code];
const makeStale = () => test.sql`update pool_marks set priced_at = now() - interval '6 seconds'`;
const noticesOf = async (client: TestClient): Promise<Notice[]> => (await client.call("GET", "/api/user/notices")).body;
const cancel = (client: TestClient, id: string) => client.call("POST", `/api/user/exits/${id}/cancel`);

/** Creates an investor with 500.00 in the test's bot. */
async function invested(body: object = {}): Promise<TestClient> {
  const investor = await test.funded("1000");
  const answer = await investor.call("POST", "/api/user/bots/activate", {
    botId: bots.ids[bot],
    allocatedAmount: "500",
    ...body,
  });
  expect(answer.status).toBe(200);
  return investor;
}

async function openTrade(price: number): Promise<void> {
  await bots.open(bot, { side: "buy", price: 100, exposure: "1" });
  await bots.price(bot, price);
}

describe("an exit whose body arrives late", () => {
  it("gets the price of that moment, and not that of its headers", async () => {
    const investor = await invested();
    await openTrade(100);
    const body = new PassThrough();
    const headers = { "content-type": "application/json" };
    const outdateFirstRead = await watchFirstRead(test.database.url);
    const answered = investor.call("POST", "/api/user/bots/deactivate", body, headers);
    await outdateFirstRead();
    await bots.price(bot, 50);
    body.end(JSON.stringify({ botId: bots.ids[bot] }));
    expect((await answered).status).toBe(200);
    expect(toCents((await accountOf(investor)).balance)).toBeLessThan(80_000n);
    await bots.close(bot, 50);
  });
});

describe("an exit while a trade is open without a current price", () => {
  it("is accepted, shown as waiting and settled at the next price", async () => {
    const investor = await invested();
    await openTrade(100);
    await makeStale();
    const answer = await deactivate(investor, bots.ids[bot]);
    expect(answer.status).toBe(202);
    const { exitPending } = answer.body as { exitPending: ExitPending };
    expect(exitPending).toMatchObject({ botId: bots.ids[bot], kind: "deactivation", amount: null });
    expect((await botsOf(investor))[0]?.exitPending).toEqual(exitPending);
    await bots.settle();
    expect(await accountOf(investor)).toMatchObject({ balance: "500.00", totalInvested: "500.00" });
    await bots.price(bot, 110);
    const [held] = await botsOf(investor);
    await bots.settle();
    expect(await botsOf(investor)).toEqual([]);
    const { balance } = await accountOf(investor);
    const gain = toCents(held!.value) - 50_000n;
    expect(toCents(balance)).toBe(100_000n + (gain * 90n) / 100n);
    const [notice] = await noticesOf(investor);
    expect(notice).toMatchObject({ kind: "exit-settled", value: held!.value });
    expect(notice!.message).toContain(`$${(Number(balance) - 500).toFixed(2)} went to your balance`);
    await bots.close(bot, 110);
  });

  it("waits when the newest quote is old by its own time, and takes the next quote from after the request", async () => {
    const investor = await invested();
    await openTrade(100);
    const before = new Date(Date.now() - 50_000);
    await bots.price(bot, 120, before);
    expect((await deactivate(investor, bots.ids[bot])).status).toBe(202);
    const newcomer = await test.funded("1000");
    expect(readError(await activate(newcomer, bots.ids[bot], "100"))).toEqual([503, "PRICE_UNAVAILABLE"]);
    await bots.settle();
    await bots.price(bot, 130, new Date(Date.now() - 40_000));
    await bots.settle();
    expect(await botsOf(investor)).toHaveLength(1);
    // A provider that is always late: the quote is 10 s old when it arrives, and later than the request.
    await test.sql`update exits set requested_at = now() - interval '20 seconds' where user_id = ${investor.userId}`;
    await bots.price(bot, 105, new Date(Date.now() - 10_000));
    await bots.settle();
    expect(await botsOf(investor)).toEqual([]);
    expect(toCents((await accountOf(investor)).balance)).toBeLessThan(103_000n);
    await bots.close(bot, 105);
  });

  it("waits when a fresh price cannot value the trade", async () => {
    const investor = await invested();
    await openTrade(100);
    await saveMarks(test.sql, [], [bots.ids[bot]!]);
    expect((await deactivate(investor, bots.ids[bot])).status).toBe(202);
    await bots.price(bot, 100);
    await bots.settle();
    expect(await botsOf(investor)).toEqual([]);
    await bots.close(bot, 100);
  });

  it("can be cancelled once and only by its owner until it settles", async () => {
    const investor = await invested();
    await openTrade(100);
    await makeStale();
    const { exitPending } = (await deactivate(investor, bots.ids[bot])).body as { exitPending: ExitPending };
    const other = await test.signUp();
    expect(readError(await cancel(other, exitPending.id))).toEqual([404, "NOT_FOUND"]);
    expect(readError(await cancel(investor, randomUUID()))).toEqual([404, "NOT_FOUND"]);
    expect((await cancel(investor, exitPending.id)).body).toEqual(exitPending);
    expect(readError(await cancel(investor, exitPending.id))).toEqual([409, "CONFLICT"]);
    expect((await botsOf(investor))[0]?.exitPending).toBeNull();
    await bots.price(bot, 105);
    await bots.settle();
    expect(await botsOf(investor)).toHaveLength(1);
    await bots.close(bot, 105);
  });

  it("is limited to one per position", async () => {
    const investor = await invested();
    await openTrade(100);
    await makeStale();
    const answers = await atOnce(8, [investor], (client) => deactivate(client, bots.ids[bot]));
    expect(statusCounts(answers)).toEqual({ 202: 1, 409: 7 });
    expect(readError(await transferInvestment(investor, "100"))).toEqual([409, "CONFLICT"]);
    await bots.price(bot, 100);
    // Also when a price is back: the first exit settles with the next step.
    expect(readError(await deactivate(investor, bots.ids[bot]))).toEqual([409, "CONFLICT"]);
    await bots.settle();
    expect(await botsOf(investor)).toEqual([]);
    await bots.close(bot, 100);
  });

  it("is either settled or cancelled, never both", async () => {
    const investor = await invested();
    await openTrade(100);
    for (let round = 0; round < 10; round += 1) {
      await makeStale();
      const waiting = await transferInvestment(investor, "1");
      expect(waiting.status).toBe(202);
      const { waiting: exits } = waiting.body as WaitingTransfer;
      const before = await accountOf(investor);
      await bots.price(bot, 100);
      const [, cancelled] = await Promise.all([bots.settle(), cancel(investor, exits[0]!.id)]);
      const after = await accountOf(investor);
      expect([200, 409]).toContain(cancelled.status);
      expect(before.totalInvested === after.totalInvested).toBe(isSuccess(cancelled));
      expect((await botsOf(investor))[0]?.exitPending).toBeNull();
    }
    await bots.close(bot, 100);
  });

  it("repeats the 202 for its Idempotency-Key without a second exit", async () => {
    const investor = await invested();
    await openTrade(100);
    await makeStale();
    const headers = { "idempotency-key": randomUUID() };
    const body = { botId: bots.ids[bot] };
    const first = await investor.call("POST", "/api/user/bots/deactivate", body, headers);
    await bots.price(bot, 100);
    await bots.settle();
    const second = await investor.call("POST", "/api/user/bots/deactivate", body, headers);
    expect([first.status, second.status, second.text]).toEqual([202, 202, first.text]);
    expect(await botsOf(investor)).toEqual([]);
    await bots.close(bot, 100);
  });
});

describe("a transfer over several positions", () => {
  it("settles what it can and leaves the rest waiting; the waiting part pays the value at settlement", async () => {
    const investor = await invested();
    await activate(investor, bots.ids[7], "300");
    await openTrade(100);
    await makeStale();
    const answer = await transferInvestment(investor, "80");
    expect(answer.status).toBe(202);
    const { exit, waiting } = answer.body as WaitingTransfer;
    expect(exit).toMatchObject({ ownMoney: "30.00", returned: "30.00" });
    expect(waiting).toMatchObject([{ botId: bots.ids[bot], kind: "investment-transfer", amount: "50.00" }]);
    expect(await accountOf(investor)).toMatchObject({ balance: "230.00", totalInvested: "770.00" });
    await bots.price(bot, 90);
    const [held] = await botsOf(investor);
    await bots.settle();
    const after = await accountOf(investor);
    expect(after.totalInvested).toBe("720.00");
    const slice = toCents(after.balance) - 23_000n;
    // A tenth of the position at its current value: the investor bears the loss.
    expect(slice).toBeGreaterThanOrEqual(toCents(held!.value) / 10n - 1n);
    expect(slice).toBeLessThanOrEqual(toCents(held!.value) / 10n + 1n);
    await bots.close(bot, 90);
    await deactivate(investor, bots.ids[7]);
  });

  it("pays the smaller of the requested and the available profit", async () => {
    const [calm, falling] = [await invested(), await invested()];
    await openTrade(120);
    const shown = (await accountOf(calm)).totalProfit;
    await makeStale();
    expect((await transferProfit(calm, "10")).status).toBe(202);
    expect((await transferProfit(falling, shown)).status).toBe(202);
    await bots.price(bot, 110);
    const left = (await accountOf(falling)).totalProfit;
    await bots.settle();
    expect((await accountOf(calm)).profitFunds).toBe("10.00");
    expect((await accountOf(falling)).profitFunds).toBe(left);
    expect((await accountOf(falling)).totalProfit).toBe("0.00");
    await bots.close(bot, 110);
  });

  it("pays nothing and ends when the gain is gone", async () => {
    const investor = await invested();
    await openTrade(120);
    await makeStale();
    expect((await transferProfit(investor, "50")).status).toBe(202);
    await bots.price(bot, 80);
    await bots.settle();
    expect((await accountOf(investor)).balance).toBe("500.00");
    const [held] = await botsOf(investor);
    expect([held?.exitPending, held?.allocatedAmount]).toEqual([null, "500.00"]);
    await bots.close(bot, 80);
  });
});

describe("a preview", () => {
  it("shows the payout of the exit to the cent, with a gain and with a loss", async () => {
    for (const price of [130, 70]) {
      const investor = await invested();
      await openTrade(price);
      const asked = { botId: bots.ids[bot] };
      const preview = (await investor.call("POST", "/api/user/bots/deactivate/preview", asked)).body as ExitPreview;
      await bots.price(bot, price);
      const { exit } = (await deactivate(investor, bots.ids[bot])).body as { exit: ExitResult };
      const { balance, depositFunds } = await accountOf(investor);
      expect(toCents(balance)).toBe(50_000n + toCents(preview.arrives));
      expect(toCents(depositFunds)).toBe(50_000n + toCents(preview.toDepositFunds));
      expect(preview.lines).toHaveLength(1);
      expect(preview.lines[0]).toMatchObject({ ...exit, closes: true, waits: false, userSharePct: 90 });
      await bots.close(bot, price);
    }
  });

  it("matches both transfers and moves no money", async () => {
    const investor = await invested();
    await openTrade(140);
    for (const kind of ["investment", "profit"]) {
      const before = await accountOf(investor);
      const path = `/api/user/${kind}/transfer`;
      await bots.price(bot, 140);
      const preview = (await investor.call("POST", `${path}/preview`, { amount: "60.50" })).body as ExitPreview;
      expect(await accountOf(investor)).toEqual(before);
      const { account } = (await investor.call("POST", path, { amount: "60.50" })).body as TransferResult;
      expect(toCents(account.balance) - toCents(before.balance)).toBe(toCents(preview.arrives));
      expect(toCents(account.profitFunds) - toCents(before.profitFunds)).toBe(toCents(preview.toProfitFunds));
    }
    await bots.close(bot, 140);
  });

  it("rejects the same input as the transfer with the same message", async () => {
    const investor = await invested();
    for (const [path, body] of [
      ["investment/transfer", { amount: "500.01" }],
      ["profit/transfer", { amount: "1" }],
      ["investment/transfer", { amount: "-1" }],
      ["bots/deactivate", { botId: bots.ids[7] }],
    ] as const) {
      const preview = await investor.call("POST", `/api/user/${path}/preview`, body);
      const real = await investor.call("POST", `/api/user/${path}`, body);
      expect([preview.status, errorOf(preview).message]).toEqual([real.status, errorOf(real).message]);
    }
  });
});

describe("an investor's own stop-loss and take-profit", () => {
  it("are stored on the position and shown with their unit prices", { tags: ["exit-levels"] }, async () => {
    const investor = await invested({ stopLossPct: 10, takeProfitPct: "25.5" });
    const [held] = await botsOf(investor);
    expect(held).toMatchObject({ stopLossPct: "10.00", takeProfitPct: "25.50" });
    expect(Number(held!.stopLossNav)).toBeCloseTo(Number(held!.exitNav) * 0.9, 4);
    expect(Number(held!.takeProfitNav)).toBeCloseTo(Number(held!.exitNav) * 1.255, 4);
    await transferInvestment(investor, "100");
    const [less] = (await botsOf(investor)) as [UserBot];
    expect(Number(less.stopLossNav)).toBeCloseTo(Number(held!.stopLossNav), 4);
  });

  it.each([
    [{ stopLossPct: 0.99 }, "Please enter a stop-loss from 1 to 95 per cent"],
    [{ stopLossPct: 95.01 }, "Please enter a stop-loss from 1 to 95 per cent"],
    [{ stopLossPct: 10.123 }, "Please enter a stop-loss from 1 to 95 per cent"],
    [{ stopLossPct: "ten" }, "Please enter a stop-loss from 1 to 95 per cent"],
    [{ stopLossPct: [10] }, "Please enter a stop-loss from 1 to 95 per cent"],
    [{ takeProfitPct: 1001 }, "Please enter a take-profit from 1 to 1000 per cent"],
    [{ takeProfitPct: -5 }, "Please enter a take-profit from 1 to 1000 per cent"],
  ])("refuses %j", async (body, message) => {
    const investor = await test.funded("1000");
    const answer = await investor.call("POST", "/api/user/bots/activate", {
      botId: bots.ids[bot],
      allocatedAmount: "500",
      ...body,
    });
    expect([answer.status, errorOf(answer).message]).toEqual([400, message]);
    expect(Object.keys(errorOf(answer).fields ?? {})).toEqual(Object.keys(body));
  });

  it(
    "close the position at its current value, not at the level, and leave others open",
    { tags: ["stop-loss-price"] },
    async () => {
      const [careful, bold, greedy] = [
        await invested({ stopLossPct: 10 }),
        await invested({ stopLossPct: 50 }),
        await invested({ takeProfitPct: 20 }),
      ];
      await openTrade(91);
      await bots.settle();
      expect(await botsOf(careful)).toHaveLength(1);
      await bots.price(bot, 80);
      const [held] = await botsOf(careful);
      await bots.settle();
      expect(await botsOf(careful)).toEqual([]);
      expect(toCents((await accountOf(careful)).balance)).toBe(50_000n + toCents(held!.value));
      expect(toCents(held!.value)).toBeLessThan(41_000n);
      expect([await botsOf(bold), await botsOf(greedy)].map((list) => list.length)).toEqual([1, 1]);
      const [notice] = await noticesOf(careful);
      expect(notice).toMatchObject({ kind: "stop-loss", value: held!.value, paid: held!.value, nav: held!.exitNav });
      expect(Date.now() - Date.parse(notice!.happenedAt)).toBeLessThan(60_000);
      await bots.price(bot, 125);
      await bots.settle();
      expect(await botsOf(greedy)).toEqual([]);
      const [won] = await noticesOf(greedy);
      expect(won).toMatchObject({ kind: "take-profit" });
      expect(toCents(won!.profitShare)).toBe((toCents(won!.gain) + 9n) / 10n);
      expect(await noticesOf(bold)).toEqual([]);
      await bots.close(bot, 125);
    },
  );

  it("apply to closed trades too and replace a waiting exit", async () => {
    const investor = await invested({ stopLossPct: 5 });
    await openTrade(100);
    await makeStale();
    expect((await deactivate(investor, bots.ids[bot])).status).toBe(202);
    await bots.close(bot, 50);
    await bots.settle();
    expect(await botsOf(investor)).toEqual([]);
    const waiting = await test.sql`select from exits where status = 'pending' and user_id = ${investor.userId}`;
    expect(waiting).toEqual([]);
  });

  it("close many positions in one price step exactly once, even with two traders", async () => {
    const investor = await invested({ stopLossPct: 10 });
    const others = await Promise.all(Array.from({ length: 40 }, () => invested({ stopLossPct: 10 })));
    const [muted] = others;
    await muted!.call("POST", "/api/user/notifications/muted", { channel: "mail", muted: ["stop"] });
    await openTrade(70);
    await Promise.all([bots.settle(), bots.settle()]);
    for (const client of [investor, ...others]) {
      expect(await botsOf(client)).toEqual([]);
      const notices = await noticesOf(client);
      expect(notices).toHaveLength(1);
      const { botName: name, paid: amount } = notices[0]!;
      const mails = await test.sql<{ data: object }[]>`
        select data from mail_outbox where user_id = ${client.userId} and template = 'position-closed'`;
      const mail = { bot: name, cause: "stop-loss", amount };
      expect(mails.map(({ data }) => data)).toEqual(client === muted ? [] : [mail]);
    }
    await bots.close(bot, 70);
  });

  it("push a message to the browsers of those who want it", async () => {
    const [told, muted] = [await invested({ stopLossPct: 10 }), await invested({ stopLossPct: 10 })];
    for (const { userId } of [told, muted]) {
      await test.sql`
        insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, server_key, created_at)
        select gen_random_uuid(), ${userId}, gen_random_uuid(), 'https://push.example/' || gen_random_uuid(),
          decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex'), 'key', now()`;
    }
    await muted.call("POST", "/api/user/notifications/muted", { channel: "push", muted: ["stop"] });
    await openTrade(70);
    await bots.settle();
    const rows = await test.sql`
      select s.user_id as "userId", o.event from push_outbox o join push_subscriptions s on s.id = o.subscription_id
      where s.user_id in (${told.userId}, ${muted.userId})`;
    expect(rows).toEqual([{ userId: told.userId, event: "stop-loss" }]);
    await bots.close(bot, 70);
  });
});
