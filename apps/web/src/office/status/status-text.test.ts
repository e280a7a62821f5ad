import { expect, it } from "vitest";
import {
  formatAge,
  formatDuration,
  formatMs,
  formatShare,
  formatProcessingTime,
  formatFeedIssue,
} from "./status-text.ts";

it.each([
  [0, "0 s"],
  [44.2, "45 s"],
  [60, "1 min"],
  [61, "2 min"],
  [3_600, "1 h"],
  [19_180, "5 h 20 min"],
  [2 * 86_400 - 1, "48 h"],
  [2 * 86_400, "2 days"],
  [3 * 86_400 + 3 * 3_600 + 1, "3 days 4 h"],
])("rounds %d seconds up to %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it("never promises a processing time", () => {
  expect(formatProcessingTime(null)).toBe("by a person; no time promised");
  expect(formatProcessingTime({ cases: 43, waiting: 0, medianSeconds: 700, p90Seconds: 4_000 })).toBe(
    "by a person: of the latest 43, 50% within 12 min and 90% within 1 h 7 min; no time promised",
  );
});

it("formats shares, times and ages", () => {
  expect([formatShare("100.000"), formatShare("99.987")]).toEqual(["100%", "99.987%"]);
  expect([formatMs(1.5), formatMs(700), formatMs(1_500)]).toEqual(["1.5 ms", "700 ms", "1.5 s"]);
  const at = "2026-11-21T08:00:10.000Z";
  expect(formatAge("2026-11-21T08:00:07.500Z", at)).toBe("2 s old");
  expect(formatAge("2026-11-21T08:00:11.000Z", at)).toBe("under 1 s old");
});

it("formats feed issues, including unknown kinds", () => {
  expect(formatFeedIssue({ feed: "live", kind: "gap", symbols: 1 })).toBe("Missing bars: 1 symbol");
  expect(formatFeedIssue({ feed: "live", kind: "odd", symbols: 2 })).toBe("odd: 2 symbols");
  expect(formatFeedIssue({ feed: "clock", kind: "clock-set-back", symbols: 1 })).toBe(
    "The server's clock was set back",
  );
});
