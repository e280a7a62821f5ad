import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { heightOf, namedDays, scaleOf, tickText } from "./day-scale.ts";

describe("scaleOf", () => {
  test.each([
    { values: [], fromZero: true, ticks: [0, 1] },
    { values: [0, 0], fromZero: true, ticks: [0, 1] },
    { values: [120, -40], fromZero: true, ticks: [-100, 0, 100, 200] },
    { values: [900], fromZero: true, ticks: [0, 500, 1_000] },
    { values: [10_150, 10_420], fromZero: false, ticks: [10_100, 10_200, 10_300, 10_400, 10_500] },
    { values: [500, 500], fromZero: false, ticks: [400, 500, 600] },
  ])("of $values", ({ values, fromZero, ticks }) => {
    expect(scaleOf(values, { fromZero })).toMatchObject({ ticks, least: ticks[0], most: ticks.at(-1) });
  });

  it("has every value, and few ruled lines", () => {
    const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.boolean(), (list, fromZero) => {
        const { least, most, ticks } = scaleOf(list, { fromZero });
        const dust = (most - least) * 1e-9;
        expect(Math.min(...list)).toBeGreaterThanOrEqual(least - dust);
        expect(Math.max(...list)).toBeLessThanOrEqual(most + dust);
        if (fromZero) expect(least <= 0 && most >= 0).toBe(true);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThan(7);
      }),
    );
  });
});

it("puts the highest at the head and the lowest at the foot", () => {
  const scale = { least: -100, most: 300, ticks: [] };
  expect([300, 0, -100].map((value) => heightOf(value, scale, 200))).toEqual([0, 150, 200]);
});

test.each([
  [0, "$0"],
  [1_250, "$1.25K"],
  [-300, "−$300"],
  [2_000_000, "$2M"],
  [0.05, "$0.05"],
])("%f is marked %s", (dollars, text) => {
  expect(tickText(dollars)).toBe(text);
});

describe("namedDays", () => {
  it("counts back from the last day", () => {
    expect(namedDays(30, 900)).toEqual([4, 9, 14, 19, 24, 29]);
    expect(namedDays(1, 300)).toEqual([0]);
    expect(namedDays(0, 300)).toEqual([]);
  });

  it("never names more than find room", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 }), fc.integer({ min: 80, max: 1_400 }), (count, width) => {
        const places = namedDays(count, width);
        expect(places.at(-1)).toBe(count - 1);
        for (const [index, place] of places.entries()) {
          const before = places[index - 1];
          if (before !== undefined) expect(((place - before) * width) / count).toBeGreaterThan(50);
        }
      }),
    );
  });
});
