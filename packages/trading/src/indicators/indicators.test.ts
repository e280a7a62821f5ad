import { describe, expect, it } from "vitest";
import type { Candle } from "../candle.ts";
import { createAverageTrueRange, updateAverageTrueRange } from "./average-true-range.ts";
import { getChannelEdges, createDonchianChannel, updateDonchianChannel } from "./donchian-channel.ts";
import {
  createExponentialAverage,
  createSimpleAverage,
  updateExponentialAverage,
  updateSimpleAverage,
} from "./moving-average.ts";
import { createRelativeStrength, updateRelativeStrength } from "./relative-strength.ts";

/** The values of an indicator over a series. Its state goes through JSON at each step. */
function run<State, Input>(initial: State, update: (state: State, input: Input) => State, inputs: readonly Input[]) {
  let state = initial;
  return inputs.map((input) => {
    state = JSON.parse(JSON.stringify(update(state, input))) as State;
    return state;
  });
}

const bar = (high: number, low: number, close: number): Candle => ({
  time: 0,
  open: close,
  high,
  low,
  close,
  volume: 0,
});

describe("moving averages", () => {
  it("simple: is the mean of the last values", () => {
    const values = run(createSimpleAverage(3), updateSimpleAverage, [1, 2, 3, 4, 8]).map(({ value }) => value);
    expect(values).toEqual([null, null, 2, 3, 5]);
  });

  it("exponential: starts with the mean of the first values", () => {
    const values = run(createExponentialAverage(3), updateExponentialAverage, [1, 2, 3, 4, 8]).map(
      ({ value }) => value,
    );
    expect(values).toEqual([null, null, 2, 3, 5.5]);
  });
});

describe("average true range", () => {
  it("uses the widest of range and gaps, with Wilder's smoothing", () => {
    const bars = [bar(10, 8, 9), bar(12, 11, 11), bar(11, 5, 6)];
    const values = run(createAverageTrueRange(2), updateAverageTrueRange, bars).map(({ value }) => value);
    // 2, then max(1, 3, 2) = 3: mean 2.5; then 6: 2.5 + 3.5 / 2
    expect(values).toEqual([null, 2.5, 4.25]);
  });
});

describe("relative strength", () => {
  it("matches the form of Wilder's example", () => {
    const values = run(createRelativeStrength(2), updateRelativeStrength, [10, 11, 10, 12]).map(({ value }) => value);
    // gains 1, 0 and losses 0, 1: 50; then gain (0.5 + 2) / 2, loss 0.5 / 2
    expect(values).toEqual([null, null, 50, (100 * 1.25) / 1.5]);
  });

  it("is 100 without losses and 50 without moves", () => {
    expect(run(createRelativeStrength(2), updateRelativeStrength, [1, 2, 3]).at(-1)?.value).toBe(100);
    expect(run(createRelativeStrength(2), updateRelativeStrength, [1, 1, 1]).at(-1)?.value).toBe(50);
  });
});

describe("donchian channel", () => {
  it("is the highest high and the lowest low of the last bars", () => {
    const bars = [bar(10, 8, 9), bar(12, 11, 11), bar(11, 5, 6), bar(7, 6, 6)];
    const edges = run(createDonchianChannel(2), updateDonchianChannel, bars).map(getChannelEdges);
    expect(edges).toEqual([null, { upper: 12, lower: 8 }, { upper: 12, lower: 5 }, { upper: 11, lower: 5 }]);
  });
});
