import { expect, it } from "vitest";
import { formatOwnBarTime } from "./own-bar-time.ts";

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

it.each([
  ["simulated", "12:00", "12:01", null],
  ["simulated", "12:00", "13:30", null],
  ["simulated", "12:09", "12:00", null],
  ["simulated", "13:00", "12:00", "2026-03-01T13:00:00.000Z"],
  ["live", "12:00", "12:01", null],
  ["replay", "12:00", "12:01", "2026-03-01T12:00:00.000Z"],
] as const)("of a %s bar of %s, recorded at %s, is %s", (feed, bar, executed, expected) => {
  expect(formatOwnBarTime({ feed, barTime: at(bar), executedAt: at(executed) })).toBe(expected);
});
