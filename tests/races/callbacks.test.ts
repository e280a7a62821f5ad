import { createHmac } from "node:crypto";
import { allCalls, type Deposit, type MpesaQuote, type Withdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { advanceDuePayouts } from "../../apps/server/src/withdrawals/payouts/run-payout-worker.ts";
import { DARAJA_KEY, DARAJA_SECRET, startFakeDaraja, type FakeDaraja } from "../harness/fake-daraja.ts";
import {
  PAYSTACK_KEY,
  startFlutterwave,
  startMpesa,
  startPaystack,
  type FakeMpesa,
  type PayoutService,
} from "../harness/fake-payout-services.ts";
import { accountOf } from "../harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

const SECRET = "dM3kT9xQ2vL7pB4nR8sW1zYc";
const HASH = "a-secret-hash-of-webhooks";
const ELSEWHERE = "203.0.113.9";
const SHORT_CODE = "600638";
const PROMPT = "/mpesa/stkpush/v1/processrequest";
const REPLAYS = 5;

let daraja: FakeDaraja;
let mpesa: FakeMpesa;
let paystack: PayoutService;
let flutterwave: PayoutService;
/** Two processes over one database. */
let one: TestApp;
let two: TestApp;
let count = 0;

beforeAll(async () => {
  [daraja, mpesa, paystack, flutterwave] = [
    await startFakeDaraja(),
    await startMpesa(),
    await startPaystack(),
    await startFlutterwave(),
  ];
  const env = {
    DEPOSIT_CREDIT: "automatic",
    PAYOUTS: "automatic",
    PUBLIC_ORIGIN: "https://wazi.example",
    MPESA_URL: daraja.url,
    MPESA_CONSUMER_KEY: DARAJA_KEY,
    MPESA_CONSUMER_SECRET: DARAJA_SECRET,
    MPESA_SHORTCODE: SHORT_CODE,
    MPESA_PASSKEY: "a-passkey",
    MPESA_CALLBACK_SECRET: SECRET,
    MPESA_CALLBACK_ADDRESSES: "127.0.0.1",
    MPESA_B2C_CALLBACK_SECRET: SECRET,
    MPESA_B2C_CALLBACK_ADDRESSES: "127.0.0.1",
    PAYSTACK_SECRET_KEY: PAYSTACK_KEY,
    FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST",
    FLUTTERWAVE_SECRET_HASH: HASH,
  };
  const rails = [mpesa.rail, paystack.rail, flutterwave.rail];
  one = await startTestApp(undefined, undefined, env, undefined, rails);
  two = await startTestApp(one.database, undefined, env, undefined, rails);
  for (const [currency, rate] of [
    ["KES", "129.5"],
    ["NGN", "1540"],
  ]) {
    const set = await one.admin.call("POST", "/api/admin/local-rates", { currency, rate, source: "Central bank" });
    expect(set.status).toBe(201);
  }
  daraja.answer(PROMPT, () => ({ body: { ResponseCode: "0", CheckoutRequestID: `ws_CO_${(count += 1)}` } }));
});
afterAll(async () => {
  expect(await one.differences()).toEqual([]);
  await two.close();
  await one.close();
  for (const { fake } of [mpesa, paystack, flutterwave]) await fake.close();
  await daraja.close();
});

const nextReceipt = (): string => `SGT${String((count += 1)).padStart(7, "0")}`;

/** An investor who has been asked for KES 25,901 on the phone. */
async function askForDeposit(): Promise<{ investor: TestClient; reference: string; checkout: string }> {
  const investor = await one.signUp();
  const { rate } = (await investor.call("GET", "/api/user/mpesa-quote?amount=200")).body as MpesaQuote;
  const body = { amount: "200", phoneNumber: "+254712345678", rate };
  const { walletAddress } = (await investor.call("POST", "/api/user/mpesa-deposits", body)).body as Deposit;
  return { investor, reference: walletAddress, checkout: `ws_CO_${count}` };
}

const toPush = (checkout: string, receipt: string): object => ({
  Body: {
    stkCallback: {
      CheckoutRequestID: checkout,
      ResultCode: 0,
      ResultDesc: "Done.",
      CallbackMetadata: {
        Item: [
          { Name: "Amount", Value: 25_901 },
          { Name: "MpesaReceiptNumber", Value: receipt },
        ],
      },
    },
  },
});
const toConfirmation = (reference: string, receipt: string, amount = "25901.00"): object => ({
  TransID: receipt,
  TransAmount: amount,
  TransTime: "20261129120000",
  BusinessShortCode: SHORT_CODE,
  BillRefNumber: reference,
});

const wallet = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254708374149" };
const bank = {
  withdrawalType: "bank",
  country: "Nigeria",
  bankName: "Access Bank",
  accountName: "Amina Otieno",
  destinationAddress: "0690000040",
};

/** An investor whose withdrawal of $10 has been sent. */
async function sendWithdrawal(destination: object, rails = [mpesa.rail, paystack.rail]) {
  const investor = await one.funded("1000");
  const asked = await investor.call("POST", "/api/user/withdrawals", { amount: "10", ...destination });
  const { id } = asked.body as Withdrawal;
  const approved = await one.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
  expect([approved.status, approved.text]).toEqual([200, expect.any(String)]);
  const lease = await takeLease(one.sql, "callbacks", true, "payouts");
  const deps = {
    ...{ sql: one.sql, door: one.door, now: () => new Date(), rails, dailyLimit: undefined },
    timing: { firstCheckMs: 0, callTimeoutMs: 1_000, retryMs: 0 },
    toDollars: () => Promise.resolve(null),
  };
  if (lease) await advanceDuePayouts({ ...deps, log: { warn: () => undefined } }, lease);
  const [row] = await one.sql<{ reference: string }[]>`select reference from payouts where withdrawal_id = ${id}`;
  const paid = async (): Promise<number> => {
    const rows = await one.sql`
      select from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where a.user_id = ${investor.userId} and t.kind = 'withdrawal-paid'`;
    return rows.length;
  };
  return { investor, reference: row?.reference ?? "", paid };
}

interface Sent {
  path: string;
  body: object;
  headers?: Record<string, string>;
  from?: string;
}
async function send(app: TestApp, { path, body, headers = {}, from = "127.0.0.1" }: Sent): Promise<number> {
  const answer = await app.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/json", ...headers },
    remoteAddress: from,
    payload: JSON.stringify(body),
  });
  return answer.statusCode;
}
/** The same call-back several times at once, in two processes. */
const replay = (sent: Sent): Promise<number[]> =>
  Promise.all(Array.from({ length: REPLAYS }, (_, each) => send(each % 2 ? two : one, sent)));

const sign = (body: object, key = PAYSTACK_KEY, algorithm = "sha512"): Record<string, string> => ({
  "x-paystack-signature": createHmac(algorithm, key).update(JSON.stringify(body)).digest("hex"),
});

/** All that a call-back could change. */
async function hashTables(): Promise<unknown> {
  const tables =
    "deposits deposit_payments mpesa_events mpesa_pushes withdrawals payouts payout_reviews ledger_entries";
  return Promise.all(
    tables
      .split(" ")
      .map(async (table) => [
        table,
        await one.sql.unsafe(`select md5(string_agg(t::text, ',' order by t::text)) as hash from ${table} t`),
      ]),
  );
}

const forgedHeaders = { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", forwarded: "for=127.0.0.1" };
const wrongSecrets = [SECRET.slice(0, -1), `${SECRET}x`, SECRET.toLowerCase(), "x".repeat(SECRET.length), "null"];

describe("call-backs of payment providers", { tags: ["S54"] }, () => {
  it("with a wrong secret, from another address or with a wrong signature are refused, and change nothing", async () => {
    const deposit = await askForDeposit();
    const [toWallet, toBank] = [await sendWithdrawal(wallet), await sendWithdrawal(bank)];
    const result = mpesa.buildResult(toWallet.reference, { receipt: nextReceipt(), amount: 1_295 });
    const event = { event: "transfer.success", data: { reference: toBank.reference, status: "success" } };
    paystack.end("paid");
    const bodies: Record<string, object> = {
      "/api/callbacks/:secret/b2c-result": result,
      "/api/callbacks/:secret/b2c-timeout": { OriginatorConversationID: toWallet.reference },
      "/api/callbacks/:secret/status-result": result,
      "/api/callbacks/:secret/status-timeout": {},
      "/api/callbacks/mobile-money/:secret/push": toPush(deposit.checkout, nextReceipt()),
      "/api/callbacks/mobile-money/:secret/confirmation": toConfirmation(deposit.reference, nextReceipt()),
      "/api/callbacks/mobile-money/:secret/validation": toConfirmation(deposit.reference, nextReceipt()),
      "/api/callbacks/paystack": event,
      "/api/callbacks/flutterwave": event,
    };
    const calls = allCalls.filter(({ path }) => path.startsWith("/api/callbacks/")).map(({ path }) => path);
    expect(Object.keys(bodies).sort()).toEqual([...new Set(calls)].sort());
    const forged: Sent[] = Object.entries(bodies).flatMap(([path, body]): Sent[] => {
      if (path.includes(":secret")) {
        const right = path.replace(":secret", SECRET);
        return [
          ...wrongSecrets.map((secret) => ({ path: path.replace(":secret", secret), body })),
          { path: right, body, from: ELSEWHERE },
          { path: right, body, from: ELSEWHERE, headers: forgedHeaders },
        ];
      }
      const other = { ...body, extra: 1 };
      const headers = path.endsWith("paystack")
        ? [{}, sign(body, "sk_test_another"), sign(body, PAYSTACK_KEY, "sha256"), sign(other), sign(body, "")]
        : [{}, { "verif-hash": "" }, { "verif-hash": HASH.slice(0, -1) }, { "verif-hash": `${HASH} ` }, sign(body)];
      return headers.map((each) => ({ path, body, headers: each }));
    });
    const before = await hashTables();
    const statuses = new Set<number>();
    for (const each of forged) statuses.add(await send(one, each));
    expect([...statuses].sort()).toEqual([403, 404]);
    expect(await hashTables()).toEqual(before);

    // The same bodies, let in, are believed.
    const at = (path: string): Sent => ({ path: path.replace(":secret", SECRET), body: bodies[path] ?? {} });
    expect(await send(one, at("/api/callbacks/mobile-money/:secret/push"))).toBe(200);
    expect((await accountOf(deposit.investor)).balance).toBe("200.00");
    expect(await send(one, at("/api/callbacks/:secret/b2c-result"))).toBe(200);
    expect(await send(one, { ...at("/api/callbacks/paystack"), headers: sign(event) })).toBe(204);
    expect([await toWallet.paid(), await toBank.paid()]).toEqual([1, 1]);
  });

  it("credit once, however often, by whichever way and in however many processes at once they come", async () => {
    const prompted = await askForDeposit();
    const receipt = nextReceipt();
    const push = { path: `/api/callbacks/mobile-money/${SECRET}/push`, body: toPush(prompted.checkout, receipt) };
    const confirmation = {
      path: `/api/callbacks/mobile-money/${SECRET}/confirmation`,
      body: toConfirmation(prompted.reference, receipt),
    };
    const answers = await Promise.all([replay(push), replay(confirmation)]);
    expect(new Set(answers.flat())).toEqual(new Set([200]));
    expect((await accountOf(prompted.investor)).balance).toBe("200.00");
    await replay(push);
    // The receipt is credited, whatever amount is reported for it now.
    await replay({ ...confirmation, body: toConfirmation(prompted.reference, receipt, "99999.00") });
    expect((await accountOf(prompted.investor)).balance).toBe("200.00");

    const toWallet = await sendWithdrawal(wallet);
    const result = mpesa.buildResult(toWallet.reference, { receipt: nextReceipt(), amount: 1_295 });
    expect(await replay({ path: `/api/callbacks/${SECRET}/b2c-result`, body: result })).toEqual(
      Array(REPLAYS).fill(200),
    );
    expect(await toWallet.paid()).toBe(1);
    expect((await accountOf(toWallet.investor)).balance).toBe("990.00");

    const toBank = await sendWithdrawal(bank);
    paystack.end("paid");
    const event = { event: "transfer.success", data: { reference: toBank.reference } };
    await replay({ path: "/api/callbacks/paystack", body: event, headers: sign(event) });
    expect(await toBank.paid()).toBe(1);
  });

  it("with another receipt for a prompt that is paid wait for an administrator, also at the same moment", async () => {
    const path = `/api/callbacks/mobile-money/${SECRET}/push`;
    const { investor, checkout } = await askForDeposit();
    const sent = Array.from({ length: REPLAYS }, () => ({ path, body: toPush(checkout, nextReceipt()) }));
    await Promise.all(sent.map((each, index) => send(index % 2 ? two : one, each)));
    expect((await accountOf(investor)).balance).toBe("200.00");
    const waiting = await one.sql<{ problem: string }[]>`
      select problem from mpesa_events where checkout_request_id = ${checkout} and problem is not null`;
    expect(waiting.map(({ problem }) => problem.replace(/SGT\d+/, "…"))).toEqual(
      Array(REPLAYS - 1).fill("The prompt was paid already, with the receipt …."),
    );
  });
});
