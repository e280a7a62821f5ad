import { describe, expect, it } from "vitest";
import { decideReport, type PayoutRow } from "./decide-report.ts";
import { buildPayoutReference, type RailReport } from "./payout-rail.ts";
import { isSameName, toDollarCents, toLocalAmount } from "./plan-payout.ts";
import { cents } from "@wazi/domain";

const at = new Date("2026-11-23T08:00:00Z");
const base: PayoutRow = {
  id: "p",
  withdrawalId: "w",
  attempt: 1,
  rail: "mpesa-b2c",
  reference: "r",
  state: "sent",
  amount: "10.00",
  currency: "KES",
  localAmount: "1292",
  rate: "129.2",
  rateAt: at,
  recipientName: null,
  providerId: null,
  receipt: null,
  fee: null,
  feeCurrency: null,
  feeAmount: null,
  reasonCode: null,
  reason: null,
  approvedBy: null,
  approvedAt: at,
  sends: 1,
  sentAt: at,
  endedAt: null,
  nextAt: at,
  version: "2",
};
const paid: RailReport = {
  kind: "paid",
  receipt: "SGL1",
  amount: "1292.00",
  currency: "KES",
  fee: null,
  recipientName: null,
};
const failed: RailReport = { kind: "failed", code: "1", reason: "No funds.", isTemporary: true };
const decide = (changes: Partial<PayoutRow>, report: RailReport, isFirst = false) =>
  decideReport({ ...base, ...changes }, report, isFirst).to;

describe("a provider's report", () => {
  it.each<[PayoutRow["state"], string, string, string]>([
    ["approved", "review", "same", "same"],
    ["sent", "confirmed", "failed", "failed"],
    ["unknown", "confirmed", "failed", "failed"],
    ["confirmed", "review", "review", "reversed"],
    ["failed", "review", "same", "same"],
    ["cancelled", "review", "same", "same"],
    ["reversed", "review", "same", "same"],
  ])("about a payout that is %s: paid → %s, failed → %s, reversed → %s", (state, onPaid, onFailed, onReversed) => {
    expect(decide({ state }, paid)).toBe(onPaid);
    expect(decide({ state }, failed)).toBe(onFailed);
    expect(decide({ state }, { kind: "reversed", reason: "Account closed." })).toBe(onReversed);
  });

  it("that comes again changes nothing", () => {
    expect(decide({ state: "confirmed", receipt: "SGL1" }, paid)).toBe("same");
    expect(decide({ state: "reversed", receipt: "SGL1" }, paid)).toBe("same");
    expect(decide({ providerId: "A" }, { kind: "accepted", providerId: "A" })).toBe("same");
  });

  it("of another amount or currency is for an administrator", () => {
    expect(decide({}, { ...paid, amount: "1291.99" })).toBe("review");
    expect(decide({}, { ...paid, currency: "TZS" })).toBe("review");
    expect(decide({}, { ...paid, amount: null })).toBe("confirmed");
  });

  it("that refuses a payment proves a failure only for the single request under its reference", () => {
    const refused: RailReport = { kind: "refused", code: "1", reason: "No funds.", isTemporary: true };
    expect(decide({}, refused, true)).toBe("failed");
    expect(decide({}, refused, false)).toBe("unknown");
    expect(decide({ sends: 2 }, refused, true)).toBe("unknown");
  });

  it("ends the attempts after the third one, or for a reason that does not pass", () => {
    expect(decideReport(base, failed)).toMatchObject({ isRetried: true });
    expect(decideReport({ ...base, attempt: 3 }, failed)).toMatchObject({ isRetried: false });
    expect(decideReport(base, { ...failed, isTemporary: false })).toMatchObject({ isRetried: false });
  });

  it("that is missing leaves the result unknown, never failed", () => {
    expect(decide({}, { kind: "no-answer", reason: "time-out" })).toBe("unknown");
    expect(decide({ state: "unknown" }, { kind: "no-answer", reason: "time-out" })).toBe("same");
    for (const kind of ["pending", "not-found", "duplicate"] as const) expect(decide({}, { kind })).toBe("same");
  });
});

describe("a reference", () => {
  it("is the same for the same attempt, and has the form that every provider takes", () => {
    const first = buildPayoutReference("7a4f6a0e-0000-4000-8000-000000000001", 1);
    expect(buildPayoutReference("7a4f6a0e-0000-4000-8000-000000000001", 1)).toBe(first);
    expect(buildPayoutReference("7a4f6a0e-0000-4000-8000-000000000001", 2)).not.toBe(first);
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  });
});

describe("amounts in another currency", () => {
  it("are rounded up to what the rail can pay, from the exact rate", () => {
    expect(toLocalAmount(cents(1000n), { price: "129.25", isPerUnit: false }, 0)).toEqual({
      localAmount: "1293",
      rate: "129.250000000000",
    });
    expect(toLocalAmount(cents(1000n), { price: "129.25", isPerUnit: false }, 2).localAmount).toBe("1292.50");
    expect(toLocalAmount(cents(10000n), { price: "65000", isPerUnit: true }, 8).localAmount).toBe("0.00153847");
  });

  it("of a fee are rounded up to the cent", () => {
    expect(toDollarCents("13", { price: "129.25", isPerUnit: false })).toBe(11n);
    expect(toDollarCents("0.0001", { price: "3000", isPerUnit: true })).toBe(30n);
    expect(toDollarCents("0", { price: "3000", isPerUnit: true })).toBe(0n);
  });
});

describe("an account holder's name", () => {
  it.each([
    ["AMINA WANJIRU OTIENO", "Amina Otieno", true],
    ["Otieno, Amina W.", "Amina Otieno", true],
    ["Mrs. Ámina Otieno", "Amina Otieno", true],
    ["AMINA", "Amina Otieno", true],
    ["John Otieno", "Amina Otieno", false],
    ["Peter Mwangi", "Amina Otieno", false],
    ["", "Amina Otieno", false],
  ])("%s is the one of %s: %s", (holder, investor, expected) => {
    expect(isSameName(holder, investor)).toBe(expected);
  });
});
