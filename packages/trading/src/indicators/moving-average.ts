import { createRollingWindow, isFull, pushValue, type RollingWindow } from "./rolling-window.ts";

/** Simple moving average: the mean of the last `period` values. */
export interface SimpleAverage {
  readonly window: RollingWindow;
  /** `null` until `period` values have been seen. */
  readonly value: number | null;
}

export function createSimpleAverage(period: number): SimpleAverage {
  return { window: createRollingWindow(period), value: null };
}

export function updateSimpleAverage(average: SimpleAverage, value: number): SimpleAverage {
  const window = pushValue(average.window, value);
  // A running sum would keep its rounding errors for ever.
  const sum = window.values.reduce((total, each) => total + each, 0);
  return { window, value: isFull(window) ? sum / window.period : null };
}

/** Exponential moving average with weight 2 / (period + 1), seeded with the mean of the first `period` values. */
export interface ExponentialAverage {
  readonly period: number;
  readonly count: number;
  readonly seedSum: number;
  /** `null` until `period` values have been seen. */
  readonly value: number | null;
}

export function createExponentialAverage(period: number): ExponentialAverage {
  return { period, count: 0, seedSum: 0, value: null };
}

export function updateExponentialAverage(average: ExponentialAverage, value: number): ExponentialAverage {
  const { period } = average;
  if (average.value !== null) {
    return { ...average, value: average.value + (2 / (period + 1)) * (value - average.value) };
  }
  const count = average.count + 1;
  const seedSum = average.seedSum + value;
  return { period, count, seedSum, value: count === period ? seedSum / period : null };
}
