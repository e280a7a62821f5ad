import { expect, it } from "vitest";
import { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_SECONDS, MINUTE_MS, SECOND_MS } from "./durations.ts";

it("gives lengths of time in milliseconds and in seconds", () => {
  expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]);
  expect([HOUR_SECONDS, DAY_SECONDS]).toEqual([3_600, 86_400]);
});
