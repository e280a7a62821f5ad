import { expect } from "vitest";
import { processTest as test } from "../harness/process-test.ts";
import { findShortfalls, formatResult, torture, type TortureOptions } from "../../lab/torture/torture.ts";

/** The short form of `npm run wazi -- torture`, for about a quarter of a minute. */
const options: TortureOptions = {
  seed: 16,
  durationMs: 10_000,
  killEveryMs: [1_200, 2_400],
  investors: 3,
  barsPerSecond: 60,
};

test("keeps every promise while API processes, traders and PostgreSQL are killed", async () => {
  const result = await torture(options);
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(result.operations).toBeGreaterThan(20);
  expect(result.trades).toBeGreaterThan(5);
  process.stdout.write(`${formatResult(options, result)}\n`);
});

test("says that a run of ten minutes or more has killed or moved too little", () => {
  const kills = (count: number) => new Map([["api-1", count] as const]);
  const minutes = (count: number) => ({ durationMs: count * 60_000 });
  expect(findShortfalls(minutes(10), { kills: kills(150), operations: 60_000 })).toEqual([]);
  expect(findShortfalls(minutes(10), { kills: kills(149), operations: 60_000 })).toEqual([
    "only 149 kills in 10 minutes; 150 are needed to show anything",
  ]);
  expect(findShortfalls(minutes(20), { kills: kills(300), operations: 119_999 })).toEqual([
    "only 119999 operations in 20 minutes; 120000 are needed to show anything",
  ]);
  expect(findShortfalls(minutes(9), { kills: kills(1), operations: 1 })).toEqual([]);
});
