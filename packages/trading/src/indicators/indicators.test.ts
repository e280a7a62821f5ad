import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AverageTrueRange } from "./average-true-range.ts";
import { OnBalanceVolume } from "./on-balance-volume.ts";
import type { Json, Restorable } from "./restorable.ts";
import { RollingWindow } from "./rolling-window.ts";
import { RunningExponentialMean } from "./running-exponential-mean.ts";
import { RunningExtreme } from "./running-extreme.ts";
import { RunningMean } from "./running-mean.ts";
import { RunningRelativeStrength } from "./running-relative-strength.ts";
import { RunningVolatility } from "./running-volatility.ts";

/** The values after each push. */
function valuesOf(indicator: { value: number; push: (entering: number) => void }, stream: readonly number[]): number[] {
  return stream.map((each) => {
    indicator.push(each);
    return indicator.value;
  });
}

const streams = fc.array(fc.double({ min: 0.01, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 80 });
const periods = fc.integer({ min: 1, max: 20 });

describe("the running mean", () => {
  it("is the mean of the last values", () => {
    expect(valuesOf(new RunningMean(3), [1, 2, 3, 4, 8])).toEqual([NaN, NaN, 2, 3, 5]);
  });

  it("does not drift, and is exact when values do not change", () => {
    const average = new RunningMean(3);
    for (let count = 0; count < 300_000; count += 1) average.push(count % 2 === 0 ? 1e9 : 0.1);
    for (const each of [0.1, 0.2, 0.4]) average.push(each);
    expect(average.value).toBeCloseTo(0.7 / 3, 7);
    for (let count = 0; count < 3; count += 1) average.push(0.1);
    expect(average.value).toBe(0.1);
  });

  it("keeps the previous value, and computes the population deviation", () => {
    const average = new RunningMean(2);
    for (const each of [1, 3, 7]) average.push(each);
    expect([average.previous, average.value, average.deviation()]).toEqual([2, 5, 2]);
  });
});

it("the running exponential mean starts with the mean of the first values", () => {
  expect(valuesOf(new RunningExponentialMean(3), [1, 2, 3, 4, 8])).toEqual([NaN, NaN, 2, 3, 5.5]);
});

it("the running volatility is the root of the mean of squared returns, then of an exponential mean", () => {
  // returns 0.1, 0, −0.1: mean square 0.005, then (1/3) × 0.005 + (2/3) × 0.01
  const values = valuesOf(new RunningVolatility(2), [100, 110, 110, 99]);
  expect(values.slice(0, 2)).toEqual([NaN, NaN]);
  expect(values[2]).toBeCloseTo(Math.sqrt(0.005), 12);
  expect(values[3]).toBeCloseTo(Math.sqrt(0.005 / 3 + 0.02 / 3), 12);
});

describe("the relative strength", () => {
  it("matches the form of Wilder's example", () => {
    // gains 1, 0 and losses 0, 1: 50; then gain (0.5 + 2) / 2, loss 0.5 / 2
    expect(valuesOf(new RunningRelativeStrength(2), [10, 11, 10, 12])).toEqual([NaN, NaN, 50, (100 * 1.25) / 1.5]);
  });

  it("is 100 without losses and 50 without moves", () => {
    expect(valuesOf(new RunningRelativeStrength(2), [1, 2, 3]).at(-1)).toBe(100);
    expect(valuesOf(new RunningRelativeStrength(2), [1, 1, 1]).at(-1)).toBe(50);
  });
});

it("the average true range uses the widest of range and gaps, with Wilder's smoothing", () => {
  const range = new AverageTrueRange(2);
  const values = [
    [10, 8, 9],
    [12, 11, 11],
    [11, 5, 6],
  ].map(([high = 0, low = 0, close = 0]) => {
    range.push(high, low, close);
    return range.value;
  });
  // 2, then max(1, 3, 2) = 3: mean 2.5; then 6: 2.5 + 3.5 / 2
  expect(values).toEqual([NaN, 2.5, 4.25]);
});

it("on-balance volume adds volume on a rise, subtracts it on a fall, and starts at 0", () => {
  const balance = new OnBalanceVolume();
  const values = [
    [10, 5],
    [11, 7],
    [11, 100],
    [9, 3],
  ].map(([close = 0, volume = 0]) => {
    balance.push(close, volume);
    return [balance.previous, balance.value];
  });
  expect(values).toEqual([
    [NaN, 0],
    [0, 7],
    [7, 7],
    [7, 4],
  ]);
});

it("windows and their extremes are those of the last values", () => {
  fc.assert(
    fc.property(streams, periods, (stream, period) => {
      const window = new RollingWindow(period);
      const highest = new RunningExtreme("highest", period);
      const lowest = new RunningExtreme("lowest", period);
      stream.forEach((each, index) => {
        window.push(each);
        highest.push(each);
        lowest.push(each);
        const last = stream.slice(Math.max(0, index + 1 - period), index + 1);
        expect(last.map((_, place) => window.at(last.length - 1 - place))).toEqual(last);
        expect([window.at(-1), window.at(last.length), window.isFull()]).toEqual([NaN, NaN, last.length === period]);
        const isFull = last.length === period;
        expect([highest.value, lowest.value]).toEqual(isFull ? [Math.max(...last), Math.min(...last)] : [NaN, NaN]);
      });
    }),
  );
});

interface Kind {
  readonly create: (period: number) => Restorable;
  /** Pushes a value and returns everything that can be read. */
  readonly push: (indicator: never, value: number) => unknown;
}

/** Makes a kind from its class, so that `push` sees that class. */
function kindOf<Indicator extends Restorable>(
  create: (period: number) => Indicator,
  push: (indicator: Indicator, value: number) => unknown,
): Kind {
  return { create, push };
}

const kinds: Readonly<Record<string, Kind>> = {
  RunningMean: kindOf(
    (period) => new RunningMean(period),
    (mean, value) => [mean.push(value), mean.value, mean.previous, mean.deviation()],
  ),
  RunningExponentialMean: kindOf(
    (period) => new RunningExponentialMean(period),
    (mean, value) => [mean.push(value), mean.value, mean.previous],
  ),
  RunningRelativeStrength: kindOf(
    (period) => new RunningRelativeStrength(period),
    (strength, value) => [strength.push(value), strength.value],
  ),
  RunningVolatility: kindOf(
    (period) => new RunningVolatility(period),
    (volatility, value) => [volatility.push(value), volatility.value],
  ),
  RunningExtreme: kindOf(
    (period) => new RunningExtreme("lowest", period),
    (extreme, value) => [extreme.push(value), extreme.value, extreme.previous],
  ),
  AverageTrueRange: kindOf(
    (period) => new AverageTrueRange(period),
    (range, value) => [range.push(value + 1, value - 1, value), range.value],
  ),
  OnBalanceVolume: kindOf(
    () => new OnBalanceVolume(),
    (balance, value) => [balance.push(value, value), balance.value, balance.previous],
  ),
  RollingWindow: kindOf(
    (period) => new RollingWindow(period),
    (window, value) => [window.push(value), window.at(0), window.at(3), window.isFull()],
  ),
};

it.each(Object.entries(kinds))("%s continues exactly when it is stored and restored at any point", (_name, kind) => {
  fc.assert(
    fc.property(streams, periods, fc.array(fc.nat(80)), (stream, period, storedAt) => {
      const whole = kind.create(period);
      let stored = kind.create(period);
      stream.forEach((each, index) => {
        if (storedAt.includes(index)) {
          const saved = JSON.parse(JSON.stringify(stored.save())) as Json;
          stored = kind.create(period);
          stored.restore(saved);
        }
        expect(kind.push(stored as never, each)).toEqual(kind.push(whole as never, each));
      });
    }),
  );
});
