import { expect } from "vitest";
import { processTest as test } from "../../tests/harness/process-test.ts";
import { computeSlope, findGrownTables, readRetention, soak } from "./soak.ts";

/** The short form of `npm run wazi -- soak`. Memory says nothing in so short a time. */
test("finds no leak of descriptors, connections or rows in a few seconds of mixed load", async () => {
  const result = await soak({ durationMs: 4_000, sampleEveryMs: 500, investors: 3, seed: 3 });
  expect(result.problems).toEqual([]);
  // How much there was of each depends on the machine.
  expect(result.operations).toBeGreaterThan(3);
  expect(result.reads).toBeGreaterThan(4);
  expect(result.mostConnections).toBeGreaterThan(1);
  expect(result.samples.every(({ residentBytes }) => residentBytes > 50_000_000)).toBe(true);
  expect(result.growth.get("ledger_entries")).toBeGreaterThan(5);
});

test("computes how fast memory grows", () => {
  const grow = [0, 1, 2, 3].map((minute) => ({ atMs: minute * 60_000, residentBytes: 100e6 + minute * 2e6 }));
  expect(computeSlope(grow)).toBeCloseTo(2);
  expect(computeSlope(grow.map(({ atMs }) => ({ atMs, residentBytes: 1e8 })))).toBe(0);
});

test("compares the growth of each table with what is stated of it", () => {
  const run = { operations: 1_000, users: 10, marketMinutes: 60 };
  const grow = (table: string, rows: number): string[] => findGrownTables(new Map([[table, rows]]), run);
  expect(grow("ledger_entries", 1_000_000)).toEqual([]);
  for (const [table, most] of [
    ["leases", 100],
    ["trading_bots", 100],
    ["idempotency_keys", 3_100],
    ["security_events", 400],
    ["entry_stops", 400],
    ["bot_marks", 580],
    ["candles", 4_900],
  ] as const) {
    expect(grow(table, most)).toEqual([]);
    expect(grow(table, most + 1)).toEqual([expect.stringContaining(`${table} grew by ${most + 1} rows`)]);
  }
  expect(grow("new_table", 0)).toEqual(["nothing states how long the rows of new_table are kept"]);
  const unclear = new Map([["new_table", "as long as needed"]]);
  expect(findGrownTables(new Map([["new_table", 1]]), run, unclear)).toEqual([
    'the table new_table is neither stated to grow nor bounded: "as long as needed"',
  ]);
  expect(readRetention().size).toBeGreaterThan(90);
});
