import { DAY_MS } from "@wazi/contracts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { toPixelY, pickLabelledDays, computeScale, formatTick } from "./day-scale.ts";

describe("computeScale", () => {
  test.each([
    { values: [], fromZero: true, ticks: [0, 1] },
    { values: [0, 0], fromZero: true, ticks: [0, 1] },
    { values: [120, -40], fromZero: true, ticks: [-100, 0, 100, 200] },
    { values: [900], fromZero: true, ticks: [0, 500, 1_000] },
    { values: [10_150, 10_420], fromZero: false, ticks: [10_100, 10_200, 10_300, 10_400, 10_500] },
    { values: [500, 500], fromZero: false, ticks: [400, 500, 600] },
  ])("of $values", ({ values, fromZero, ticks }) => {
    expect(computeScale(values, { fromZero })).toMatchObject({ ticks, min: ticks[0], max: ticks.at(-1) });
  });

  it("covers every value with few grid lines", () => {
    const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.boolean(), (list, fromZero) => {
        const { min, max, ticks } = computeScale(list, { fromZero });
        const dust = (max - min) * 1e-9;
        expect(Math.min(...list)).toBeGreaterThanOrEqual(min - dust);
        expect(Math.max(...list)).toBeLessThanOrEqual(max + dust);
        if (fromZero) expect(min <= 0 && max >= 0).toBe(true);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThan(7);
      }),
    );
  });
});

it("puts the highest value at the top and the lowest at the bottom", () => {
  const scale = { min: -100, max: 300, ticks: [] };
  expect([300, 0, -100].map((value) => toPixelY(value, scale, 200))).toEqual([0, 150, 200]);
});

test.each([
  [0, "$0"],
  [1_250, "$1.25K"],
  [-300, "−$300"],
  [2_000_000, "$2M"],
  [0.05, "$0.05"],
])("formats %f as %s", (dollars, text) => {
  expect(formatTick(dollars)).toBe(text);
});

describe("pickLabelledDays", () => {
  const daysUntil = (last: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.parse(last) - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
    );
  const namesOf = (last: string, count: number, width: number): (string | undefined)[] => {
    const days = daysUntil(last, count);
    return pickLabelledDays(days, width).map((place) => days[place]?.slice(5));
  };

  it("labels every day if there is room, and none of an empty list", () => {
    expect(pickLabelledDays(daysUntil("2026-11-21", 4), 300)).toEqual([0, 1, 2, 3]);
    expect(pickLabelledDays([], 300)).toEqual([]);
  });

  test.each([
    ["month starts, over a year", 365, 1_290, /-01$/],
    ["month starts that begin a quarter, over a year on a phone", 365, 280, /^(01|04|07|10)-01$/],
    ["round days, over three months", 90, 1_290, /-(01|10|20)$/],
    ["round days, over a month", 30, 900, /-(01|05|10|15|20|25)$/],
  ])("labels %s, and today", (_what, count, width, round) => {
    const names = namesOf("2026-11-24", count, width);
    expect(names.pop()).toBe("11-24");
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(name).toMatch(round);
  });

  it("never labels more days than fit", () => {
    const count = fc.integer({ min: 1, max: 365 });
    const width = fc.integer({ min: 80, max: 1_400 });
    fc.assert(
      fc.property(count, width, fc.integer({ min: 0, max: 800 }), (days, pixels, later) => {
        const last = new Date(Date.UTC(2026, 0, 1) + later * DAY_MS).toISOString().slice(0, 10);
        const places = pickLabelledDays(daysUntil(last, days), pixels);
        expect(places.at(-1)).toBe(days - 1);
        for (const [index, place] of places.entries()) {
          const before = places[index - 1];
          if (before !== undefined) expect(((place - before) * pixels) / days).toBeGreaterThan(50);
        }
      }),
    );
  });
});
