import type { DepositPayment } from "@wazi/contracts";
import { expect, it } from "vitest";
import { describePayment } from "./payment-labels.ts";

const payment: DepositPayment = {
  id: "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e",
  transactionHash: "ab",
  currency: "USDT",
  token: null,
  coins: "200",
  status: "seen",
  timing: "on_time",
  amountState: null,
  confirmations: 1,
  confirmationsNeeded: 3,
  seenAt: "2026-11-23T00:00:00.000Z",
  confirmedAt: null,
  creditedAmount: null,
  rate: null,
  rateReason: null,
};

it.each<[Partial<DepositPayment>, string]>([
  [{}, "Seen, 1 of 3 confirmations"],
  [{ confirmations: 0, confirmationsNeeded: 1 }, "Seen, 0 of 1 confirmation"],
  [{ confirmations: 3 }, "Confirmed, being credited"],
  [{ status: "dropped" }, "No longer on the network"],
  [{ status: "credited" }, "Credited"],
  [{ status: "review" }, "Received, being checked"],
])("describes %o as %s", (changed, text) => {
  expect(describePayment({ ...payment, ...changed })).toBe(text);
});
