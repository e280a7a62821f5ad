import type { Deposit, DepositPayment } from "@wazi/contracts";
import { expect, it } from "vitest";
import { describeDepositSteps } from "./deposit-steps.ts";

const deposit: Deposit = {
  id: "7a4f6a0e-0000-4000-8000-000000000001",
  userId: "7a4f6a0e-0000-4000-8000-000000000002",
  amount: "250.00",
  currency: "USDT",
  network: "TRC20",
  walletAddress: "T1",
  isTestAddress: true,
  cryptoAmount: "250.00000000",
  rate: "1.00000000",
  receivedAmount: null,
  transactionHash: null,
  lateFor: null,
  status: "pending",
  createdAt: "2026-11-23T08:00:00.000Z",
  expiresAt: "2026-11-23T08:15:00.000Z",
  settledAt: null,
};
const payment: DepositPayment = {
  id: "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e",
  transactionHash: "ab",
  currency: "USDT",
  token: null,
  coins: "250",
  status: "seen",
  timing: "on_time",
  amountState: null,
  confirmations: 1,
  confirmationsNeeded: 3,
  seenAt: "2026-11-23T08:04:00.000Z",
  confirmedAt: null,
  creditedAmount: null,
  rate: null,
  rateReason: null,
};
const SETTLED_AT = "2026-11-23T09:00:00.000Z";
const stepsOf = (changed: Partial<Deposit>): [string, string][] =>
  describeDepositSteps({ ...deposit, ...changed }, "We promise no time.").map(({ title, state }) => [title, state]);

it("shows what happened and what comes next", () => {
  expect(stepsOf({})).toEqual([
    ["Requested", "done"],
    ["Send 250.00 USDT", "now"],
    ["Credited to your balance", "later"],
  ]);
  expect(stepsOf({ payments: [payment] })).toEqual([
    ["Requested", "done"],
    ["Payment seen", "now"],
    ["Credited to your balance", "later"],
  ]);
  expect(
    stepsOf({ status: "completed", settledAt: SETTLED_AT, payments: [{ ...payment, status: "credited" }] }),
  ).toEqual([
    ["Requested", "done"],
    ["Payment seen", "done"],
    ["Credited", "done"],
  ]);
  expect(stepsOf({ status: "failed", settledAt: SETTLED_AT })).toEqual([
    ["Requested", "done"],
    ["Closed", "ended"],
  ]);
  expect(stepsOf({ network: "MPESA", currency: "KES", cryptoAmount: "32313" })[1]).toEqual([
    "Pay KES 32,313 by M-Pesa",
    "now",
  ]);
});

it("says what was credited, and when", () => {
  const steps = describeDepositSteps(
    { ...deposit, status: "completed", receivedAmount: "249.00", settledAt: SETTLED_AT },
    "",
  );
  expect(steps.at(-1)).toMatchObject({ text: "$249.00 was added to your balance.", at: SETTLED_AT });
});
