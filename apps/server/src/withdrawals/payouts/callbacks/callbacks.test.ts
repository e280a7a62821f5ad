import { createHmac } from "node:crypto";
import { symbols, type Logger } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminWithdrawal, PayoutOverview, Withdrawal } from "@wazi/contracts";
import {
  PAYSTACK_KEY,
  startMpesa,
  startPaystack,
  type FakeMpesa,
  type PayoutService,
} from "../../../../../../tests/harness/fake-payout-services.ts";
import { accountOf } from "../../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../../tests/harness/test-app.ts";
import { takeLease } from "../../../platform/jobs/store.ts";
import type { PayoutDeps } from "../payout-rail.ts";
import { advanceDuePayouts } from "../run-payout-worker.ts";

const SECRET = "a-secret-of-the-callback-path";
const HASH = "a-secret-hash-of-webhooks";
let test: TestApp;
let mpesa: FakeMpesa;
let paystack: PayoutService;
let deps: PayoutDeps;

beforeAll(async () => {
  mpesa = await startMpesa();
  paystack = await startPaystack();
  const env = {
    PAYOUTS: "automatic",
    MPESA_B2C_CALLBACK_SECRET: SECRET,
    MPESA_B2C_CALLBACK_ADDRESSES: "127.0.0.1",
    PAYSTACK_SECRET_KEY: PAYSTACK_KEY,
    FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST",
    FLUTTERWAVE_SECRET_HASH: HASH,
  };
  const rails = [mpesa.rail, paystack.rail];
  test = await startTestApp(undefined, undefined, env, undefined, rails);
  for (const [currency, rate] of [
    ["KES", "129.25"],
    ["NGN", "1540"],
  ]) {
    await test.admin.call("POST", "/api/admin/local-rates", { currency, rate, source: "Central bank" });
  }
  deps = {
    sql: test.sql,
    door: test.door,
    now: () => new Date(),
    rails,
    dailyLimit: undefined,
    timing: { firstCheckMs: 0, callTimeoutMs: 1_000, retryMs: 0 },
    toDollars: () => Promise.resolve(null),
  };
});
afterAll(async () => {
  await test.close();
  await mpesa.fake.close();
  await paystack.fake.close();
});

const work = async (): Promise<void> => {
  const lease = await takeLease(test.sql, "callbacks", true, "payouts");
  if (lease) await advanceDuePayouts({ ...deps, log: { warn: () => undefined } }, lease);
};
const wallet = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254708374149" };
const bank = {
  withdrawalType: "bank",
  country: "Nigeria",
  bankName: "Access Bank",
  accountName: "Amina Otieno",
  destinationAddress: "0690000040",
};

/** An investor whose withdrawal has been sent. */
async function sendWithdrawal(destination: object): Promise<{ investor: TestClient; id: string; reference: string }> {
  const investor = await test.funded("1000");
  const asked = await investor.call("POST", "/api/user/withdrawals", { amount: "10", ...destination });
  const { id } = asked.body as Withdrawal;
  const approved = await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
  expect([approved.status, approved.text]).toEqual([200, expect.any(String)]);
  await work();
  const [row] = await test.sql<{ reference: string }[]>`select reference from payouts where withdrawal_id = ${id}`;
  return { investor, id, reference: row?.reference ?? "" };
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  test.visitor().call("POST", `/api/callbacks/${path}`, body, headers);
const find = async (investor: TestClient, id: string): Promise<Withdrawal | undefined> =>
  ((await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[]).find((each) => each.id === id);
const listReviews = async (): Promise<PayoutOverview["reviews"]> =>
  ((await test.admin.call("GET", "/api/admin/payouts")).body as PayoutOverview).reviews;

describe("call-backs of M-Pesa", () => {
  it("complete the withdrawal, once, and answer as Daraja expects; the fee is posted when M-Pesa says it", async () => {
    const { investor, id, reference } = await sendWithdrawal(wallet);
    expect(await find(investor, id)).toMatchObject({
      status: "processing",
      payout: { localAmount: "1293", currency: "KES" },
    });
    const result = mpesa.buildResult(reference, { receipt: "SGLA1" });
    for (let time = 0; time < 3; time += 1) {
      const answer = await post(`${SECRET}/b2c-result`, result);
      expect([answer.status, answer.body]).toEqual([200, { ResultCode: 0, ResultDesc: "Accepted" }]);
    }
    expect(await find(investor, id)).toMatchObject({
      status: "completed",
      transactionHash: "SGLA1",
      payout: { state: "confirmed", recipientName: "Amina Otieno", fee: null },
    });
    expect(await test.differences()).toEqual([]);
  });

  it("about the status post the fee of a payment that is complete, once", async () => {
    const { investor, id, reference } = await sendWithdrawal(wallet);
    mpesa.end("paid");
    expect(mpesa.answerQuestion(reference)).toBeNull();
    await test.sql`update payouts set next_at = now() - interval '1 second' where withdrawal_id = ${id}`;
    await work();
    const status = mpesa.answerQuestion(reference);
    const receipt = /"ReceiptNo","Value":"(\w+)"/.exec(JSON.stringify(status))?.[1] ?? "";
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(reference, { receipt }));
    expect(await find(investor, id)).toMatchObject({ status: "completed", payout: { fee: null } });
    for (let time = 0; time < 2; time += 1) {
      expect((await post(`${SECRET}/status-result`, status ?? {})).status).toBe(200);
    }
    // 22.40 KES at 129.25 KES for $1, rounded up.
    expect(await find(investor, id)).toMatchObject({
      payout: { fee: "0.18", feeAmount: "22.40", feeCurrency: "KES" },
    });
    const fees = await test.sql`
      select e.amount::text from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.kind = 'payout-fee' and e.account_id = (select id from ledger_accounts where code = 'platform:fees')`;
    expect(fees).toEqual([{ amount: "-0.18" }]);
    expect(await test.differences()).toEqual([]);
  });

  it("are not let in with another secret or from another address, and change nothing", async () => {
    const { investor, id, reference } = await sendWithdrawal(wallet);
    const result = mpesa.buildResult(reference, { receipt: "SGLB1" });
    expect((await post("another-secret-of-the-callback-path/b2c-result", result)).status).toBe(404);
    expect((await post(`${SECRET}x/b2c-result`, result)).status).toBe(404);
    const elsewhere = await test.app.inject({
      method: "POST",
      url: `/api/callbacks/${SECRET}/b2c-result`,
      remoteAddress: "203.0.113.9",
      payload: result,
    });
    expect(elsewhere.statusCode).toBe(404);
    expect(await find(investor, id)).toMatchObject({ status: "processing" });
  });

  it("with another amount, another conversation or another payment's receipt are entries for review", async () => {
    const first = await sendWithdrawal(wallet);
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(first.reference, { receipt: "SGLC1" }));
    const { investor, id, reference } = await sendWithdrawal(wallet);
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(reference, { receipt: "SGLC2", amount: 1 }));
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(reference, { receipt: "SGLC3", conversationId: "AG_other" }));
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(reference, { receipt: "SGLC1" }));
    const unknown = "11111111-1111-8111-a111-111111111111";
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(unknown, { receipt: "SGLC4" }));
    expect(await find(investor, id)).toMatchObject({ status: "processing", payout: { state: "sent" } });
    const kinds = (await listReviews()).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["other-amount", "other-payment", "receipt-used", "unknown-payment"]));
    const [review] = await listReviews();
    const decided = { decision: "Looked up in the portal." };
    expect((await test.admin.call("POST", `/api/admin/payout-reviews/${review?.id}/decide`, decided)).status).toBe(204);
    expect((await test.admin.call("POST", `/api/admin/payout-reviews/${review?.id}/decide`, decided)).status).toBe(404);
    expect((await listReviews()).map((each) => each.id)).not.toContain(review?.id);
  });

  it("before the acknowledgement of the request complete the withdrawal, once", async () => {
    const { rail } = mpesa;
    const send = rail.send.bind(rail);
    const early: number[] = [];
    rail.send = async (order, signal) => {
      const acknowledged = await send(order, signal);
      const result = mpesa.buildResult(order.reference, { receipt: "SGLF1" });
      early.push((await post(`${SECRET}/b2c-result`, result)).status);
      return acknowledged;
    };
    try {
      const { investor, id } = await sendWithdrawal(wallet);
      expect(early).toEqual([200]);
      expect(await find(investor, id)).toMatchObject({ status: "completed", transactionHash: "SGLF1" });
      expect(await find(investor, id)).toMatchObject({ payout: { state: "confirmed", attempt: 1 } });
    } finally {
      rail.send = send;
    }
    expect(await test.differences()).toEqual([]);
  });

  it("about one investor's payment never settle another's: the reference alone is not enough", async () => {
    const [mine, other] = [await sendWithdrawal(wallet), await sendWithdrawal(wallet)];
    const swapped = mpesa.buildResult(other.reference, { receipt: "SGLG1" }) as { Result: Record<string, unknown> };
    swapped.Result["OriginatorConversationID"] = mine.reference;
    expect((await post(`${SECRET}/b2c-result`, swapped)).status).toBe(200);
    for (const { investor, id } of [mine, other])
      expect(await find(investor, id)).toMatchObject({ status: "processing", payout: { state: "sent" } });
    expect((await listReviews()).map(({ kind }) => kind)).toContain("other-payment");
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(other.reference, { receipt: "SGLG1" }));
    expect(await find(other.investor, other.id)).toMatchObject({ status: "completed" });
    expect(await find(mine.investor, mine.id)).toMatchObject({ status: "processing" });
  });

  it("about a time-out leave the result unknown until the status is known; a late failure changes no payment", async () => {
    const { investor, id, reference } = await sendWithdrawal(wallet);
    const request = { OriginatorConversationID: reference, SecurityCredential: "never-logged", PartyB: "254708374149" };
    expect((await post(`${SECRET}/b2c-timeout`, request)).status).toBe(200);
    expect(await find(investor, id)).toMatchObject({ status: "processing", payout: { state: "unknown" } });
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(reference, { receipt: "SGLD1" }));
    const failed = { Result: { ResultCode: 1, ResultDesc: "No funds.", OriginatorConversationID: reference } };
    await post(`${SECRET}/b2c-result`, failed);
    expect(await find(investor, id)).toMatchObject({ status: "completed" });
    expect((await listReviews()).map(({ kind }) => kind)).toContain("failed-after-success");
  });

  it("that are no results get a clear error", async () => {
    expect((await post(`${SECRET}/b2c-result`, { Result: {} })).status).toBe(400);
    expect((await post(`${SECRET}/b2c-result`, [])).status).toBe(400);
    expect((await post(`${SECRET}/status-result`, { hello: "there" })).status).toBe(400);
  });
});

describe("events of Paystack", () => {
  it("are believed only as a reason to ask for the status", async () => {
    const { investor, id, reference } = await sendWithdrawal(bank);
    expect(await find(investor, id)).toMatchObject({
      payout: { localAmount: "15400.00", currency: "NGN", recipientName: "AMINA W OTIENO" },
    });
    const event = { event: "transfer.success", data: { reference, status: "success" } };
    const sign = (body: object, key = PAYSTACK_KEY): Record<string, string> => ({
      "x-paystack-signature": createHmac("sha512", key).update(JSON.stringify(body)).digest("hex"),
    });
    expect((await post("paystack", event)).status).toBe(403);
    expect((await post("paystack", event, sign(event, "sk_test_another"))).status).toBe(403);
    expect((await post("paystack", { ...event, extra: 1 }, sign(event))).status).toBe(403);
    expect((await post("paystack", event, sign(event))).status).toBe(204);
    expect(await find(investor, id)).toMatchObject({ status: "processing" });
    paystack.end("paid");
    expect((await post("paystack", event, sign(event))).status).toBe(204);
    expect(await find(investor, id)).toMatchObject({ status: "completed", payout: { state: "confirmed" } });
  });

  it("are signed over their bytes as they came, and a repeated one changes nothing", async () => {
    const { investor, id, reference } = await sendWithdrawal(bank);
    paystack.end("paid");
    // Not the bytes that JSON.stringify would make of it.
    const payload = `{ "data" : {"reference":"${reference}" }, "event":"transfer.success"}`;
    const send = (signed: string) =>
      test.app.inject({
        method: "POST",
        url: "/api/callbacks/paystack",
        headers: {
          "content-type": "application/json",
          "x-paystack-signature": createHmac("sha512", PAYSTACK_KEY).update(signed).digest("hex"),
        },
        payload,
      });
    expect((await send(JSON.stringify(JSON.parse(payload)))).statusCode).toBe(403);
    for (let time = 0; time < 3; time += 1) expect((await send(payload)).statusCode).toBe(204);
    expect(await find(investor, id)).toMatchObject({ status: "completed", payout: { state: "confirmed" } });
    expect(await test.differences()).toEqual([]);
  });

  it("about a transfer that came back after it was paid return the money once, as an entry of its own", async () => {
    const { investor, id, reference } = await sendWithdrawal(bank);
    const event = { event: "transfer.reversed", data: { reference } };
    const headers = {
      "x-paystack-signature": createHmac("sha512", PAYSTACK_KEY).update(JSON.stringify(event)).digest("hex"),
    };
    paystack.end("paid");
    await post("paystack", event, headers);
    expect(await find(investor, id)).toMatchObject({ status: "completed" });
    expect((await accountOf(investor)).balance).toBe("990.00");
    paystack.reverse(reference);
    for (let time = 0; time < 3; time += 1) expect((await post("paystack", event, headers)).status).toBe(204);
    expect(await find(investor, id)).toMatchObject({ status: "rejected", payout: { state: "reversed" } });
    expect((await accountOf(investor)).balance).toBe("1000.00");
    const entries = await test.sql<{ kind: string; amount: string }[]>`
      select t.kind, e.amount::text from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where a.user_id = ${investor.userId} and t.kind in ('withdrawal-paid', 'withdrawal-reversed') order by t.id`;
    expect(entries).toEqual([
      { kind: "withdrawal-paid", amount: "-10.00" },
      { kind: "withdrawal-reversed", amount: "10.00" },
    ]);
    expect(await test.differences()).toEqual([]);
  });

  it("of Flutterwave need the secret hash", async () => {
    expect((await post("flutterwave", { data: {} })).status).toBe(403);
    expect((await post("flutterwave", { data: {} }, { "verif-hash": HASH })).status).toBe(204);
  });
});

describe("the log", () => {
  it("has no body, no credential, no phone number and no secret of a call-back", async () => {
    const lines: string[] = [];
    const { log } = test.app as unknown as { log: Logger };
    const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[symbols.streamSym]!;
    const write = stream.write.bind(stream);
    const { level } = log;
    stream.write = (line) => void lines.push(line);
    log.level = "trace";
    try {
      const { reference } = await sendWithdrawal(wallet);
      const request = {
        OriginatorConversationID: reference,
        SecurityCredential: "never-logged",
        PartyB: "254708374149",
      };
      await post(`${SECRET}/b2c-timeout`, request);
      await post(`${SECRET}/b2c-result`, mpesa.buildResult(reference, { receipt: "SGLZ9" }));
      await post(`${SECRET}/b2c-result`, { never: "logged-body" });
      await post("paystack", { event: "logged-body" });
      await post("flutterwave", { event: "logged-body" }, { "verif-hash": HASH });
    } finally {
      stream.write = write;
      log.level = level;
    }
    expect(lines.length).toBeGreaterThan(3);
    for (const secret of ["never-logged", "logged-body", "254708374149", "Amina Otieno", SECRET, HASH]) {
      expect([secret, lines.filter((line) => line.includes(secret))]).toEqual([secret, []]);
    }
  });
});

describe("an account that belongs to another name", () => {
  it("asks the administrator, and never blocks for ever", async () => {
    const investor = await test.signUp({ firstName: "Peter", lastName: "Mwangi" });
    const deposit = await investor.call("POST", "/api/user/deposits", {
      amount: "500",
      currency: "USDT",
      network: "TRC20",
    });
    const { id: depositId } = deposit.body as { id: string };
    await test.admin.call("POST", `/api/admin/deposits/${depositId}/approve`, { status: "completed" });
    const { id } = (await investor.call("POST", "/api/user/withdrawals", { amount: "10", ...bank })).body as Withdrawal;
    const approve = (more: object = {}) =>
      test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed", ...more });
    const asked = await approve();
    expect([asked.status, asked.body]).toMatchObject([409, { fields: { acceptsName: expect.any(String) as string } }]);
    expect((await approve({ acceptsName: true })).body).toMatchObject({ payout: { recipientName: "AMINA W OTIENO" } });
  });
});

describe("the account holder's name", () => {
  const check = (client: TestClient, body: object = bank) =>
    client.call("POST", "/api/user/withdrawals/recipient", body);
  const request = async (client: TestClient, body: object): Promise<AdminWithdrawal> => {
    const { id } = (await client.call("POST", "/api/user/withdrawals", { amount: "10", ...body })).body as Withdrawal;
    const listed = (await test.admin.call("GET", `/api/admin/withdrawals?search=${id}`)).body as {
      items: AdminWithdrawal[];
    };
    return listed.items[0]!;
  };

  it("is shown to the investor before the request, and kept for the administrator", async () => {
    const investor = await test.funded("500");
    expect((await check(investor)).body).toEqual({ holderName: "AMINA W OTIENO", isOtherName: false });
    expect(await request(investor, bank)).toMatchObject({
      recipient: { holderName: "AMINA W OTIENO", isOtherName: false },
    });
    const other = await test.funded("500");
    await test.sql`update users set first_name = 'Peter', last_name = 'Mwangi' where id = ${other.userId}`;
    expect((await check(other)).body).toEqual({ holderName: "AMINA W OTIENO", isOtherName: true });
    expect(await request(other, bank)).toMatchObject({ recipient: { isOtherName: true } });
  });

  it("is of this account only, and of none where no one tells it", async () => {
    const investor = await test.funded("500");
    await check(investor);
    const refused = await check(investor, { ...bank, destinationAddress: "0000000000" });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("does not accept this account")]);
    expect((await check(investor, wallet)).body).toEqual({ holderName: null, isOtherName: false });
    expect(await request(investor, wallet)).toMatchObject({ recipient: null });
    expect((await check(investor, { ...bank, bankName: "" })).status).toBe(400);
  });
});

describe("the stop switch", () => {
  it("keeps approved payments waiting until the rail is resumed, and is in the audit log", async () => {
    const stop = await test.admin.call("POST", "/api/admin/payout-rails/mpesa-b2c/stop", { reason: "Float is low" });
    expect(stop.body).toMatchObject({ stopped: { reason: "Float is low" } });
    const again = await test.admin.call("POST", "/api/admin/payout-rails/mpesa-b2c/stop", { reason: "x" });
    expect(again.status).toBe(409);
    const { investor, id } = await sendWithdrawal(wallet);
    expect(await find(investor, id)).toMatchObject({ status: "pending", payout: { state: "approved" } });
    const { payouts } = (await test.admin.call("GET", "/api/admin/payouts")).body as PayoutOverview;
    expect(payouts.find((each) => each.withdrawalId === id)).toMatchObject({ waitsFor: "stopped", sends: 0 });
    await test.admin.call("POST", "/api/admin/payout-rails/mpesa-b2c/resume");
    const resumed = (await test.admin.call("GET", "/api/admin/payouts")).body as PayoutOverview;
    expect(resumed.payouts.find((each) => each.withdrawalId === id)).toMatchObject({ waitsFor: null });
    await test.sql`update payouts set next_at = now() - interval '1 second' where withdrawal_id = ${id}`;
    await work();
    expect(await find(investor, id)).toMatchObject({ status: "processing" });
    const events = await test.sql`select from audit_log where action in ('rail.stop', 'rail.resume')`;
    expect(events.length).toBe(2);
  });
});

describe("an unknown result", () => {
  it("is decided by an administrator: not paid returns the decision, and only an unknown one can be decided", async () => {
    const { investor, id, reference } = await sendWithdrawal(wallet);
    const [row] = await test.sql<{ id: string }[]>`select id from payouts where reference = ${reference}`;
    const resolve = () =>
      test.admin.call("POST", `/api/admin/payouts/${row?.id}/resolve`, {
        outcome: "not-paid",
        reason: "Not in the portal",
      });
    expect((await resolve()).status).toBe(409);
    await post(`${SECRET}/b2c-timeout`, { OriginatorConversationID: reference });
    expect((await resolve()).body).toMatchObject({ state: "failed" });
    expect(await find(investor, id)).toMatchObject({ status: "pending" });
    expect((await investor.call("POST", `/api/user/withdrawals/${id}/cancel`)).status).toBe(200);
    await post(`${SECRET}/b2c-result`, mpesa.buildResult(reference, { receipt: "SGLE1" }));
    expect((await listReviews()).map(({ kind }) => kind)).toContain("paid-after-failure");
    expect(await test.differences()).toEqual([]);
  });
});
