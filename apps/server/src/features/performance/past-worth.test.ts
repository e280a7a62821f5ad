import { expect, it } from "vitest";
import { computePerformance } from "./past-worth.ts";
import type { WorthParts } from "./store.ts";

const BOT = "5f8b1c0e-6a2e-4c1b-9d3a-2f6f3f1f0a01";
const at = (hour: number): string => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const mark = (hour: number, exitMark: string) => ({ botId: BOT, at: new Date(at(hour)), exitMark });

/** $1,000 at 1:00, $500 of it in a bot at 2:00 at a unit price of 1; the investor's share of a gain is 80 %. */
const parts: WorthParts = {
  signedUpAt: new Date(at(0)),
  money: [
    { at: at(1), kind: "deposit", amount: "1000.00" },
    { at: at(2), kind: "allocation", amount: "-500.00" },
    { at: at(6), kind: "withdrawal-paid", amount: "-200.00" },
  ],
  positions: [
    {
      at: at(2),
      kind: "allocation",
      botId: BOT,
      mark: "1.000000000000",
      units: "500.000000000000",
      ownDeposit: "500.00",
      ownProfit: "0.00",
      lossCarried: "0.00",
      value: "500.00",
    },
  ],
  shares: { [BOT]: 80 },
};
const marks = [mark(3, "1.100000000000"), mark(5, "0.900000000000")];
const worthAt = (found: ReturnType<typeof computePerformance>, hour: number) =>
  found.points.find((point) => point.at === at(hour));

it("counts gains after the platform's share, losses whole, and tells them from money added or taken", () => {
  const found = computePerformance(parts, marks, { from: undefined, now: new Date(at(8)) });
  expect(found).toMatchObject({ from: at(0), added: "1000.00", taken: "200.00" });
  expect(worthAt(found, 0)).toMatchObject({ worth: "0.00", netAdded: "0.00" });
  expect(worthAt(found, 2)).toMatchObject({ worth: "1000.00", netAdded: "1000.00" });
  expect(worthAt(found, 4)).toMatchObject({ worth: "1040.00", netAdded: "1000.00" });
  expect(worthAt(found, 7)).toMatchObject({ worth: "750.00", netAdded: "800.00" });
});

it("starts with what was there, so that only later money counts as added", () => {
  const found = computePerformance(parts, marks, { from: new Date(at(4)), now: new Date(at(8)) });
  expect(found).toMatchObject({ from: at(4), added: "0.00", taken: "200.00" });
  expect(found.points[0]).toEqual({ at: at(4), worth: "1040.00", netAdded: "0.00" });
});

it("has one point for somebody who has just signed up", () => {
  const fresh = { ...parts, money: [], positions: [], shares: {} };
  expect(computePerformance(fresh, [], { from: undefined, now: parts.signedUpAt }).points).toHaveLength(1);
});
