import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byDepth } from "../../../tests/harness/test-depth.ts";
import {
  addDailyRate,
  balanceInterest,
  type BalanceInterest,
  earnOnBalance,
  rateSum,
  type RateSum,
  splitBalanceInterest,
} from "./balance-interest.ts";
import { cents, type Cents, factor, SCALE } from "./money.ts";

/** Up to half of the balance in a day, and days without a rate. */
const rates = fc.array(fc.oneof(fc.constant(0n), fc.bigInt(0n, SCALE / 2n)), { minLength: 1, maxLength: 60 });
const balances = fc.bigInt(0n, 999_999_999_999n).map(cents);
const RUNS = byDepth({ ci: 300, long: 20_000 });

const sumsOf = (daily: readonly bigint[]): RateSum[] =>
  daily.reduce<RateSum[]>((sums, rate) => [...sums, addDailyRate(sums.at(-1)!, factor(rate))], [rateSum(0n)]);

/** Posts the whole cents at some of the days, as often as the balance moves. */
function postAt(balance: Cents, sums: readonly RateSum[], days: readonly number[], isKept: boolean) {
  let [rest, total, held]: [BalanceInterest, bigint, bigint] = [balanceInterest(0n), 0n, balance];
  let from = sums[0]!;
  for (const day of [...new Set([...days.map((each) => each % sums.length), sums.length - 1])].sort((a, b) => a - b)) {
    const to = sums[day]!;
    const split = splitBalanceInterest(balanceInterest(rest + earnOnBalance(cents(held), { from, to })));
    [rest, total, from] = [split.rest, total + split.posted, to];
    if (isKept) held += split.posted;
  }
  return { rest, total };
}

describe("interest on a balance", () => {
  it("is the same however its time is split, to the last place", () => {
    fc.assert(
      fc.property(balances, rates, fc.array(fc.nat()), (balance, daily, days) => {
        const sums = sumsOf(daily);
        const whole = splitBalanceInterest(earnOnBalance(balance, { from: sums[0]!, to: sums.at(-1)! }));
        expect(postAt(balance, sums, days, false)).toEqual({ rest: whole.rest, total: whole.posted });
      }),
      { numRuns: RUNS },
    );
  });

  it("is never more than the rate, also when what is posted earns too", () => {
    fc.assert(
      fc.property(balances, rates, fc.array(fc.nat()), (balance, daily, days) => {
        const { total } = postAt(balance, sumsOf(daily), days, true);
        // The balance in 10^-36 cents, with each day's interest on all of it.
        const grown = daily.reduce((held, rate) => (held * (SCALE + rate)) / SCALE, balance * SCALE ** 3n);
        expect(total * SCALE ** 3n).toBeLessThanOrEqual(grown - balance * SCALE ** 3n + BigInt(daily.length));
      }),
      { numRuns: RUNS },
    );
  });

  it("keeps less than a cent, and nothing is lost", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 26n), (earned) => {
        const { posted, rest } = splitBalanceInterest(balanceInterest(earned));
        expect(posted * SCALE + rest).toBe(earned);
        expect(rest >= 0n && rest < SCALE).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("is a year's rate of a dollar amount", () => {
    // 3.5 % in 365 days: each day's rate is rounded down to 10^-12.
    const sums = sumsOf(Array.from({ length: 365 }, () => 94_254_671n));
    const { posted } = splitBalanceInterest(earnOnBalance(cents(100_000n), { from: sums[0]!, to: sums.at(-1)! }));
    expect(posted).toBe(3_440n);
  });
});
