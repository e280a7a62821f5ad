import { afterEach, expect, test } from "vitest";
import { endEverything } from "../harness/wazi-process.ts";
import { computeSlope, soak } from "./soak.ts";

afterEach(endEverything);

/** The short form of `npm run soak`. Memory says nothing in so short a time. */
test("finds no leak of descriptors, connections or rows in a few seconds of mixed load", async () => {
  const result = await soak({ durationMs: 4_000, sampleEveryMs: 500, investors: 3, seed: 3 });
  expect(result.problems).toEqual([]);
  expect(result.operations).toBeGreaterThan(10);
  expect(result.reads).toBeGreaterThan(20);
  expect(result.mostConnections).toBeGreaterThan(1);
  expect(result.samples.every(({ residentBytes }) => residentBytes > 50_000_000)).toBe(true);
  expect(result.growth.get("ledger_entries")).toBeGreaterThan(20);
});

test("computes how fast memory grows", () => {
  const grow = [0, 1, 2, 3].map((minute) => ({ atMs: minute * 60_000, residentBytes: 100e6 + minute * 2e6 }));
  expect(computeSlope(grow)).toBeCloseTo(2);
  expect(computeSlope(grow.map(({ atMs }) => ({ atMs, residentBytes: 1e8 })))).toBe(0);
});
