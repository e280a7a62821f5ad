import { expect, it } from "vitest";
import { formatCoins } from "./format-coins.ts";

it.each([
  ["250.000000", "250.00"],
  ["0.01562500", "0.015625"],
  ["64120.55", "64120.55"],
  ["3", "3.00"],
])("%s is %s", (value, shown) => {
  expect(formatCoins(value)).toBe(shown);
});
