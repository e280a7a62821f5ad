/** The last `period` values, oldest first. Plain JSON, like the state of every indicator here. */
export interface RollingWindow {
  readonly period: number;
  readonly values: readonly number[];
}

export function createRollingWindow(period: number): RollingWindow {
  return { period, values: [] };
}

export function pushValue(window: RollingWindow, value: number): RollingWindow {
  const kept = window.values.length < window.period ? window.values.slice() : window.values.slice(1);
  kept.push(value);
  return { period: window.period, values: kept };
}

export function isFull(window: RollingWindow): boolean {
  return window.values.length === window.period;
}

/** The highest of the last `period` values; `null` until there are so many. */
export function findHighest(window: RollingWindow): number | null {
  return isFull(window) ? window.values.reduce((best, value) => (value > best ? value : best)) : null;
}

/** The lowest of the last `period` values; `null` until there are so many. */
export function findLowest(window: RollingWindow): number | null {
  return isFull(window) ? window.values.reduce((best, value) => (value < best ? value : best)) : null;
}
