import { describe, expect, it } from "vitest";
import {
  computePaymentCredit,
  countConfirmationsNeeded,
  decideWindowRate,
  judgeAmount,
  judgeTiming,
  valueCoins,
} from "./deposit-payment.ts";
import { cents, parseCents, parseDecimal } from "./money.ts";

const coins = (text: string): bigint => parseDecimal(text, 18);
const rate = (text: string): bigint => parseDecimal(text, 8);

describe("the value of coins", () => {
  it.each([
    ["0.5", "60000.01", "30000.00"],
    ["1", "0.99999999", "0.99"],
    ["0.000000000000000001", "100000", "0"],
  ])("%s at a rate of %s is %s, rounded down", (amount, at, value) => {
    expect(valueCoins(coins(amount), rate(at))).toBe(parseCents(value));
  });
});

describe("the credit for a payment", () => {
  it("is its value, or what it adds to the value of all payments of its deposit", () => {
    expect(computePaymentCredit(coins("0.019"), rate("1"))).toBe(1n);
    const before = { value: coins("0.019") * rate("1"), credited: cents(1n) };
    expect(computePaymentCredit(coins("0.011"), rate("1"), before)).toBe(2n);
  });

  it("adds up what is worth less than a cent, also at several rates", () => {
    const before = { value: coins("0.004") * rate("1") + coins("0.002") * rate("1.5"), credited: cents(0n) };
    expect(computePaymentCredit(coins("0.002"), rate("1"), before)).toBe(0n);
    expect(computePaymentCredit(coins("0.002"), rate("1.5"), before)).toBe(1n);
  });

  it("is never negative, also when more was credited before", () => {
    const before = { value: coins("0.01") * rate("1"), credited: cents(5n) };
    expect(computePaymentCredit(coins("0.01"), rate("1"), before)).toBe(0n);
  });
});

describe("a payment", () => {
  it("is on time from the start of its deposit to the end, both included", () => {
    const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 23, 12, minute));
    const window = { from: at(10), to: at(20) };
    expect([9, 10, 15, 20, 21].map((minute) => judgeTiming(at(minute), window))).toEqual([
      "late",
      "on_time",
      "on_time",
      "on_time",
      "late",
    ]);
    expect(judgeTiming(at(15), null)).toBe("late");
  });

  it("is compared with what was requested", () => {
    expect([9n, 10n, 11n].map((received) => judgeAmount(received, 10n))).toEqual(["under", "exact", "over"]);
  });

  it("needs the confirmations of the highest step that its value reaches", () => {
    const steps = [
      { from: cents(0n), confirmations: 2 },
      { from: cents(100_000n), confirmations: 6 },
    ];
    expect([0n, 99_999n, 100_000n].map((value) => countConfirmationsNeeded(cents(value), steps))).toEqual([2, 2, 6]);
  });
});

describe("the rate of a payment in the window", () => {
  const window = { asked: 10_000n, confirmed: 0n, waiting: 0n, covered: 0n, isLockLost: false, isOver: false };
  it.each([
    ["is held from 98 %", 9_800n, { confirmed: 9_800n }, "locked"],
    ["is held up to 102 %", 10_200n, { confirmed: 10_200n }, "locked"],
    ["is not held above", 10_201n, { confirmed: 10_201n }, "amount"],
    ["is open while the rest may come", 9_799n, { confirmed: 9_799n }, null],
    ["is not held without the rest", 9_799n, { confirmed: 9_799n, isOver: true }, "amount"],
    ["is open while the rest waits for a block", 5_000n, { confirmed: 5_000n, waiting: 4_800n, isOver: true }, null],
    [
      "is not held when what waits is too little",
      5_000n,
      { confirmed: 5_000n, waiting: 4_799n, isOver: true },
      "amount",
    ],
    ["is held for what fits beside what is covered", 200n, { confirmed: 20_000n, covered: 10_000n }, "locked"],
    ["is not held for more", 201n, { confirmed: 10_201n, covered: 10_000n }, "amount"],
    ["is not held once it was not", 100n, { confirmed: 10_000n, isLockLost: true }, "amount"],
  ] as const)("%s", (_what, coins, given, expected) => {
    expect(decideWindowRate(coins, { ...window, ...given })).toBe(expected);
  });
});
