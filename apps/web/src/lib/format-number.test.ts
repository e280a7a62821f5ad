import { expect, it } from "vitest";
import { formatCoins, formatNav } from "./format-number.ts";

it.each([
  ["250.000000", "250.00"],
  ["0.01562500", "0.015625"],
  ["64120.55", "64,120.55"],
  ["1234567", "1,234,567.00"],
  ["999.1", "999.10"],
  ["3", "3.00"],
])("formats %s as %s", (value, shown) => {
  expect(formatCoins(value)).toBe(shown);
});

it.each([
  ["0.800199999999", "0.8001"],
  ["1", "1.0000"],
  ["12.5", "12.5000"],
])("formats %s as %s", (nav, shown) => {
  expect(formatNav(nav)).toBe(shown);
});
