import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createExponentialAverage,
  createSimpleAverage,
  updateExponentialAverage,
  updateSimpleAverage,
} from "./moving-average.ts";
import { createVolumeBalance, OnBalanceVolume, updateVolumeBalance } from "./on-balance-volume.ts";
import { createRelativeStrength, updateRelativeStrength } from "./relative-strength.ts";
import { createRollingWindow, findHighest, findLowest, pushValue } from "./rolling-window.ts";
import { RunningExponentialMean } from "./running-exponential-mean.ts";
import { RunningExtreme } from "./running-extreme.ts";
import { RunningMean } from "./running-mean.ts";
import { RunningRelativeStrength } from "./running-relative-strength.ts";

const streams = fc.array(fc.double({ min: 0.01, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 80 });
const periods = fc.integer({ min: 1, max: 20 });

/** Compares each value of a running indicator with the plain JSON indicator of the bots. */
function expectSame<State>(
  values: readonly number[],
  running: { value: number; push: (entering: number) => void },
  initial: State,
  update: (state: State, value: number) => State,
  valueOf: (state: State) => number | null,
): void {
  let state = initial;
  for (const each of values) {
    state = update(state, each);
    running.push(each);
    const expected = valueOf(state) ?? NaN;
    if (Number.isNaN(expected)) expect(running.value).toBeNaN();
    else expect(Math.abs(running.value - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
  }
}

describe("running indicators match the bots' indicators", () => {
  it("means, relative strength, extremes", () => {
    fc.assert(
      fc.property(streams, periods, (values, period) => {
        const valueOf = ({ value }: { value: number | null }) => value;
        expectSame(values, new RunningMean(period), createSimpleAverage(period), updateSimpleAverage, valueOf);
        expectSame(
          values,
          new RunningExponentialMean(period),
          createExponentialAverage(period),
          updateExponentialAverage,
          valueOf,
        );
        expectSame(
          values,
          new RunningRelativeStrength(period),
          createRelativeStrength(period),
          updateRelativeStrength,
          valueOf,
        );
        expectSame(values, new RunningExtreme("highest", period), createRollingWindow(period), pushValue, findHighest);
        expectSame(values, new RunningExtreme("lowest", period), createRollingWindow(period), pushValue, findLowest);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the running mean", () => {
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

it("on-balance volume adds volume on a rise, subtracts it on a fall, and starts at 0", () => {
  const balance = new OnBalanceVolume();
  let kept = createVolumeBalance();
  const values = [
    [10, 5],
    [11, 7],
    [11, 100],
    [9, 3],
  ].map(([close = 0, volume = 0]) => {
    balance.push(close, volume);
    kept = updateVolumeBalance(kept, { time: 0, open: close, high: close, low: close, close, volume });
    expect(kept.value).toBe(balance.value);
    return balance.value;
  });
  expect(values).toEqual([0, 7, 7, 4]);
});
