import { expect, it } from "vitest";
import { formatExitWaiting, formatTransferWaiting, formatWaitingExit } from "./exit-text.ts";

it.each([
  [{ kind: "deactivation", amount: null }, "Deactivation, the whole position"],
  [{ kind: "investment-transfer", amount: "1250.00" }, "Investment transfer, $1,250.00"],
  [{ kind: "profit-transfer", amount: "10.00" }, "Profit transfer, $10.00"],
] as const)("formats %j as %s", (exit, text) => {
  expect(formatWaitingExit(exit)).toBe(text);
});

it("names the bots with waiting exits", () => {
  expect(formatExitWaiting(["Alpha-Forex-01"])).toBe(
    "There is no current price. Your exit from Alpha-Forex-01 settles at the first valid price. You can cancel it until then.",
  );
  expect(formatExitWaiting(["A", "B"])).toContain("Your exit from A and B settles");
  expect(formatExitWaiting(["A", "B", "C"])).toContain("Your exit from A, B and C settles");
});

it("starts with the amount already received, if any", () => {
  const exit = {
    ownMoney: "30.00",
    value: "31.00",
    returned: "30.00",
    profitToUser: "0.90",
    interest: "0.00",
    profitShare: "0.10",
    loss: "0.00",
  };
  const waits = {
    id: "1",
    botId: "b",
    kind: "investment-transfer",
    amount: "50.00",
    requestedAt: "2026-11-21T08:00:00Z",
  } as const;
  const positions = [
    { botId: "a", name: "Alpha" },
    { botId: "b", name: "Whale" },
  ];
  expect(formatTransferWaiting({ exit, waiting: [waits] }, positions)).toMatch(
    /^\$30\.90 is in your balance\. There is no current price\. Your exit from Whale settles/,
  );
  const nothing = { ...exit, returned: "0.00", profitToUser: "0.00" };
  expect(formatTransferWaiting({ exit: nothing, waiting: [waits] }, positions)).toMatch(/^There is no current price/);
});
