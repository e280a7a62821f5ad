import { expect, it } from "vitest";
import { formatCountdown } from "./clock.ts";

it.each([
  [15 * 60_000, "15:00"],
  [61_000, "1:01"],
  [59_001, "1:00"],
  [9_000, "0:09"],
  [0, "0:00"],
  [-5_000, "0:00"],
])("formats %i ms as %s", (ms, shown) => {
  expect(formatCountdown(ms)).toBe(shown);
});
