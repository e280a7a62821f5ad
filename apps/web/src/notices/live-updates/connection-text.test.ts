import { HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { expect, it } from "vitest";
import { formatTime } from "../../lib/format-date.ts";
import { type Connection, describeConnection } from "./live-updates.tsx";

const fine: Connection = { isOnline: true, stream: "open", isSlow: false, hasSavedFigures: false };
const NOW = Date.UTC(2026, 10, 23, 14, 17);

it.each([
  [{}, null],
  [{ stream: "opening" } as const, null],
  [{ stream: "down" } as const, /^Reconnecting/],
  [{ isSlow: true }, /slow/],
  [{ isOnline: false, stream: "down", isSlow: true } as const, /^You are offline/],
  [{ hasSavedFigures: true, stream: "down" } as const, /^Wazi cannot be reached/],
])("describes %o", (changes, text) => {
  const described = describeConnection({ ...fine, ...changes }, NOW, NOW);
  if (text === null) expect(described).toBeNull();
  else expect(described).toMatch(text);
});

it.each([
  [20_000, "less than a minute ago"],
  [MINUTE_MS, "1 minute ago"],
  [12 * MINUTE_MS, "12 minutes ago"],
  [3 * HOUR_MS, "3 hours ago"],
  [25 * HOUR_MS, "1 day ago"],
])("says how old the figures are: %i ms", (age, ago) => {
  const at = NOW - age;
  expect(describeConnection({ ...fine, isOnline: false }, at, NOW)).toBe(
    `You are offline. Figures as of ${formatTime(new Date(at).toISOString())}, ${ago}. No money can be moved.`,
  );
});

it("says that there are none", () => {
  expect(describeConnection({ ...fine, isOnline: false }, null, NOW)).toContain("no saved figures");
});
