import { describe, expect, it } from "vitest";
import { takeFromFunds } from "./investing.ts";
import { cents } from "./money.ts";

describe("takeFromFunds", () => {
  it.each([
    [100n, 50n, 60n, 60n, 0n],
    [100n, 50n, 100n, 100n, 0n],
    [100n, 50n, 120n, 100n, 20n],
    [0n, 50n, 20n, 0n, 20n],
    [100n, 50n, 150n, 100n, 50n],
  ])("spends of %s deposit and %s profit funds, for %s, %s and then %s", (deposit, profit, amount, first, then) => {
    const none = { withdrawalHold: cents(0n), runningProfit: cents(0n) };
    const funds = { depositFunds: cents(deposit), profitFunds: cents(profit), ...none };
    expect(takeFromFunds(funds, cents(amount))).toEqual({ fromDeposit: first, fromProfit: then });
  });
});
