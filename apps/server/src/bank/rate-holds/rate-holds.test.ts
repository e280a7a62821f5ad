import type { AdminRateHold, AdminWithdrawal, Deposit, MpesaQuote, PayoutOverview, Withdrawal } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  DARAJA_KEY,
  DARAJA_SECRET,
  startFakeDaraja,
  type FakeDaraja,
} from "../../../../../tests/harness/fake-daraja.ts";
import { createFakeProvider } from "../../../../../tests/harness/fake-payout-provider.ts";
import { createKillWorld, type KillWorld } from "../../../../../tests/harness/payout-kills.ts";
import { accountOf, errorOf, mpesa, statusCounts } from "../../../../../tests/harness/money-calls.ts";
import {
  PreparedRace,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { formatDarajaTime } from "../../deposits/daraja/daraja-client.ts";
import { takeLease } from "../../platform/jobs/store.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { advanceDuePayouts } from "../../withdrawals/payouts/run-payout-worker.ts";
import type { PayoutOrder } from "../../withdrawals/payouts/payout-rail.ts";
import { endDueHolds } from "./decide-rate-hold.ts";

const DAY_MS = 86_400_000;
const SECRET = "a-secret-of-the-call-backs-1234";
const SHORT_CODE = "600638";
const provider = createFakeProvider("mpesa-b2c");
const orders: PayoutOrder[] = [];
/** M-Pesa pays whole shillings. */
const paper = provider.rail;
const rail: typeof paper = {
  ...paper,
  findCurrency: ({ withdrawalType }) => (withdrawalType === "mpesa" ? "KES" : null),
  countPlaces: () => 0,
  send: (order, signal) => (orders.push(order), paper.send(order, signal)),
};
/** Runs before the next operation that settles. */
const race = new PreparedRace(({ expects }) => expects.localRates !== undefined);

let daraja: FakeDaraja;
let test: TestApp;
let byHand: TestApp;
let world: KillWorld;
let owner: Sql;
let ben: TestClient;
let carol: TestClient;
let env: Record<string, string>;
let receipts = 0;

beforeAll(async () => {
  daraja = await startFakeDaraja();
  env = {
    DEPOSIT_CREDIT: "automatic",
    PUBLIC_ORIGIN: "https://wazi.example",
    MPESA_URL: daraja.url,
    MPESA_CONSUMER_KEY: DARAJA_KEY,
    MPESA_CONSUMER_SECRET: DARAJA_SECRET,
    MPESA_SHORTCODE: SHORT_CODE,
    MPESA_PASSKEY: "a-passkey",
    MPESA_CALLBACK_SECRET: SECRET,
    MPESA_CALLBACK_ADDRESSES: "127.0.0.1",
  };
  test = await startTestApp(undefined, race.wrapDoor, { ...env, PAYOUTS: "automatic" }, undefined, [rail]);
  byHand = await startTestApp(test.database, undefined, env);
  world = createKillWorld(test, Object.assign(provider, { rail }));
  owner = openPool(test.database.url, { role: null, max: 1 });
  [ben, carol] = [await test.administrator("money"), await test.administrator("money")];
  daraja.answer("/mpesa/stkpush/v1/processrequest", () => ({
    body: { ResponseCode: "0", CheckoutRequestID: `ws_CO_${++receipts}` },
  }));
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await owner.end();
  await byHand.close();
  await test.close();
  await daraja.close();
});
beforeEach(() => setRate("100"));

/** @param by the administrator who set it; null: an earlier one */
async function setRate(rate: string, by: TestClient | null = null): Promise<void> {
  await test.sql`insert into local_rates (currency, rate, source, set_at, set_by)
    values ('KES', ${rate}, 'Central bank', clock_timestamp(), ${by?.userId ?? null})`;
}
async function request(investor: TestClient, amount = "200"): Promise<Deposit> {
  const quote = (await investor.call("GET", `/api/user/mpesa-quote?amount=${amount}`)).body as MpesaQuote;
  const body = { amount, phoneNumber: "+254712345678", rate: quote.rate };
  const answer = await investor.call("POST", "/api/user/mpesa-deposits", body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}
async function pay({ walletAddress, cryptoAmount }: Deposit): Promise<void> {
  const answer = await test.visitor().call("POST", `/api/callbacks/mobile-money/${SECRET}/confirmation`, {
    TransactionType: "Pay Bill",
    TransID: `SGR${String(++receipts).padStart(7, "0")}`,
    TransTime: formatDarajaTime(new Date()),
    TransAmount: cryptoAmount.replace(/0{6}$/, ""),
    BusinessShortCode: SHORT_CODE,
    BillRefNumber: walletAddress,
  });
  expect(answer.status, answer.text).toBe(200);
}
const depositOf = async (investor: TestClient): Promise<Deposit> =>
  ((await investor.call("GET", "/api/user/deposits")).body as Deposit[])[0]!;
const withdrawalOf = async (investor: TestClient): Promise<Withdrawal> =>
  ((await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[])[0]!;
const balanceOf = async (investor: TestClient): Promise<string> => (await accountOf(investor)).balance;
const listHolds = async (): Promise<AdminRateHold[]> =>
  ((await ben.call("GET", "/api/admin/payouts")).body as PayoutOverview).rateHolds;
const holdOf = async (investor: TestClient): Promise<AdminRateHold> =>
  (await listHolds()).find(({ userId }) => userId === investor.userId)!;
const decide = (by: TestClient, { id, rateNow }: AdminRateHold, amount: "shown" | "now"): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/rate-holds/${id}/decide`, { amount, rate: rateNow });

/** A deposit of $200 that was shown at 100, paid when the rate is another one. */
async function heldDeposit(rate = "125", by: TestClient | null = null): Promise<TestClient> {
  const investor = await test.signUp();
  const deposit = await request(investor);
  await setRate(rate, by);
  await pay(deposit);
  return investor;
}
/** A withdrawal of $100 that was shown at 100. */
async function requested(): Promise<{ investor: TestClient; id: string }> {
  const investor = await test.funded("100");
  const asked = await investor.call("POST", "/api/user/withdrawals", mpesa("100"));
  expect(asked.status, asked.text).toBe(201);
  return { investor, id: (asked.body as Withdrawal).id };
}
const approve = (by: TestClient, id: string, more: object = {}): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed", ...more });
async function work(): Promise<void> {
  world.advance(3_600_000);
  const lease = (await takeLease(test.sql, "test", true, "payouts"))!;
  await advanceDuePayouts({ ...world.deps, log: { warn: () => undefined } }, lease);
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all(world.reports);
}
const sentFor = async (id: string): Promise<string[]> => {
  const rows = await test.sql<{ reference: string }[]>`select reference from payouts where withdrawal_id = ${id}`;
  return orders.filter(({ reference }) => rows.some((row) => row.reference === reference)).map(({ amount }) => amount);
};
/** Lets the 24 hours of all open holds pass. */
async function expire(...apps: TestApp[]): Promise<void> {
  const now = (): Date => new Date(Date.now() + DAY_MS);
  const rule = { limit: parseCents("10000"), bindsOnlyOne: false };
  await Promise.all(
    apps.map(({ sql, door }) =>
      endDueHolds({ sql, door, now, aloneRule: rule, isTest: true }, (error) => expect.fail(String(error))),
    ),
  );
}

describe("a local deposit", { tags: ["S58"] }, () => {
  it("is credited as shown while the rate in force is within 3 % of the one shown", async () => {
    for (const rate of ["103", "97"]) {
      await setRate("100");
      const investor = await heldDeposit(rate);
      expect(await depositOf(investor)).toMatchObject({ status: "completed", receivedAmount: null });
      expect(await balanceOf(investor)).toBe("200.00");
    }
  });

  it("is held beyond, and its investor reads both amounts and the latest time of the decision", async () => {
    const investor = await heldDeposit("103.01");
    const deposit = await depositOf(investor);
    expect(deposit).toMatchObject({
      status: "pending",
      rateHold: {
        kind: "deposit",
        currency: "KES",
        fixedAmount: "20000.00",
        rateShown: "100",
        rateNow: "103.01",
        amountShown: "200.00",
        amountNow: "194.15",
        status: "open",
      },
    });
    const { heldAt, decideBy } = deposit.rateHold!;
    expect(Date.parse(decideBy) - Date.parse(heldAt)).toBe(DAY_MS);
    expect(await balanceOf(investor)).toBe("0.00");
    const [payment] = deposit.payments!;
    for (const decision of ["credit", "dismiss"]) {
      const body = { decision, note: "x" };
      const answer = await ben.call("POST", `/api/admin/deposit-payments/${payment!.id}/decide`, body);
      expect([answer.status, errorOf(answer).message]).toEqual([409, expect.stringContaining("the rate has moved")]);
    }
    await decide(ben, await holdOf(investor), "shown");
    expect(await balanceOf(investor)).toBe("200.00");
    expect((await depositOf(investor)).rateHold).toBeUndefined();
  });

  it("is decided by an administrator who did not set the rate, at the rate that they saw, once", async () => {
    const investor = await heldDeposit("125", ben);
    const hold = await holdOf(investor);
    const own = await decide(ben, hold, "now");
    expect([own.status, errorOf(own).message]).toEqual([403, expect.stringContaining("You set this rate")]);
    await setRate("126", carol);
    const stale = await decide(test.admin, hold, "now");
    expect([stale.status, errorOf(stale).message]).toEqual([409, "The rate is now 126. Look at both amounts again."]);
    // A later rate does not make the one who set the earlier one a second person.
    for (const each of [ben, carol]) expect((await decide(each, await holdOf(investor), "now")).status).toBe(403);
    const decided = await decide(test.admin, await holdOf(investor), "now");
    expect([decided.status, decided.body]).toEqual([
      200,
      expect.objectContaining({ status: "now", amountNow: "158.73" }),
    ]);
    expect(await balanceOf(investor)).toBe("158.73");
    expect((await decide(test.admin, hold, "shown")).status).toBe(409);
    const [{ amount } = { amount: "" }] = await test.sql<{ amount: string }[]>`
      select amount::text from acts_alone where subject_id = ${hold.id} and admin_id = ${test.admin.userId}`;
    expect(amount).toBe("41.27");
  });

  it("that an administrator settles by hand is decided by another one", async () => {
    const investor = await test.signUp();
    const { id } = await request(investor);
    await setRate("80");
    const settle = (): Promise<TestAnswer> =>
      ben.call("POST", `/api/admin/deposits/${id}/approve`, {
        status: "completed",
        transactionHash: `SGH${receipts}AAAAA`,
      });
    expect((await settle()).body).toMatchObject({
      status: "pending",
      rateHold: { amountShown: "200.00", amountNow: "250.00" },
    });
    expect(errorOf(await settle()).message).toMatch(/^This deposit waits because the rate has moved/);
    const hold = await holdOf(investor);
    expect(hold).toMatchObject({ depositId: id, askedBy: { id: ben.userId } });
    expect(errorOf(await decide(ben, hold, "now")).message).toMatch(/^You asked for this settlement/);
    expect((await decide(carol, hold, "now")).status).toBe(200);
    expect(await depositOf(investor)).toMatchObject({ status: "completed", receivedAmount: "250.00" });
    expect(await balanceOf(investor)).toBe("250.00");
  });
});

describe("a local payout", { tags: ["S58"] }, () => {
  it("is paid as shown while the rate is near, whatever the rate at its approval", async () => {
    const { id } = await requested();
    await setRate("103");
    expect((await approve(ben, id)).body).toMatchObject({ payout: { localAmount: "10000", rate: "100.000000000000" } });
    await work();
    expect(await sentFor(id)).toEqual(["10000"]);
  });

  it("is approved and not sent beyond, until another administrator decides the amount", async () => {
    const { investor, id } = await requested();
    await setRate("125.5");
    const approved = (await approve(ben, id)).body as AdminWithdrawal;
    expect(approved).toMatchObject({ status: "pending", rateHold: { amountShown: "10000", amountNow: "12550" } });
    await work();
    expect(await sentFor(id)).toEqual([]);
    expect(await withdrawalOf(investor)).toMatchObject({ rateHold: { status: "open" }, payout: { state: "approved" } });
    expect((await approve(ben, id, { transactionHash: "SGR1" })).status).toBe(409);
    const hold = await holdOf(investor);
    expect(errorOf(await decide(ben, hold, "now")).message).toMatch(/^You asked for this settlement/);
    expect((await decide(carol, hold, "now")).status).toBe(200);
    await work();
    expect(await sentFor(id)).toEqual(["12550"]);
    expect((await withdrawalOf(investor)).status).toBe("completed");
  });

  it("is held when the rate moves between its approval and its sending", async () => {
    const { investor, id } = await requested();
    expect((await approve(test.admin, id)).body).toMatchObject({ payout: { localAmount: "10000" } });
    await setRate("90", ben);
    await work();
    const hold = await holdOf(investor);
    expect(hold).toMatchObject({ askedBy: null, amountShown: "10000", amountNow: "9000", withdrawalId: id });
    expect(errorOf(await decide(ben, hold, "shown")).message).toMatch(/^You set this rate/);
    expect((await decide(carol, hold, "shown")).status).toBe(200);
    await work();
    expect(await sentFor(id)).toEqual(["10000"]);
  });

  it("by hand is held before it is settled, and the amount that was decided is paid", async () => {
    const { investor, id } = await requested();
    await setRate("110");
    const [hand, other] = [ben.through(byHand), carol.through(byHand)];
    const asked = (await approve(hand, id, { transactionHash: "SGR77" })).body as AdminWithdrawal;
    expect(asked).toMatchObject({ status: "pending", rateHold: { amountShown: "10000.00", amountNow: "11000.00" } });
    expect((await approve(hand, id, { transactionHash: "SGR77" })).status).toBe(409);
    expect((await decide(other, await holdOf(investor), "now")).status).toBe(200);
    expect(await withdrawalOf(investor)).toMatchObject({ rateHold: { status: "now", amountNow: "11000.00" } });
    // Another move is compared with the rate of the decision.
    await setRate("113.5");
    expect((await approve(hand, id, { transactionHash: "SGR77" })).body).toMatchObject({ status: "pending" });
    await decide(other, await holdOf(investor), "shown");
    expect((await approve(hand, id, { transactionHash: "SGR77" })).body).toMatchObject({ status: "completed" });
  });
});

describe("an undecided amount", () => {
  it("ends after 24 hours, once in two processes: the deposit at the rate of now, the payout in the balance", async () => {
    const depositor = await heldDeposit("125");
    await setRate("100");
    const { investor, id } = await requested();
    await setRate("125");
    await approve(ben, id);
    await setRate("128");
    await expire(test, byHand, test, byHand);
    expect(await balanceOf(depositor)).toBe("156.25");
    expect(await balanceOf(investor)).toBe("100.00");
    expect(await withdrawalOf(investor)).toMatchObject({
      status: "rejected",
      isCancelled: false,
      notes: expect.stringMatching(/moved by more than 3%.*back in your balance/) as string,
      payout: { state: "cancelled" },
    });
    const mails =
      await test.sql`select template from mail_outbox where user_id = ${investor.userId} and template = 'withdrawal-rejected'`;
    expect(mails).toHaveLength(1);
    expect(await listHolds()).toEqual([]);
    await work();
    expect(await sentFor(id)).toEqual([]);
  });

  it("is ended once when a decision comes at the same moment", async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      await setRate("100");
      const depositor = await heldDeposit("125");
      await setRate("100");
      const { investor, id } = await requested();
      await setRate("125");
      await approve(ben, id);
      const [deposit, payout] = [await holdOf(depositor), await holdOf(investor)];
      const [, , , ...answers] = await Promise.all([
        expire(test),
        expire(byHand),
        work(),
        decide(carol, deposit, "shown"),
        decide(test.admin.through(byHand), deposit, "now"),
        decide(carol, payout, "shown"),
        decide(test.admin.through(byHand), payout, "now"),
      ]);
      const counts = statusCounts(answers);
      expect((counts[200] ?? 0) + (counts[409] ?? 0)).toBe(4);
      const [shown, now] = answers.map(({ status }) => status === 200);
      expect(await balanceOf(depositor)).toBe(shown ? "200.00" : "160.00");
      expect(shown && now).toBe(false);
      await work();
      const paid = await sentFor(id);
      const [, , paysShown, paysNow] = answers.map(({ status }) => status === 200);
      expect(paid).toEqual(paysShown ? ["10000"] : paysNow ? ["12500"] : []);
      expect(await balanceOf(investor)).toBe(paid.length === 0 ? "100.00" : "0.00");
    }
    expect(await test.differences()).toEqual([]);
  });

  it("of a withdrawal that its investor cancels is decided by no one any more", async () => {
    const { investor, id } = await requested();
    await setRate("125");
    await approve(ben, id);
    const hold = await holdOf(investor);
    expect((await investor.call("POST", `/api/user/withdrawals/${id}/cancel`)).status).toBe(200);
    expect(await listHolds()).toEqual([]);
    expect((await decide(carol, hold, "now")).body).toMatchObject({ status: "ended" });
    expect(await balanceOf(investor)).toBe("100.00");
  });
});

describe("a rate that is walked while money is settled", { tags: ["S58"] }, () => {
  it("is looked at again under the lock, so that nothing is credited or sent at the moved rate", async () => {
    const investor = await test.signUp();
    const deposit = await request(investor);
    await setRate("103", ben);
    race.prepare(() => setRate("103.5", ben));
    await pay(deposit);
    expect(await depositOf(investor)).toMatchObject({ status: "pending", rateHold: { rateNow: "103.5" } });

    await setRate("100");
    const { id, investor: other } = await requested();
    race.prepare(() => setRate("96", ben));
    expect((await approve(test.admin, id)).body).toMatchObject({ rateHold: { amountNow: "9600" } });
    await work();
    expect([await sentFor(id), (await withdrawalOf(other)).status]).toEqual([[], "pending"]);
  });

  it("cannot be decided at a rate that moved after it was seen", async () => {
    const investor = await heldDeposit("125");
    const hold = await holdOf(investor);
    race.prepare(() => setRate("128.7", ben));
    expect(errorOf(await decide(carol, hold, "now")).message).toBe(
      "The rate is now 128.7. Look at both amounts again.",
    );
    expect(await balanceOf(investor)).toBe("0.00");
  });
});

describe("an administrator who moves the rate for an accomplice", { tags: ["S58"] }, () => {
  it("gets what was shown, or waits for a second person", async () => {
    const set = (rate: string): Promise<TestAnswer> =>
      ben.call("POST", "/api/admin/local-rates", { currency: "KES", rate, source: "Central bank" });
    await owner`insert into local_rates (currency, rate, source, set_at, is_anchor) values ('KES', 100, 'Two persons', clock_timestamp(), true)`;
    // Alone the rate moves by 3 % from its anchor at most, each way, however often.
    expect((await set("97")).status).toBe(201);
    const accomplice = await test.signUp();
    const deposit = await request(accomplice);
    expect([(await set("100")).status, (await set("103")).status, (await set("106")).status]).toEqual([201, 201, 202]);
    await pay(deposit);
    // From 97 to 103 is 6 %, of which 3 were paid for nothing: held.
    expect(await balanceOf(accomplice)).toBe("0.00");
    for (const amount of ["shown", "now"] as const) {
      expect((await decide(ben, await holdOf(accomplice), amount)).status).toBe(403);
    }
    await decide(carol, await holdOf(accomplice), "now");
    expect(Number(await balanceOf(accomplice))).toBeCloseTo((200 * 97) / 103, 1);
  });

  it("decides alone no more than the limit of 24 hours", async () => {
    await owner`update acts_alone set acted_at = acted_at - interval '2 days'`;
    const limited = await startTestApp(test.database, undefined, { ...env, ADMIN_ALONE_DAILY_LIMIT: "40" });
    const [first, second] = [await heldDeposit("117.7"), await (await setRate("100"), heldDeposit("117.7"))];
    const by = carol.through(limited);
    expect((await decide(by, await holdOf(first), "shown")).status).toBe(200);
    const answer = await decide(by, await holdOf(second), "shown");
    expect([answer.status, errorOf(answer).message]).toEqual([
      409,
      expect.stringContaining("more than you may decide alone"),
    ]);
    await limited.close();
    await expire(test);
  });
});
