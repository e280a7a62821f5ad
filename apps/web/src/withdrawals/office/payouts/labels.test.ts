import { chainTransferStates, payoutStates, type AdminPayout, type ChainTransfer } from "@wazi/contracts";
import { expect, it } from "vitest";
import {
  adviseOnDifference,
  adviseOnPayout,
  adviseOnReview,
  adviseOnTransfer,
  stateLabels,
  transferLabels,
  trimFigure,
} from "./labels.ts";

const payout = {
  state: "unknown",
  rail: "paystack",
  providerId: null,
  waitsFor: null,
  sends: 1,
  reason: null,
  receipt: null,
} as AdminPayout;

it("says what to do next in every state, and never to pay an unknown payment again", () => {
  for (const state of payoutStates) {
    expect(adviseOnPayout({ ...payout, state })).toMatch(/\.$/);
    expect(stateLabels[state].label).not.toBe("");
  }
  expect(adviseOnPayout(payout)).toContain("Do not pay again");
  expect(adviseOnPayout({ ...payout, sends: 5 })).toContain("then decide");
  expect(adviseOnPayout({ ...payout, state: "approved", waitsFor: "stopped" })).toContain("stopped");
  expect(adviseOnPayout({ ...payout, state: "failed" })).toContain("approve it again");
  expect(adviseOnPayout({ ...payout, state: "failed" }, true)).toContain("Another attempt followed");
});

it("says what to do with a payment on a chain and with its transaction", () => {
  const onChain = { ...payout, state: "sent", rail: "chain-ltc" } as const;
  expect(adviseOnPayout(onChain)).toContain("Prepare one");
  expect(adviseOnPayout({ ...onChain, providerId: "in-batch" })).toContain("See On chain");
  const transfer = { isStuck: false, confirmations: 3, confirmationsNeeded: 2 } as ChainTransfer;
  for (const state of chainTransferStates) {
    expect(adviseOnTransfer({ ...transfer, state })).toMatch(/\.$/);
    expect(transferLabels[state].label).not.toBe("");
  }
  expect(adviseOnTransfer({ ...transfer, state: "mined" })).toBe("2 of 2 confirmations.");
  expect(adviseOnTransfer({ ...transfer, state: "sent", isStuck: true })).toContain("higher fee");
});

it("says where money that no deposit claims can be credited", () => {
  expect(adviseOnDifference({ kind: "unclaimed", choices: ["credit", "explain"] })).toContain("credit it here");
  expect(adviseOnDifference({ kind: "unclaimed", choices: ["explain"] })).toContain("on the Deposits page");
  expect(adviseOnDifference({ kind: "unclaimed", choices: ["explain", "interest"] })).toContain(
    "the days that it was paid for",
  );
});

it("has advice for entries of any kind", () => {
  const review = { id: "1", payoutId: null, withdrawalId: null, rail: "paystack", summary: "", foundAt: "" };
  expect(adviseOnReview({ ...review, kind: "paid-after-failure" })).toContain("Stop the rail");
  expect(adviseOnReview({ ...review, kind: "new-kind" })).toContain("portal");
});

it("shows figures without trailing zeros", () => {
  expect(["129.250000000000", "1540.000000000000", "100"].map(trimFigure)).toEqual(["129.25", "1540", "100"]);
});
