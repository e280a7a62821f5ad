import { describe, expect, it } from "vitest";
import {
  formatChange,
  MAX_ROWS,
  thinOut,
  toDrawdownPoints,
  toGrowthRows,
  truncatePercent,
  type GrowthLine,
} from "./chart-data.ts";

const line = (
  look: GrowthLine["look"],
  ...values: readonly (readonly [time: number, value: number])[]
): GrowthLine => ({
  id: look,
  label: look,
  look,
  points: values.map(([time, value]) => ({ time, value })),
});

it("toDrawdownPoints measures the fall from the highest point so far", () => {
  const { points } = line("main", [0, 1], [10, 1.1], [20, 1.045], [30, 1.2]);
  expect(toDrawdownPoints(points).map(({ value }) => value.toFixed(2))).toEqual(["0.00", "0.00", "-5.00", "0.00"]);
});

describe("toGrowthRows", () => {
  const bot = line("main", [0, 1], [10, 1.2], [20, 0.9], [30, 1.08]);
  const held = line("held", [0, 1], [30, 1.5]);

  it("starts every line at 0 where the window starts", () => {
    const rows = toGrowthRows([bot, held], { from: 10, to: 30 }, 10);
    expect(rows.map(({ time }) => time)).toEqual([10, 20, 30]);
    expect(rows.map(({ changes }) => changes.map((change) => change?.toFixed(1)))).toEqual([
      ["0.0", "0.0"],
      ["-25.0", "0.0"],
      ["-10.0", "50.0"],
    ]);
  });

  it("measures drawdown from the highest point of the whole line", () => {
    const rows = toGrowthRows([bot], { from: 20, to: 30 }, 10);
    expect(rows.map(({ fall }) => fall?.toFixed(1))).toEqual(["-25.0", "-10.0"]);
  });

  it("has no value for a line that has not started", () => {
    const late = line("second", [20, 1], [30, 2]);
    const rows = toGrowthRows([bot, late], { from: 0, to: 30 }, 10);
    expect(rows.map(({ changes }) => changes[1])).toEqual([null, null, 0, 100]);
  });

  it("spreads rows evenly, and keeps the lowest fall between two rows", () => {
    const many = line(
      "main",
      ...Array.from({ length: 5_000 }, (_, index) => [index, index === 2_001 ? 0.5 : 1] as const),
    );
    const rows = toGrowthRows([many], { from: 0, to: 4_999 }, 1);
    expect(rows).toHaveLength(MAX_ROWS);
    expect(rows.at(-1)?.time).toBe(4_999);
    expect(Math.min(...rows.map(({ fall }) => fall ?? 0))).toBe(-50);
    const steps = new Set(rows.slice(1).map(({ time }, index) => time - (rows[index]?.time ?? 0)));
    expect([...steps].sort()).toEqual([13, 14]);
  });

  it("is empty without lines or without time", () => {
    expect(toGrowthRows([], { from: 0, to: 1 }, 1)).toEqual([]);
    expect(toGrowthRows([bot], { from: 5, to: 5 }, 1)).toEqual([]);
  });
});

it("thinOut keeps the first and the last item", () => {
  expect(thinOut([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  expect(thinOut([1, 2], 3)).toEqual([1, 2]);
});

it.each([
  [3.938, "3.93%", "+3.93%"],
  [-0.978, "−0.98%", "−0.98%"],
  [0, "0.00%", "0.00%"],
  [10.000000000000009, "10.00%", "+10.00%"],
  [-4.999999999999999, "−5.00%", "−5.00%"],
])("truncates %f to %s", (value, text, change) => {
  expect(truncatePercent(value)).toBe(text);
  expect(formatChange(value)).toBe(change);
});
