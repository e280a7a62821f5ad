import { expect, it } from "vitest";
import { describeWatch } from "./watch-text.ts";

const TIME = new Date(2026, 10, 23, 10, 3).toISOString();

it.each([
  ["1.0000", 0, "looked at the bar of 10:03 and stayed out"],
  ["1", 3, "looked at the bar of 10:03, 3 since you started, and stayed out"],
  ["0.9998", 3, "looked at the bar of 10:03, 3 since you started, and has a trade open"],
])("with an exit price of %s and %d bars says: %s", (exitNav, sinceStart, text) => {
  expect(describeWatch({ nav: "1.00000000" }, { exitNav }, { time: TIME, sinceStart })).toBe(text);
});
