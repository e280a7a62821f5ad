import { expect, it } from "vitest";
import { computePerformance } from "./past-worth.ts";
import type { WorthParts } from "./store.ts";

const BOT = "5f8b1c0e-6a2e-4c1b-9d3a-2f6f3f1f0a01";
const atMs = (hour: number): number => Date.UTC(2026, 10, 20, hour);
const at = (hour: number): string => new Date(atMs(hour)).toISOString();

/** $1,000 at 1:00, $500 of it in a bot at 2:00 at a unit price of 1; the investor's share of a gain is 80 %. */
const parts: WorthParts = {
  signedUpAt: new Date(at(0)),
  entries: [
    { id: 3, atMs: atMs(6), kind: "withdrawal-paid", amount: "-200.00" },
    { id: 1, atMs: atMs(1), kind: "deposit", amount: "1000.00" },
    { id: 2, atMs: atMs(2), kind: "allocation", amount: "-400.00" },
    { id: 2, atMs: atMs(2), kind: "allocation", amount: "-100.00" },
    // Only moves money between the own accounts, so nothing was added or taken.
    { id: 4, atMs: atMs(7), kind: "adjustment", amount: "50.00" },
    { id: 4, atMs: atMs(7), kind: "adjustment", amount: "-50.00" },
  ],
  positions: [
    {
      atMs: atMs(2),
      kind: "allocation",
      botId: BOT,
      mark: "1.000000000000",
      units: "500.000000000000",
      ownDeposit: "500.00",
      ownProfit: "0.00",
      lossCarried: "0.00",
      value: "500.00",
      interest: "0",
      interestSum: "0",
      billInterest: "0",
      billIndex: null,
    },
  ],
  shares: { [BOT]: 80 },
};
const NO_INTEREST = { interestSums: ["0", "0"], billIndexes: ["1", "1"] };
const marks = new Map([[BOT, { atMs: [3, 5].map(atMs), marks: ["1.100000000000", "0.900000000000"], ...NO_INTEREST }]]);
const MAX_POINTS = 120;
const worthAt = (found: ReturnType<typeof computePerformance>, hour: number) =>
  found.points.find((point) => point.at === at(hour));

it("counts gains after the platform's share, losses whole, and tells them from money added or taken", () => {
  const found = computePerformance(parts, marks, { from: undefined, now: new Date(at(8)), maxPoints: MAX_POINTS });
  expect(found).toMatchObject({ from: at(0), added: "1000.00", taken: "200.00" });
  expect(worthAt(found, 0)).toMatchObject({ worth: "0.00", netAdded: "0.00" });
  expect(worthAt(found, 2)).toMatchObject({ worth: "1000.00", netAdded: "1000.00" });
  expect(worthAt(found, 4)).toMatchObject({ worth: "1040.00", netAdded: "1000.00" });
  expect(worthAt(found, 7)).toMatchObject({ worth: "750.00", netAdded: "800.00" });
});

it("starts with what was there, so that only later money counts as added", () => {
  const found = computePerformance(parts, marks, {
    from: new Date(at(4)),
    now: new Date(at(8)),
    maxPoints: MAX_POINTS,
  });
  expect(found).toMatchObject({ from: at(4), added: "0.00", taken: "200.00" });
  expect(found.points[0]).toEqual({ at: at(4), worth: "1040.00", netAdded: "0.00" });
});

it("has one point for somebody who has just signed up", () => {
  const fresh = { ...parts, entries: [], positions: [], shares: {} };
  expect(
    computePerformance(fresh, new Map(), { from: undefined, now: parts.signedUpAt, maxPoints: MAX_POINTS }).points,
  ).toHaveLength(1);
});

it("has only the start when one point is asked for", () => {
  const found = computePerformance(parts, marks, { from: new Date(at(4)), now: new Date(at(8)), maxPoints: 1 });
  expect(found).toEqual({
    from: at(4),
    points: [{ at: at(4), worth: "1040.00", netAdded: "0.00" }],
    added: "0.00",
    taken: "200.00",
  });
});

it("counts the price of a change before a mark of the same moment, and after an earlier one", () => {
  const withMarks = (...hours: number[]) =>
    new Map([
      [
        BOT,
        {
          atMs: hours.map(atMs),
          marks: hours.map(() => "2.000000000000"),
          interestSums: hours.map(() => "0"),
          billIndexes: hours.map(() => "1"),
        },
      ],
    ]);
  const worthOf = (given: typeof marks) =>
    worthAt(computePerformance(parts, given, { from: new Date(at(2)), now: new Date(at(4)), maxPoints: MAX_POINTS }), 2)
      ?.worth;
  expect(worthOf(withMarks(1))).toBe("1000.00");
  expect(worthOf(withMarks(2))).toBe("1000.00");
  expect(worthOf(withMarks())).toBe("1000.00");
});

it("counts what bills would have earned as free of the platform's share", () => {
  const above = { ...parts, positions: parts.positions.map((each) => ({ ...each, billIndex: "1.000000000000" })) };
  const risen = new Map([
    [BOT, { atMs: [atMs(3)], marks: ["1.100000000000"], interestSums: ["0"], billIndexes: ["1.040000000000"] }],
  ]);
  const worthOf = (given: WorthParts) =>
    worthAt(computePerformance(given, risen, { from: undefined, now: new Date(at(5)), maxPoints: MAX_POINTS }), 4)
      ?.worth;
  // A gain of $50, of which $20 are what bills would have earned.
  expect(worthOf(parts)).toBe("1040.00");
  expect(worthOf(above)).toBe("1044.00");
});
