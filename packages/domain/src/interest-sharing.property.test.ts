import fc from "fast-check";
import { expect, it } from "vitest";
import {
  computeDayGrowth,
  computeDayPart,
  computeIdleCash,
  computePoolGrowth,
  spreadThrough,
  sumDay,
  type InterestArrival,
} from "./interest-sharing.ts";
import { accrual, accrue, divideDown, factor, nav, SCALE, units, valueUp, type Accrual } from "./money.ts";
import { postInterest } from "./pool.ts";

const dollars = (amount: number): Accrual => accrual(BigInt(Math.round(amount * 100)) * 10n ** 10n);
const HIGHEST = factor(1_111_000_000n);
const arrivalOf = (amount: number, days: number, firstDay: number): InterestArrival => ({
  amount: dollars(amount),
  days,
  firstDay,
});

it("spreads an arrival evenly over its days, and to the last place", () => {
  const arrival = arrivalOf(100, 31, 10);
  const portions = Array.from(
    { length: 50 },
    (_, day) => spreadThrough(arrival, day) - spreadThrough(arrival, day - 1),
  );
  expect(portions.filter((each) => each > 0n)).toHaveLength(31);
  expect(portions.reduce((sum, each) => sum + each, 0n)).toBe(arrival.amount);
  const least = arrival.amount / 31n;
  for (const portion of portions.slice(10, 41)) expect(portion === least || portion === least + 1n).toBe(true);
});

it("shares what earlier days have left over the following thirty, and never all at once", () => {
  const sum = sumDay([arrivalOf(300, 10, 0)], 100, accrual(0n));
  expect(sum).toEqual({ portion: 0n, carried: dollars(300) });
  // Ten of 300 dollars, on 100,000 dollars.
  expect(computeDayGrowth(sum, dollars(100_000), HIGHEST)).toBe(100_000_000n);
});

it("gives idle cash at most the highest growth, and none to no cash", () => {
  const sum = sumDay([arrivalOf(1_000, 1, 5)], 5, accrual(0n));
  expect(computeDayGrowth(sum, dollars(10), HIGHEST)).toBe(HIGHEST);
  expect(computeDayGrowth(sum, accrual(0n), HIGHEST)).toBe(0n);
});

it("has nothing to share when pools have a claim to all of it", () => {
  const arrivals = [arrivalOf(10, 10, 0)];
  expect(sumDay(arrivals, 4, dollars(5))).toEqual({ portion: 0n, carried: 0n });
  expect(sumDay(arrivals, 4, dollars(6))).toEqual({ portion: 0n, carried: 0n });
  expect(sumDay(arrivals, 4, dollars(4.5))).toEqual({ portion: dollars(0.5), carried: 0n });
});

const pool = fc.record({
  held: fc.bigInt(1n, 10n ** 19n).map(units),
  idle: fc.bigInt(1n, 2n * SCALE).map(nav),
  // Units at the posting, in per cent of those when the day was fixed.
  later: fc.integer({ min: 0, max: 300 }),
});

it("gives pools no more than has arrived, whoever leaves or joins meanwhile", () => {
  const amounts = fc.array(
    fc.record({ cents: fc.integer({ min: 1, max: 10 ** 9 }), days: fc.integer({ min: 1, max: 366 }) }),
    {
      maxLength: 4,
    },
  );
  fc.assert(
    fc.property(
      amounts,
      fc.array(pool, { minLength: 1, maxLength: 6 }),
      fc.bigInt(0n, HIGHEST),
      (given, pools, keeps) => {
        const arrivals = given.map(({ cents: amount, days }, index) => arrivalOf(amount / 100, days, index * 3));
        let taken = 0n;
        for (let day = 0; day < 12; day += 1) {
          const sum = sumDay(arrivals, day, accrual(taken));
          const cash = pools.map(({ held, idle }) => computeIdleCash(held, idle));
          const all = accrual(cash.reduce((total, each) => total + each, 0n));
          const growth = computeDayGrowth(sum, all, HIGHEST);
          for (const [index, { held, idle, later }] of pools.entries()) {
            const fixed = { idle: cash[index]!, growth };
            const now = units((held * BigInt(later)) / 100n);
            const gross = computePoolGrowth(fixed, computeIdleCash(now, idle));
            const margin = factor(keeps < gross ? keeps : gross);
            const state = { nav: nav(2n * SCALE), units: now, cash: valueUp(now, nav(2n * SCALE)), flowsSinceClose: 0 };
            const { perUnit, fee } = postInterest("a", state, idle, { gross, margin });
            const earned = accrue(now, perUnit) + fee * 10n ** 10n;
            expect(earned <= computeDayPart(fixed.idle, growth)).toBe(true);
            taken += earned;
          }
        }
        const arrived = arrivals.reduce((total, each) => total + spreadThrough(each, 11), 0n);
        expect(taken <= arrived).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it("shares the whole of a day with cash that stays, to the last places", () => {
  const sum = sumDay([arrivalOf(12.34, 31, 0)], 0, accrual(0n));
  const idle = [dollars(1_000), dollars(2_500.5), dollars(0.01)];
  const growth = computeDayGrowth(sum, accrual(idle.reduce((total, each) => total + each, 0n)), HIGHEST);
  const shared = idle.reduce((total, each) => total + computeDayPart(each, growth), 0n);
  // At most one place of the growth on all of the cash.
  expect(sum.portion - shared >= 0n && sum.portion - shared <= divideDown(dollars(3_500.51), SCALE) + 4n).toBe(true);
});
