import { symbols, type Logger } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Deposit, MpesaQuote } from "@wazi/contracts";
import { paymentsOf } from "../../../../../tests/harness/chains/watched-world.ts";
import {
  DARAJA_KEY,
  DARAJA_SECRET,
  darajaError,
  startFakeDaraja,
  type FakeDaraja,
} from "../../../../../tests/harness/fake-daraja.ts";
import { accountOf, settleDeposit } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openMpesaDeposits } from "./open-mpesa-deposits.ts";
import { readSettings } from "../../start/settings/settings.ts";
import { formatDarajaTime } from "../daraja/daraja-client.ts";
import { handleMpesaEvents } from "./handle-events.ts";
import { makeReference, readReference } from "./mpesa-reference.ts";
import { pullMissedPayments } from "./pull-missed.ts";
import { quoteMpesa } from "./quote-mpesa.ts";

const PUSH_PATH = "/mpesa/stkpush/v1/processrequest";
const PULL_PATH = "/pulltransactions/v1/query";
const SECRET = "a-secret-of-the-call-backs-1234";
const SHORT_CODE = "600638";
const CALLBACK = `/api/callbacks/mobile-money/${SECRET}`;
const accepted = { ResultCode: 0, ResultDesc: "Accepted" };

let test: TestApp;
let daraja: FakeDaraja;
let env: Record<string, string>;
let amina: TestClient;
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
  test = await startTestApp(undefined, undefined, env);
  await test.sql`
    insert into local_rates (currency, rate, source, set_at) values ('KES', 129.5, 'Central Bank of Kenya', now())`;
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
  await daraja.close();
});
beforeEach(async () => {
  daraja.answer(PUSH_PATH, () => ({ body: { ResponseCode: "0", CheckoutRequestID: `ws_CO_${++receipts}` } }));
  amina = await test.signUp();
});

const nextReceipt = (): string => `SGR${String(++receipts).padStart(7, "0")}`;
async function request(amount = "200", phoneNumber = "+254712345678"): Promise<Deposit> {
  const quote = (await amina.call("GET", `/api/user/mpesa-quote?amount=${amount}`)).body as MpesaQuote;
  const answer = await amina.call("POST", "/api/user/mpesa-deposits", { amount, phoneNumber, rate: quote.rate });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}
const listDeposits = async (): Promise<Deposit[]> => (await amina.call("GET", "/api/user/deposits")).body;
const send = (path: string, body: object): Promise<TestAnswer> => test.visitor().call("POST", path, body);
const toPush = (checkout: string, code: number, amount = 25_901, receipt = nextReceipt()): object => ({
  Body: {
    stkCallback: {
      MerchantRequestID: "29115-34620561-1",
      CheckoutRequestID: checkout,
      ResultCode: code,
      ResultDesc: "The service request is processed successfully.",
      ...(code === 0 && {
        CallbackMetadata: {
          Item: [
            { Name: "Amount", Value: amount },
            { Name: "MpesaReceiptNumber", Value: receipt },
            { Name: "Balance" },
            { Name: "TransactionDate", Value: Number(formatDarajaTime(new Date())) },
            { Name: "PhoneNumber", Value: 254_712_345_678 },
          ],
        },
      }),
    },
  },
});
const toConfirmation = (reference: string, amount: string, changed: object = {}): object => ({
  TransactionType: "Pay Bill",
  TransID: nextReceipt(),
  TransTime: formatDarajaTime(new Date()),
  TransAmount: amount,
  BusinessShortCode: SHORT_CODE,
  BillRefNumber: reference,
  InvoiceNumber: "",
  OrgAccountBalance: "49197.00",
  ThirdPartyTransID: "",
  MSISDN: "2547 ***** 678",
  FirstName: "AMINA",
  ...changed,
});
const problems = async (): Promise<string[]> =>
  (await test.sql<{ problem: string }[]>`select problem from mpesa_events where problem is not null order by id`).map(
    ({ problem }) => problem,
  );
const lastCheckout = async (): Promise<string> => {
  const [row] = await test.sql<{ id: string }[]>`
    select checkout_request_id as id from mpesa_pushes order by updated_at desc limit 1`;
  return row!.id;
};

describe("a quote in shillings", () => {
  it("has its rate, source and time, and is never worth less than the amount", async () => {
    const answer = await amina.call("GET", "/api/user/mpesa-quote?amount=200");
    expect(answer.body).toEqual({
      amount: "200.00",
      localAmount: "25901",
      rate: "129.50000000",
      source: "Central Bank of Kenya",
      rateAt: expect.any(String) as string,
    });
    const rate = { currency: "KES", rate: "129.5", source: "x", setAt: new Date() } as const;
    for (let cents = 10_000; cents < 10_400; cents += 7) {
      const { localAmount } = quoteMpesa((cents / 100).toFixed(2), rate);
      expect(Math.floor(Number(localAmount) * 0.007722 * 100)).toBeGreaterThanOrEqual(cents);
    }
  });

  it("is refused without a rate", () => {
    expect(() => quoteMpesa("200", null)).toThrow("There is no exchange rate for Kenyan shillings right now.");
  });
});

describe("a deposit by M-Pesa", () => {
  it("sends a prompt, and is credited once by its call-back", async () => {
    const deposit = await request();
    expect(daraja.requests(PUSH_PATH).at(-1)).toMatchObject({
      BusinessShortCode: SHORT_CODE,
      TransactionType: "CustomerPayBillOnline",
      Amount: 25_901,
      PhoneNumber: "254712345678",
      AccountReference: deposit.walletAddress,
      CallBackURL: `https://wazi.example${CALLBACK}/push`,
    });
    const [listed] = await listDeposits();
    expect(listed).toMatchObject({
      prompt: { status: "sent", phoneNumber: "+254712345678" },
      local: { currency: "KES", amount: "25900.00", rate: "129.5", source: "Central Bank of Kenya" },
    });
    const push = toPush(await lastCheckout(), 0);
    expect((await send(`${CALLBACK}/push`, push)).body).toEqual(accepted);
    expect((await send(`${CALLBACK}/push`, push)).body).toEqual(accepted);
    expect(await paymentsOf(test, amina)).toMatchObject([
      { status: "credited", timing: "on_time", amount: "exact", credited: "200.00", coins: "25901" },
    ]);
    expect((await accountOf(amina)).balance).toBe("200.00");
  });

  it("is credited once when the paybill's confirmation reports the same receipt", { tags: ["S54"] }, async () => {
    const deposit = await request();
    const receipt = nextReceipt();
    await send(`${CALLBACK}/confirmation`, toConfirmation(deposit.walletAddress, "25901.00", { TransID: receipt }));
    await send(`${CALLBACK}/push`, toPush(await lastCheckout(), 0, 25_901, receipt));
    expect((await accountOf(amina)).balance).toBe("200.00");
  });

  it("is credited once when an administrator enters the receipt before it is reported", { tags: ["S54"] }, async () => {
    const deposit = await request();
    const receipt = nextReceipt();
    const byHand = { status: "completed", transactionHash: ` ${receipt.toLowerCase()} ` } as const;
    expect((await settleDeposit(test.admin, deposit.id, byHand)).status).toBe(200);
    expect((await listDeposits())[0]).toMatchObject({ status: "completed", transactionHash: receipt });
    await send(`${CALLBACK}/confirmation`, toConfirmation(deposit.walletAddress, "25901.00", { TransID: receipt }));
    await send(`${CALLBACK}/push`, toPush(await lastCheckout(), 0, 25_901, receipt));
    expect((await accountOf(amina)).balance).toBe("200.00");
  });

  it("waits for the acknowledgement when the call-back comes first", { tags: ["S54"] }, async () => {
    const checkout = `ws_CO_early_${++receipts}`;
    expect((await send(`${CALLBACK}/push`, toPush(checkout, 0))).body).toEqual(accepted);
    daraja.answer(PUSH_PATH, () => ({ body: { ResponseCode: "0", CheckoutRequestID: checkout } }));
    await request();
    await handle();
    expect((await accountOf(amina)).balance).toBe("200.00");
  });

  it("stays pending when the prompt is cancelled, and can be paid at the paybill later", async () => {
    const deposit = await request();
    await send(`${CALLBACK}/push`, toPush(await lastCheckout(), 1032));
    expect((await listDeposits())[0]).toMatchObject({
      status: "pending",
      prompt: { status: "failed", reason: "The prompt was cancelled on the phone." },
    });
    const typed = ` ${deposit.walletAddress.toLowerCase()} `;
    await send(`${CALLBACK}/confirmation`, toConfirmation(typed, "12950.00"));
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "credited", amount: "under" }]);
  });

  it.each([
    [() => darajaError(400, "400.002.02", "Bad Request - Invalid PhoneNumber"), "failed"],
    [() => ({ status: 502, body: "<html>" }), "unknown"],
  ] as const)("stays when M-Pesa does not take the prompt", async (answer, status) => {
    daraja.answer(PUSH_PATH, answer);
    await request();
    expect((await listDeposits())[0]).toMatchObject({ status: "pending", prompt: { status } });
  });

  it("is refused at another rate than the one that was shown", async () => {
    const body = { amount: "200", phoneNumber: "0712345678", rate: "150" };
    const invalid = await amina.call("POST", "/api/user/mpesa-deposits", body);
    expect(invalid.status).toBe(400);
    const answer = await amina.call("POST", "/api/user/mpesa-deposits", { ...body, phoneNumber: "254712345678" });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("129.5 KES")]);
  });
});

const handle = (): Promise<void> => handleMpesaEvents(mpesa());
const mpesa = () =>
  openMpesaDeposits(readSettings({ ...env, LOG_LEVEL: "fatal" }), {
    sql: test.sql,
    door: test.door,
    now: () => new Date(),
    refuseDeposit: () => Promise.resolve(),
    log: { info: () => undefined, warn: () => undefined },
  })!;

describe("M-Pesa's call-backs", () => {
  it("are not found with a wrong secret or from another address", { tags: ["S54"] }, async () => {
    const wrong = await send("/api/callbacks/mobile-money/another-secret-of-call-backs/push", toPush("x", 0));
    expect(wrong.status).toBe(404);
    const { app } = await startTestApp(test.database, undefined, {
      ...env,
      MPESA_CALLBACK_ADDRESSES: "196.201.214.200",
    });
    const other = await app.inject({ method: "POST", url: `${CALLBACK}/push`, payload: toPush("x", 0) });
    await app.close();
    expect(other.statusCode).toBe(404);
  });

  it("with another amount, an unknown account or another paybill wait for an administrator", async () => {
    const deposit = await request();
    await send(`${CALLBACK}/push`, toPush(await lastCheckout(), 0, 25_000));
    await send(`${CALLBACK}/confirmation`, toConfirmation("SCHOOL FEES", "500.00"));
    await send(`${CALLBACK}/confirmation`, toConfirmation(deposit.walletAddress, "500.00", { BusinessShortCode: "1" }));
    expect((await problems()).slice(-3)).toEqual([
      "The prompt asked for KES 25901, and KES 25000 was reported.",
      'No investor has the account number "SCHOOL FEES".',
      "A payment to another paybill number: 1.",
    ]);
    expect((await accountOf(amina)).balance).toBe("0.00");
  });

  it("that match nobody are given to an account by an administrator, once", async () => {
    const deposit = await request();
    await send(`${CALLBACK}/confirmation`, toConfirmation("MY SHOP", "12951.00"));
    const list = async () =>
      (await test.admin.call("GET", "/api/admin/deposit-payments")).body as {
        unmatched: { id: string; problem: string }[];
      };
    const report = (await list()).unmatched.find(({ problem }) => problem.includes("MY SHOP"))!;
    const decide = (body: object) => test.admin.call("POST", `/api/admin/mpesa-reports/${report.id}/decide`, body);
    const refused = await decide({ accountNumber: "W1234567", note: "Typed wrong" });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("No investor has this account")]);
    expect((await decide({ accountNumber: deposit.walletAddress, note: "Typed wrong" })).status).toBe(204);
    expect((await decide({ note: "Again" })).status).toBe(404);
    expect((await list()).unmatched.map(({ id }) => id)).not.toContain(report.id);
    expect(await paymentsOf(test, amina)).toMatchObject([{ status: "credited", amount: "under", credited: "100.00" }]);
  });

  it.each([{}, { Body: [] }, { TransID: "x" }, { Body: { stkCallback: { CheckoutRequestID: {} } } }])(
    "that are malformed get a clear error: %j",
    async (body) => {
      for (const name of ["push", "confirmation"]) expect((await send(`${CALLBACK}/${name}`, body)).status).toBe(400);
    },
  );

  it("store no phone number and no name", async () => {
    const deposit = await request();
    await send(`${CALLBACK}/confirmation`, toConfirmation(deposit.walletAddress, "10.00"));
    const rows = await test.sql`select row_to_json(e)::text as row from mpesa_events e`;
    expect(JSON.stringify(rows)).not.toMatch(/AMINA|\*\*\*\*\*|254712345678/);
  });

  it("lose the phone number of a prompt with the account", async () => {
    const { id } = await request();
    await test.sql`update users set deleted_at = now() where id = ${amina.userId}`;
    await test.sql`select erase_user_records(${amina.userId})`;
    const rows = await test.sql<{ phone: string }[]>`
      select phone_number as phone from mpesa_pushes where deposit_id = ${id}`;
    expect(rows).toEqual([{ phone: "erased" }]);
  });

  it("accept a payment to a known account only", async () => {
    const deposit = await request();
    const ask = async (reference: string) =>
      (await send(`${CALLBACK}/validation`, toConfirmation(reference, "10.00"))).body as { ResultCode: unknown };
    expect((await ask(deposit.walletAddress)).ResultCode).toBe(0);
    expect((await ask(makeReference(999_999))).ResultCode).toBe("C2B00012");
  });
});

describe("confirmations that were lost", () => {
  it("are pulled, and credited once", async () => {
    const deposit = await request();
    const receipt = nextReceipt();
    const lost = {
      transactionId: receipt,
      trxDate: new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 19) + "Z",
      msisdn: 722_000_000,
      sender: "MPESA",
      transactiontype: "c2b-pay-bill-debit",
      billreference: deposit.walletAddress,
      amount: "25901.00",
      organizationname: "Wazi",
    };
    daraja.answer(PULL_PATH, ({ OffSetValue }) => ({
      body: {
        ResponseRefID: "1",
        ResponseCode: "1000",
        ResponseMessage: "Success",
        Response: [OffSetValue === "0" ? [lost] : []],
      },
    }));
    expect(await pullMissedPayments(mpesa())).toBe(1);
    expect(await pullMissedPayments(mpesa())).toBe(0);
    await handle();
    await send(`${CALLBACK}/confirmation`, toConfirmation(deposit.walletAddress, "25901.00", { TransID: receipt }));
    expect(await paymentsOf(test, amina)).toMatchObject([
      { status: "credited", timing: "on_time", credited: "200.00" },
    ]);
    expect((await accountOf(amina)).balance).toBe("200.00");
  });
});

describe("the log", () => {
  it("has no body, no phone number, no name and no secret of a report", async () => {
    const lines: string[] = [];
    const { log } = test.app as unknown as { log: Logger };
    const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[symbols.streamSym]!;
    const write = stream.write.bind(stream);
    const { level } = log;
    const deposit = await request();
    stream.write = (line) => void lines.push(line);
    log.level = "trace";
    try {
      const confirmation = toConfirmation(deposit.walletAddress, "25901.00");
      const changed = { MSISDN: "254712345678", FirstName: "never-logged", LastName: "never-logged" };
      const statuses: number[] = [];
      for (const [path, body] of [
        [`${CALLBACK}/push`, toPush(await lastCheckout(), 1032)],
        [`${CALLBACK}/push`, toPush(await lastCheckout(), 0)],
        [`${CALLBACK}/push`, { Body: "logged-body" }],
        [`${CALLBACK}/validation`, { ...confirmation, ...changed }],
        [`${CALLBACK}/confirmation`, { ...confirmation, ...changed }],
        [`${CALLBACK}/confirmation`, toConfirmation("NOBODY", "10.00", changed)],
        [`${CALLBACK}/confirmation`, { TransID: "logged-body" }],
        [`${CALLBACK}x/confirmation`, { ...confirmation, ...changed }],
      ] as const) {
        statuses.push((await send(path, body)).status);
      }
      expect(statuses).toContain(200);
      expect(statuses).toContain(404);
      await handle();
    } finally {
      stream.write = write;
      log.level = level;
    }
    expect(lines.length).toBeGreaterThan(7);
    for (const secret of ["never-logged", "logged-body", "712345678", "AMINA", "2547 *****", SECRET]) {
      expect([secret, lines.filter((line) => line.includes(secret))]).toEqual([secret, []]);
    }
  });
});

it("gives each investor a reference that notices typing mistakes", () => {
  const references = Array.from({ length: 500 }, (_, index) => makeReference(index));
  expect(new Set(references).size).toBe(500);
  for (const reference of references) {
    expect(readReference(` ${reference.toLowerCase()} `)).toBe(reference);
    const wrong = `${reference.slice(0, 6)}${reference[6] === "7" ? "8" : "7"}${reference.slice(7)}`;
    expect(wrong === reference ? null : readReference(wrong)).toBeNull();
  }
});
