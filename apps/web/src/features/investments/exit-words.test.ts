import { expect, it } from "vitest";
import { exitWaitingText, waitingExitWords } from "./exit-words.ts";

it.each([
  [{ kind: "deactivation", amount: null }, "Deactivation, the whole position"],
  [{ kind: "investment-transfer", amount: "1250.00" }, "Investment transfer, $1,250.00"],
  [{ kind: "profit-transfer", amount: "10.00" }, "Profit transfer, $10.00"],
] as const)("%j is %s", (exit, words) => {
  expect(waitingExitWords(exit)).toBe(words);
});

it("names the bots whose exits wait", () => {
  expect(exitWaitingText(["Alpha-Forex-01"])).toBe(
    "There is no fresh price right now. Your exit from Alpha-Forex-01 settles at the first good price; you can cancel it until then.",
  );
  expect(exitWaitingText(["A", "B"])).toContain("Your exit from A and B settles");
  expect(exitWaitingText(["A", "B", "C"])).toContain("Your exit from A, B and C settles");
});
