import { expect, test } from "vitest";
import { nextSteps, possibleStep } from "./withdrawal-steps.ts";

test.each([
  ["complete", "alone", "complete"],
  ["complete", "confirmed", "complete"],
  ["complete", "unconfirmed", "confirm"],
  ["complete", "confirmed-by-you", "details"],
  ["complete", "ended", "complete"],
  ["confirm", "unconfirmed", "confirm"],
  ["confirm", "confirmed", "details"],
  ["confirm", "confirmed-by-you", "details"],
  ["reject", "unconfirmed", "reject"],
  ["delete", "ended", "delete"],
] as const)("who chose to %s is shown, where it is %s: %s", (chosen, stage, shown) => {
  expect(possibleStep(chosen, stage)).toBe(shown);
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
] as const)("from a %s one that is %s one can go on to: %o", (status, stage, steps) => {
  expect(nextSteps({ status }, stage)).toEqual(steps);
});
