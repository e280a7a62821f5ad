import type { WithdrawalHold } from "@wazi/contracts";
import { expect, test } from "vitest";
import { listNextSteps, getPayoutStage, getAllowedStep } from "./payout-steps.ts";

const jane = {
  id: "0c7c5f0c-7d86-4d5c-8b2c-0d6a4f1c8e11",
  email: "jane@example.com",
  firstName: "Jane",
  lastName: "Doe",
};
const open = {
  status: "pending",
  amount: "600.00",
  destination: "M-Pesa Kenya +254712345678",
  needsConfirmation: true,
  confirmation: null,
  hold: null,
} as const;
const hold: WithdrawalHold = { reasons: ["password-changed"], endsAt: "2026-11-22T10:32:00.000Z" };
const confirmation = {
  confirmedBy: jane,
  confirmedAt: "2026-11-21T10:32:00.000Z",
  amount: "600.00",
  destination: "M-Pesa Kenya +254712345678",
  shared: [],
};

test.each([
  ["no second administrator needed", { ...open, needsConfirmation: false }, "alone"],
  ["no confirmation", open, "unconfirmed"],
  [
    "your own confirmation",
    { ...open, confirmation: { ...confirmation, confirmedBy: { ...jane, id: "me" } } },
    "confirmed-by-you",
  ],
  ["the confirmation of another administrator", { ...open, confirmation }, "confirmed"],
  ["that confirmation, during payment", { ...open, status: "processing", confirmation }, "confirmed"],
  ["a confirmation of another amount", { ...open, confirmation: { ...confirmation, amount: "500.00" } }, "unconfirmed"],
  [
    "a confirmation of another destination",
    { ...open, confirmation: { ...confirmation, destination: "elsewhere" } },
    "unconfirmed",
  ],
  ["a hold", { ...open, hold }, "held"],
  ["a completed withdrawal", { ...open, status: "completed", confirmation }, "ended"],
  ["a rejected withdrawal", { ...open, status: "rejected" }, "ended"],
] as const)("stage with %s", (_, withdrawal, stage) => {
  expect(getPayoutStage(withdrawal, "me")).toBe(stage);
});

test.each([
  ["complete", "alone", "complete"],
  ["complete", "confirmed", "complete"],
  ["complete", "unconfirmed", "confirm"],
  ["complete", "confirmed-by-you", "details"],
  ["complete", "ended", "complete"],
  ["complete", "held", "details"],
  ["release", "held", "release"],
  ["confirm", "unconfirmed", "confirm"],
  ["confirm", "confirmed", "details"],
  ["confirm", "confirmed-by-you", "details"],
  ["reject", "unconfirmed", "reject"],
  ["delete", "ended", "delete"],
] as const)("the step %s at the stage %s becomes %s", (chosen, stage, shown) => {
  expect(getAllowedStep(chosen, stage)).toBe(shown);
});

test.each([
  ["pending", "alone", ["delete", "reject", "complete"]],
  ["pending", "unconfirmed", ["delete", "reject", "confirm"]],
  ["pending", "confirmed-by-you", ["delete", "reject"]],
  ["pending", "confirmed", ["delete", "reject", "complete"]],
  ["processing", "alone", ["complete"]],
  ["processing", "unconfirmed", ["confirm"]],
  ["completed", "ended", ["delete"]],
  ["rejected", "ended", ["delete"]],
] as const)("a %s withdrawal at the stage %s offers %o", (status, stage, steps) => {
  expect(listNextSteps({ status }, stage)).toEqual(steps);
});
