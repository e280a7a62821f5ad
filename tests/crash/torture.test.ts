import { afterEach, expect, test } from "vitest";
import { endEverything } from "../harness/wazi-process.ts";
import { formatResult, torture, type TortureOptions } from "./torture/torture.ts";

/** The short form of `npm run torture`, for about a quarter of a minute. */
const options: TortureOptions = {
  seed: 16,
  durationMs: 10_000,
  killEveryMs: [1_200, 2_400],
  investors: 3,
  barsPerSecond: 60,
};

afterEach(endEverything);

test("keeps every promise while API processes, traders and PostgreSQL are killed", async () => {
  const result = await torture(options);
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  expect(result.operations).toBeGreaterThan(20);
  expect(result.trades).toBeGreaterThan(5);
  process.stdout.write(`${formatResult(options, result)}\n`);
});
