import { expect, test } from "vitest";
import { formatBirthday } from "./labels.ts";

test.each([
  ["1990-05-17", "2026-11-21T10:00:00Z", "17 May 1990, 36 years old"],
  ["2008-11-21", "2026-11-21T00:00:00Z", "21 Nov 2008, 18 years old"],
  ["2008-11-22", "2026-11-21T23:59:00Z", "22 Nov 2008, 17 years old"],
  ["2000-12-01", "2026-11-21T10:00:00Z", "1 Dec 2000, 25 years old"],
])("formats the birthday %s at %s as %s", (birthday, now, words) => {
  expect(formatBirthday(birthday, Date.parse(now))).toBe(words);
});
