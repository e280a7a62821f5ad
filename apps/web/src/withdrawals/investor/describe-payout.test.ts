import { expect, it } from "vitest";
import type { Withdrawal } from "@wazi/contracts";
import { describePayout } from "./withdrawal-steps.ts";

const payout: NonNullable<Withdrawal["payout"]> = {
  id: "7a4f6a0e-0000-4000-8000-000000000001",
  rail: "mpesa-b2c",
  state: "confirmed",
  attempt: 1,
  currency: "KES",
  localAmount: "1293",
  rate: "129.250000000000",
  rateAt: "2026-11-23T08:00:00.000Z",
  recipientName: "AMINA OTIENO",
  sentAt: null,
  fee: "0.18",
  feeAmount: "22.40",
  feeCurrency: "KES",
};
const textOf = (withdrawal: Parameters<typeof describePayout>[0], term: string): string | null | undefined =>
  describePayout(withdrawal).find(([each]) => each === term)?.[1];

it("says what arrived, at which rate, what it cost and who paid that", () => {
  const paid = { payout, status: "completed" as const };
  expect(textOf(paid, "You received")).toMatch(/^1293 KES, at 129.25 KES for \$1 \(/);
  expect(textOf(paid, "Fee")).toBe("$0.18 (22.40 KES), paid by the platform");
  expect(textOf(paid, "Account holder")).toBe("AMINA OTIENO");
  expect(textOf(paid, "Paid over")).toBe("M-Pesa");
});

it("never says that a fee is zero while it is not known, and shows nothing of a cancelled payment", () => {
  const unknown = { ...payout, fee: null, feeAmount: null, feeCurrency: null };
  expect(textOf({ payout: unknown, status: "completed" }, "Fee")).toBe(
    "paid by the platform; the amount is not known yet",
  );
  expect(textOf({ payout: unknown, status: "processing" }, "Fee")).toBeNull();
  expect(describePayout({ payout: { ...payout, state: "cancelled" }, status: "rejected" })).toEqual([]);
});
