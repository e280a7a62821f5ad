import { expect, it } from "vitest";
import { formatCoins } from "./format-coins.ts";

it.each([
  ["250.000000", "250.00"],
  ["0.01562500", "0.015625"],
  ["64120.55", "64,120.55"],
  ["1234567", "1,234,567.00"],
  ["999.1", "999.10"],
  ["3", "3.00"],
])("%s is %s", (value, shown) => {
  expect(formatCoins(value)).toBe(shown);
});
