import { DAY_SECONDS } from "@wazi/contracts";
import type { TimeWindow } from "./chart-data.ts";
import * as texts from "../../messages/shared.ts";

/** The ranges of a chart and their length in seconds. */
const lengths = {
  "1D": DAY_SECONDS,
  "1W": 7 * DAY_SECONDS,
  "1M": 30 * DAY_SECONDS,
  "3M": 91 * DAY_SECONDS,
  "1Y": 365 * DAY_SECONDS,
  "5Y": 5 * 365.25 * DAY_SECONDS,
  All: Infinity,
} as const;

export type ChartRange = keyof typeof lengths;

/** The words of a screen reader for "1D". */
export const rangeNames: Readonly<Record<ChartRange, string>> = {
  "1D": texts.rangeDay,
  "1W": texts.rangeWeek,
  "1M": texts.rangeMonth,
  "3M": texts.rangeQuarter,
  "1Y": texts.rangeYear,
  "5Y": texts.rangeFiveYears,
  All: texts.all,
};

export const rangeSeconds = (range: ChartRange): number => lengths[range];

/** The ranges that are shorter than the data, and "All". Ranges with fewer than three steps of the data are left out. */
export function listRanges(data: TimeWindow, stepSeconds: number): ChartRange[] {
  const length = data.to - data.from;
  return (Object.keys(lengths) as ChartRange[]).filter(
    (range) => range === "All" || (lengths[range] < length && lengths[range] >= 3 * stepSeconds),
  );
}

/** The newest part of the data that a range covers. */
export function findWindow(data: TimeWindow, range: ChartRange): TimeWindow {
  return { from: Math.max(data.from, data.to - lengths[range]), to: data.to };
}
