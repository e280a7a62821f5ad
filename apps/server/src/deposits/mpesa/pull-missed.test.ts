import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  DARAJA_KEY,
  DARAJA_SECRET,
  darajaError,
  startFakeDaraja,
  type FakeDaraja,
} from "../../../../../tests/harness/fake-daraja.ts";
import type { ProviderAnswer } from "../../../../../tests/harness/fake-provider.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { createDarajaClient } from "../daraja/daraja-client.ts";
import { pullMissedPayments } from "./pull-missed.ts";

const PULL_PATH = "/pulltransactions/v1/query";
const SHORT_CODE = "600638";

let test: TestApp;
let daraja: FakeDaraja;
let receipts = 0;

beforeAll(async () => {
  daraja = await startFakeDaraja();
  test = await startTestApp();
});
afterAll(async () => {
  await daraja.close();
  await test.close();
});

const nextReceipt = (): string => `SGP${String(++receipts).padStart(7, "0")}`;

/** A payment as the Pull Transactions API lists it, in the time of Nairobi. */
const toListed = (transactionId: string, billreference: string, time: Date): object => ({
  transactionId,
  trxDate: inNairobi(time).replace(" ", "T") + "Z",
  msisdn: 722_000_000,
  sender: "MPESA",
  transactiontype: "c2b-pay-bill-debit",
  billreference,
  amount: "25901.00",
  organizationname: "Wazi",
});
const toPage = (rows: readonly object[]): ProviderAnswer => ({
  body: { ResponseRefID: "1", ResponseCode: "1000", ResponseMessage: "Success", Response: [rows] },
});
const inNairobi = (time: Date): string =>
  new Date(time.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
const minutesAfter = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * 60_000);
const pullAt = (time: Date): Promise<number> => {
  const settings = { url: daraja.url, consumerKey: DARAJA_KEY, consumerSecret: DARAJA_SECRET };
  const client = createDarajaClient(settings, { now: () => time });
  return pullMissedPayments({ sql: test.sql, client, shortCode: SHORT_CODE, now: () => time });
};

/** The payments in the time that was asked for. None of them has the account number of an investor. */
function listBetween(listed: ReadonlyMap<string, Date>, question: Record<string, unknown>): object[] {
  const [from, to] = [String(question["StartDate"]), String(question["EndDate"])];
  const inside = [...listed].filter(([, time]) => inNairobi(time) >= from && inNairobi(time) <= to);
  return inside.map(([receipt, time]) => toListed(receipt, "NOBODY", time));
}

const receiptsOf = async (receipts: readonly string[]): Promise<string[]> =>
  (
    await test.sql<{ id: string }[]>`
      select transaction_id as id from mpesa_events where transaction_id = any(${[...receipts]}) order by transaction_id`
  ).map(({ id }) => id);

describe("payments whose report was lost", () => {
  it("are pulled after an hour of refusals, by a code or by an error", async () => {
    const start = new Date();
    const listed = new Map([[nextReceipt(), start]]);
    daraja.answer(PULL_PATH, (question) =>
      toPage(question["OffSetValue"] === "0" ? listBetween(listed, question) : []),
    );
    expect(await pullAt(start)).toBe(1);
    const lost = Array.from({ length: 6 }, (_, index) => [nextReceipt(), minutesAfter(start, 5 + 10 * index)] as const);
    for (const [receipt, time] of lost) listed.set(receipt, time);
    for (let minute = 10; minute <= 60; minute += 10) {
      daraja.answer(PULL_PATH, () =>
        minute % 20 === 0
          ? { body: { ResponseCode: "1001", ResponseMessage: "Refused", Response: [] } }
          : darajaError(500, "500.001.1001", "Internal error"),
      );
      await expect(pullAt(minutesAfter(start, minute))).rejects.toThrow();
    }
    daraja.answer(PULL_PATH, (question) =>
      toPage(question["OffSetValue"] === "0" ? listBetween(listed, question) : []),
    );
    await pullAt(minutesAfter(start, 65));
    expect(await receiptsOf([...listed.keys()])).toEqual([...listed.keys()].sort());
  });

  it("that are more than a hundred pages are pulled in parts", async () => {
    // Long after the other test, so that two days are asked for.
    const start = minutesAfter(new Date(), 5_000);
    const listed = new Map(
      Array.from({ length: 130 }, (_, index) => [nextReceipt(), minutesAfter(start, index)] as const),
    );
    // One payment on each page.
    daraja.answer(PULL_PATH, (question) => {
      const offset = Number(question["OffSetValue"]);
      return toPage(listBetween(listed, question).slice(offset, offset + 1));
    });
    await pullAt(minutesAfter(start, 140));
    expect(await receiptsOf([...listed.keys()])).toEqual([...listed.keys()].sort());
    // Everything is read: nothing is asked for again within ten minutes.
    expect(await pullAt(minutesAfter(start, 145))).toBe(0);
  });
});
