import { expect, it } from "vitest";
import { findWindow, listRanges } from "./chart-toolbar.tsx";
import { chooseBarSeconds, mergeBars } from "./chart-data.ts";

const DAY = 86_400;

it("offers the ranges that are shorter than the data and have enough points", () => {
  expect(listRanges({ from: 0, to: 10 * DAY }, 3_600)).toEqual(["1D", "1W", "All"]);
  expect(listRanges({ from: 0, to: 3_000 * DAY }, DAY)).toEqual(["1W", "1M", "3M", "1Y", "5Y", "All"]);
  expect(listRanges({ from: 0, to: 60 }, 1)).toEqual(["All"]);
});

it("takes the newest part of the data", () => {
  expect(findWindow({ from: 0, to: 10 * DAY }, "1W")).toEqual({ from: 3 * DAY, to: 10 * DAY });
  expect(findWindow({ from: 5, to: 50 }, "All")).toEqual({ from: 5, to: 50 });
});

it("merges bars until they can be told apart", () => {
  const bars = Array.from({ length: 900 }, (_, index) => {
    return { time: index * 60, open: index, high: index + 2, low: index - 2, close: index + 1 };
  });
  const seconds = chooseBarSeconds(bars, 60);
  expect(seconds).toBe(300);
  const merged = mergeBars(bars, seconds);
  expect(merged).toHaveLength(180);
  expect(merged[1]).toEqual({ time: 300, open: 5, high: 11, low: 3, close: 10 });
  expect(chooseBarSeconds(bars.slice(0, 100), 60)).toBe(60);
});
